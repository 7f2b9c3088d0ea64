import type { IncomingMessage } from 'node:http';
import { ErrorCode, WebClient } from '@slack/web-api';
import { createBoltLogger } from '../../slack/bolt-logger.ts';
import type { NewInstallation } from '../installations.ts';
import { buildBackToSlack } from './back-to-slack.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import type { InstallRoutesDependencies } from './install-dependencies.ts';
import type { InstallStates } from './install-states.ts';
import type { PageReply } from './page-reply.ts';
import { AccessUnusableError, parseAccess } from './parse-access.ts';
import { buildTroublePage, type TroublePageParts } from './trouble-page.ts';

/** How long the user may look at an empty page. A code works only once, so we cannot retry. */
const PATIENCE_MS = 15_000;
/** Long enough for the trip to Slack and back, short enough to allow another install the same day. */
const SENT_ON_LASTS_SECONDS = 10 * 60;

interface InstallReturnDependencies
  extends Pick<
    InstallRoutesDependencies,
    'installations' | 'clientId' | 'clientSecret' | 'slackApiUrl' | 'onInstalled' | 'ids' | 'log'
  > {
  installUrl: string;
  redirectUri: string;
  states: InstallStates;
  cookie: BrowserCookie;
  /** Marks a browser that arrived without a state and was sent to the install page. */
  sentOn: BrowserCookie;
  createConnectAddress(
    key: { enterpriseId: string | null; teamId: string | null },
    userId: string,
  ): Promise<string>;
}

/** `GET /slack/oauth_redirect`: Slack sends the user back here. */
export const createInstallReturn = (deps: InstallReturnDependencies) => {
  const { installations, clientId, clientSecret, redirectUri, states, cookie, sentOn, ids, log } = deps;
  const client = new WebClient(undefined, {
    slackApiUrl: deps.slackApiUrl,
    retryConfig: { retries: 0 },
    timeout: PATIENCE_MS,
    rejectRateLimitedCalls: true,
    logger: createBoltLogger(log),
  });
  const again = { text: 'Start again', address: deps.installUrl };

  const refuse = (
    status: number,
    parts: Omit<TroublePageParts, 'reference' | 'link'>,
    why: object,
  ): PageReply => {
    const reference = ids.reference();
    log.warn({ ...why, reference }, 'an install was not finished');
    return { status, page: buildTroublePage({ ...parts, link: again, reference }) };
  };

  const finish = async (code: string): Promise<PageReply> => {
    const answer = await client.oauth.v2.access({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      redirect_uri: redirectUri,
    });
    const installed = parseAccess(answer);
    const kept = await installations.save(installed);
    await deps.onInstalled?.(installed, kept);
    if (kept.installedBy !== installed.installedBy) return buildInstalledAgain(installed);
    return { status: 303, location: await deps.createConnectAddress(installed, installed.installedBy) };
  };

  /**
   * Slack's own admin pages install the app without a state, and such a code looks just like one an attacker tricked
   * the user into opening. We never exchange it: we send the user to our install page instead. Only once, so that
   * they do not go round in circles.
   */
  const beginHere = (request: IncomingMessage): PageReply => {
    if (sentOn.read(request) !== null) return refuse(400, NO_STATE, { state: 'missing again' });
    log.info('an install came without a state, and is begun here');
    return {
      status: 302,
      location: deps.installUrl,
      cookie: sentOn.build(ids.callbackToken(), SENT_ON_LASTS_SECONDS),
    };
  };

  return async (request: IncomingMessage): Promise<PageReply> => {
    const { searchParams: sent } = new URL(request.url ?? '', 'http://app.invalid');
    if (!sent.get('state') && sent.get('code')) return beginHere(request);
    const browser = cookie.read(request);
    const isOurs = browser !== null && (await states.redeem(sent.get('state') ?? '', browser));
    if (sent.get('error') === 'access_denied')
      return { status: 200, page: buildTroublePage({ ...CANCELLED, link: again }) };
    if (!isOurs) return refuse(400, STALE, { hasCookie: browser !== null });
    const code = sent.get('code');
    if (!code) return refuse(400, NO_CODE, { error: (sent.get('error') ?? 'no code').slice(0, 60) });
    try {
      return await finish(code);
    } catch (error) {
      if (error instanceof AccessUnusableError) return refuse(502, UNUSABLE, { err: error });
      if (isOfSlack(error)) return refuse(502, REFUSED, { err: error });
      throw error;
    }
  };
};

const SLACK_FAILURES = new Set<string>([
  ErrorCode.PlatformError,
  ErrorCode.RequestError,
  ErrorCode.HTTPError,
  ErrorCode.RateLimitedError,
]);

function isOfSlack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && SLACK_FAILURES.has(String(error.code));
}

const buildInstalledAgain = (installed: NewInstallation): PageReply => ({
  status: 200,
  page: buildTroublePage({
    title: 'Paylink is installed again',
    what: 'Paylink was already installed here. Its settings, its roles and its payment service stay as they were.',
    next: 'The person who installed it first and its other admins can change them in Slack with /paylink settings. If none of them is left, remove Paylink from Slack and install it again.',
    back: buildBackToSlack(installed),
  }),
});
const NO_STATE = {
  title: 'Slack did not finish the install',
  what: 'Slack sent you back twice without proof that you began here. Nothing was installed.',
  next: 'Start again, and press Allow at Slack. If it goes on, ask the person who looks after Paylink.',
};
const CANCELLED = {
  title: 'Nothing was installed',
  what: 'You pressed Cancel at Slack, so Paylink was not added, and nothing was kept.',
  next: 'If someone else has to allow it, send them the address of the install page.',
};
const STALE = {
  title: 'This install link has expired',
  what: 'An install can be finished once, within half an hour, in the browser where it was started. Nothing was installed.',
  next: 'Start again from the install page. The browser must accept this site’s cookie.',
};
const NO_CODE = {
  title: 'Slack did not finish the install',
  what: 'Slack sent you back without its permission. Nothing was installed.',
  next: 'Start again. If it goes on, ask the person who looks after Paylink.',
};
const REFUSED = {
  title: 'Slack did not finish the install',
  what: 'Slack did not grant its permission. Nothing was kept here.',
  next: 'Start again. If it goes on, ask the person who looks after Paylink: the log says what Slack answered.',
};
const UNUSABLE = {
  title: 'Slack’s permission cannot be used',
  what: 'Slack answered with something that Paylink cannot work with. Nothing was kept here.',
  next: 'Ask the person who looks after Paylink: the log says what was wrong.',
};
