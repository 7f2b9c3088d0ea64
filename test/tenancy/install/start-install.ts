import { createInstallations, type Installation } from '../../../src/tenancy/installations.ts';
import { createSealer } from '../../../src/tenancy/sealer.ts';
import { createNoonClock } from '../../fixtures/noon-clock.ts';
import { createPatchedStore } from '../../fixtures/patched-store.ts';
import { startMany } from '../../fixtures/start-many.ts';

export type InstallScene = Awaited<ReturnType<typeof startInstall>>;

interface Kept {
  find(teamId: string): Promise<Installation | null>;
}

/** More than a file has tests. */
const SHOPS = Array.from({ length: 30 }, (_, number) => ({
  ...{ id: `T0SHOP${number}`, name: 'Corner <Shop>', domain: `corner-${number}` },
}));

/** The app in OAuth mode, on a clock that a test can set. Each test has a workspace of its own, and all share two merchants. */
export const startInstall = async () => {
  const patched = createPatchedStore();
  const clock = createNoonClock();
  const merchants = ['corner', 'other'];
  const scene = await startMany({ teams: SHOPS, merchants, clock, withStore: patched.withStore });
  const { slack, appUrl, environment, logLines } = scene;
  const key = { teamId: '' };
  const at = { exchanges: 0, corner: 0, other: 0 };
  let number = -1;

  /** The code that Slack gives to whoever presses *Allow*. */
  const allowAtSlack = async (): Promise<string> => {
    const asked = {
      client_id: slack.app.clientId,
      scope: 'commands',
      redirect_uri: `${appUrl}/slack/oauth_redirect`,
    };
    const address = `${slack.authorizeUrl}?${new URLSearchParams(asked)}`;
    return new URL(await slack.allow(address, key.teamId, shop.installer)).searchParams.get('code') ?? '';
  };

  const openBrowser = () => {
    const request = async (address: string, init: RequestInit = {}) => {
      const headers = { ...init.headers, ...(browser.cookie === null ? {} : { cookie: browser.cookie }) };
      const response = await fetch(new URL(address, appUrl), { ...init, headers, redirect: 'manual' });
      const given = response.headers.get('set-cookie')?.split(';')[0];
      const [name = ''] = given?.split('=') ?? [];
      const others = (browser.cookie?.split('; ') ?? []).filter((one) => !one.startsWith(`${name}=`));
      if (given !== undefined) browser.cookie = [...others, given].join('; ');
      return response;
    };
    const browser = {
      cookie: null as string | null,
      get: (address: string) => request(address),
      submit: (address: string, fields: object, headers: Record<string, string> = {}) =>
        request(address, { method: 'POST', body: new URLSearchParams({ ...fields }), headers }),
      /** Opens the install page; returns the state that it sends to Slack. */
      begin: async () => {
        const { headers } = await browser.get('/slack/install');
        return new URL(headers.get('location') ?? '').searchParams.get('state') ?? '';
      },
      /** Comes back from Slack; by default after *Allow*. */
      comeBack: async (state: string, query?: Record<string, string>) => {
        const given = query ?? { code: await allowAtSlack() };
        return browser.get(`/slack/oauth_redirect?${new URLSearchParams({ state, ...given })}`);
      },
      /** From the install page through Slack's *Allow*. */
      allow: async () => browser.comeBack(await browser.begin()),
    };
    return browser;
  };

  const shop = Object.assign(scene, {
    /** What it keeps of installs, opened with the app's key. */
    installations: (): Kept =>
      createInstallations({
        store: scene.store.installations,
        sealer: createSealer([Buffer.from(environment['ENCRYPTION_KEY'] ?? '', 'base64')]),
        clock,
      }),
    patched: patched.store,
    /** The test's workspace. */
    key,
    people: slack.team(SHOPS[0]?.id ?? '').team.ids,
    /** Who presses *Allow* from now on. */
    installer: '',
    /** What the service accepts. */
    credentials: scene.merchants.of('corner').credentials,
    /** Begins a test, in the next workspace. */
    next: () => {
      patched.mend();
      slack.faults.clear();
      for (const name of ['corner', 'other'] as const) {
        scene.merchants.of(name).answerWith(() => undefined);
        scene.merchants.of(name).faults.clear();
        at[name] = scene.merchants.of(name).requests.length;
      }
      logLines.length = 0;
      at.exchanges = slack.calls('oauth.v2.access').length;
      number += 1;
      key.teamId = SHOPS[number]?.id ?? 'no more shops';
      shop.people = slack.team(key.teamId).team.ids;
      shop.installer = shop.people.sara;
    },
    installation: () => shop.installations().find(key.teamId),
    /** The forms sent to `oauth.v2.access`. */
    exchanges: () =>
      slack
        .calls('oauth.v2.access')
        .slice(at.exchanges)
        .map(({ args }) => args),
    /** How often the service was asked whether credentials are right. */
    trials: () =>
      (['corner', 'other'] as const).reduce(
        (sum, name) => sum + scene.merchants.of(name).requests.length - at[name],
        0,
      ),
    pass: clock.move,
    openBrowser,
    /** From the install page to the private page's address. */
    reachPage: async (): Promise<string> => (await openBrowser().allow()).headers.get('location') ?? '',
  });
  return shop;
};

/** The reference that an error page shows. */
export const referenceOn = async (response: Response): Promise<string> =>
  /reference <code>(\w+)<\/code>/.exec(await response.text())?.[1] ?? 'no reference';
