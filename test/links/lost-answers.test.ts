import { describe, expect, test } from 'vitest';
import type { Fault } from '../../playground/sandbox/sandbox-api.ts';
import { FRONT_DESK, SARA } from '../../playground/slack/people-and-places.ts';
import { fillLinkForm, issueLink, openForm, openLongForm, settledModal } from '../fixtures/link-form.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { connectTo } from '../fixtures/payment-service.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { sample } from '../fixtures/whole-suite.ts';

const within = async (
  work: (scene: Scene) => Promise<void>,
  options: Parameters<typeof startScene>[0] = {},
) => {
  const scene = await startScene(options);
  try {
    await work(scene);
  } finally {
    await scene.close();
  }
};

const posts = (scene: Scene) =>
  scene.sandbox.requests.filter((request) => request.path.endsWith('/payment-link/generate')).length;

const linksIn = async ({ database }: Scene, state: 'open' | 'unknown' | 'failed') => {
  const store = await database.open();
  try {
    return await store.links.inState(state);
  } finally {
    await store.close();
  }
};

interface Ending {
  name: string;
  fault: Fault;
  title: string;
  says: RegExp;
  mayTryAgain: boolean;
  made: number;
}

const once = { operation: 'generate', times: 1 } as const;

const ENDINGS: Ending[] = [
  {
    name: 'a 500',
    fault: { ...once, kind: 'status', status: 500 },
    title: 'Checking…',
    says: /Do not send another link/,
    mayTryAgain: false,
    made: 0,
  },
  {
    name: 'a 503',
    fault: { ...once, kind: 'status', status: 503 },
    title: 'Checking…',
    says: /Do not send another link/,
    mayTryAgain: false,
    made: 0,
  },
  {
    name: 'a 429 with Retry-After',
    fault: { ...once, kind: 'status', status: 429, retryAfter: 7 },
    title: 'No link was made',
    says: /7 seconds/,
    mayTryAgain: true,
    made: 0,
  },
  {
    name: 'a 401',
    fault: { ...once, kind: 'status', status: 401 },
    title: 'No link was made',
    says: /secret key/,
    mayTryAgain: true,
    made: 0,
  },
  {
    name: 'a 403',
    fault: { ...once, kind: 'status', status: 403 },
    title: 'No link was made',
    says: /IP address/,
    mayTryAgain: true,
    made: 0,
  },
  {
    name: 'a failure inside a 200',
    fault: { ...once, kind: 'body-failure', code: '99' },
    title: 'No link was made',
    says: /limit/,
    mayTryAgain: true,
    made: 0,
  },
  {
    name: 'a connection dropped before the work',
    fault: { ...once, kind: 'drop-before-work' },
    title: 'Checking…',
    says: /Do not send another link/,
    mayTryAgain: false,
    made: 0,
  },
  {
    name: 'HTML instead of JSON',
    fault: { ...once, kind: 'html' },
    title: 'Checking…',
    says: /Do not send another link/,
    mayTryAgain: false,
    made: 0,
  },
  {
    name: 'half a body',
    fault: { ...once, kind: 'truncated' },
    title: 'Checking…',
    says: /Do not send another link/,
    mayTryAgain: false,
    made: 0,
  },
  {
    name: 'a body of 50 MB',
    fault: { ...once, kind: 'huge' },
    title: 'Checking…',
    says: /Do not send another link/,
    mayTryAgain: false,
    made: 0,
  },
  {
    name: 'no body',
    fault: { ...once, kind: 'empty' },
    title: 'Checking…',
    says: /Do not send another link/,
    mayTryAgain: false,
    made: 0,
  },
  {
    name: 'a connection dropped after the work',
    fault: { ...once, kind: 'drop-after-work' },
    title: 'Payment link ready',
    says: /\/pay\//,
    mayTryAgain: false,
    made: 1,
  },
  {
    name: 'an answer without an address',
    fault: { ...once, kind: 'no-address' },
    title: 'Payment link ready',
    says: /\/pay\//,
    mayTryAgain: false,
    made: 1,
  },
];

describe('after one request that ends in', () => {
  test.each(sample(ENDINGS))(
    '$name, the person has a clear end state and no second request goes out',
    async (ending) => {
      const scene = await startScene();
      try {
        scene.sandbox.faults.add(ending.fault);
        const modal = await issueLink(scene);
        expect(modal.title).toBe(ending.title);
        expect(seen(modal).text).toMatch(ending.says);
        expect(seen(modal).buttons.includes('Try again')).toBe(ending.mayTryAgain);
        expect(posts(scene)).toBe(1);
        expect(scene.sandbox.links()).toHaveLength(ending.made);
        await scene.paylink.stop();
        const state = ending.made === 1 ? 'open' : ending.mayTryAgain ? 'failed' : 'unknown';
        expect(await linksIn(scene, state)).toHaveLength(1);
      } finally {
        await scene.close();
      }
    },
  );
});

test('a slow service is waited for, long after Slack was answered', () =>
  within(async (scene) => {
    scene.sandbox.faults.add({ ...once, kind: 'delay', delayMs: 4_000 });
    const form = await openForm(scene);
    expect(await scene.slack.submit(SARA, form.id, fillLinkForm())).toEqual({ ok: true });
    expect(seen(scene.slack.topModal(SARA)).text).toContain('Making a link');
    const modal = await scene.slack.until(() => {
      const top = scene.slack.topModal(SARA);
      return top?.title === 'Payment link ready' ? top : undefined;
    }, 10_000);
    expect(seen(modal).text).toContain('/pay/');
  }));

test('a service that is silent past the time-out leaves the outcome unknown', () =>
  within(
    async (scene) => {
      scene.sandbox.faults.add({ ...once, kind: 'delay', delayMs: 6_000 });
      const form = await openForm(scene);
      await scene.slack.submit(SARA, form.id, fillLinkForm());
      const modal = await scene.slack.until(() => {
        const top = scene.slack.topModal(SARA);
        return top?.title === 'Checking…' ? top : undefined;
      }, 10_000);
      expect(seen(modal).text).toMatch(/did not answer in time/);
    },
    { timeouts: { headersMs: 1_000 } },
  ));

test('another link in the place of one that is not certain takes a press that says what it risks', () =>
  within(async (scene) => {
    scene.sandbox.faults.add({ ...once, kind: 'drop-after-work' });
    scene.sandbox.faults.add({ operation: 'links', kind: 'status', status: 500 });
    const form = await openLongForm(scene);
    await scene.slack.submit(SARA, form.id, fillLinkForm({ Invoice_Id: 'INV-7' }));
    const modal = await scene.slack.until(() => {
      const top = scene.slack.topModal(SARA);
      return seen(top).buttons.includes('Make another anyway') ? top : undefined;
    });
    expect(modal.title).toBe('Checking…');
    expect(seen(modal).questions.join()).toContain('both can be paid and one must be refunded');
    await scene.slack.click(SARA, { viewId: modal.id }, { actionId: 'make_another_anyway' });
    const again = await scene.slack.until(() => {
      const top = scene.slack.topModal(SARA);
      return top?.submit === 'Create link' ? top : undefined;
    });
    await scene.slack.submit(SARA, again.id, {});
    const ready = await settledModal(scene);
    expect(ready.title).toBe('Payment link ready');
    expect(seen(ready).text).toContain('INV-7/2');
    expect(scene.sandbox.links().map(({ invoiceId }) => invoiceId)).toEqual(['INV-7', 'INV-7/2']);
  }));

test('a service that is down is told as such, and the form comes back with its values', () =>
  within(async (scene) => {
    await scene.sandbox.close();
    const modal = await issueLink(scene);
    expect(modal.title).toBe('No link was made');
    expect(seen(modal).text).toMatch(/could not be reached/);
    await scene.slack.click(SARA, { viewId: modal.id }, { actionId: 'try_again' });
    const form = await scene.slack.until(() => {
      const top = scene.slack.topModal(SARA);
      return top?.submit === 'Create link' ? top : undefined;
    });
    const values = Object.values(seen(form).fields);
    expect(values).toEqual(
      expect.arrayContaining(['Sara Khan', '250.00', 'June rent', 'sara.khan@example.com']),
    );
  }));

test('a reference that the service knows brings the form back and shows the link that holds it', () =>
  within(async (scene) => {
    const service = connectTo(scene.sandbox);
    await service.generateLink({
      FullName: 'Lina Aziz',
      Email: 'lina@example.com',
      Phone: '+971507654321',
      invoiceAmount: 250,
      notes: 'Made in the dashboard',
      isTermsAndConditionsAccepted: true,
      expiryOn: '2030-12-21 12:00:00',
      Is_QR_needed: false,
      Is_invoice_generated: false,
      Invoice_Id: 'INV-9',
    });
    await service.close();
    const again = await openLongForm(scene);
    await scene.slack.submit(SARA, again.id, fillLinkForm({ Invoice_Id: 'INV-9', invoiceAmount: '300' }));
    const modal = await scene.slack.until(() => {
      const top = scene.slack.topModal(SARA);
      return /already belongs to/.test(seen(top).text) ? top : undefined;
    });
    expect(modal.submit).toBe('Create link');
    expect(seen(modal).text).toContain('INV-9 already belongs to a link of AED 250.00');
    expect(seen(modal).fields['Amount in AED']).toBe('300.00');
    expect(scene.sandbox.links()).toHaveLength(1);
    expect(await scene.slack.submit(SARA, modal.id, {})).toMatchObject({
      errors: { Invoice_Id: expect.stringContaining('The payment service has INV-9 already') },
    });
  }));

test.each([400, 422])(
  'values that the service refuses with %i come back in the form, with its word for it',
  (status) =>
    within(async (scene) => {
      scene.sandbox.faults.add({ ...once, kind: 'status', status });
      const form = await openLongForm(scene);
      await scene.slack.submit(SARA, form.id, fillLinkForm({ City: 'Dubai' }));
      const again = await scene.slack.until(() => {
        const top = scene.slack.topModal(SARA);
        return /⚠️/.test(seen(top).text) ? top : undefined;
      });
      expect(again.submit).toBe('Create link');
      const values = Object.values(seen(again).fields);
      expect(values).toEqual(
        expect.arrayContaining(['250.00', 'Sara Khan', 'sara.khan@example.com', 'June rent', 'Dubai']),
      );
      expect(await scene.slack.submit(SARA, again.id, {})).toEqual({ ok: true });
      expect((await settledModal(scene)).title).toBe('Payment link ready');
      expect(posts(scene)).toBe(2);
    }),
);

test('a closed modal does not lose bad news: the creator gets it by direct message', () =>
  within(async (scene) => {
    const form = await openForm(scene);
    scene.sandbox.faults.add({ ...once, kind: 'status', status: 500 });
    scene.slack.faults.add({ method: 'views.update', error: 'not_found' });
    await scene.slack.submit(SARA, form.id, fillLinkForm());
    const message = await scene.slack.until(() =>
      scene.slack.messages('D0SARA0001').find((one) => /don’t know yet/.test(one.text)),
    );
    expect(seen(message).buttons).toContain('Check again');
  }));

test('a process that died while it asked tells the creator at the next start, and check again settles it', async () => {
  const scene = await startScene();
  await scene.paylink.stop();
  const store = await scene.database.open();
  // Longer ago than a request lasts: an instance among others takes it for ended only then.
  const at = scene.clock.now() - 10 * 60_000;
  const place = { teamId: 'T0PLAY', channelId: FRONT_DESK, creatorId: SARA };
  await store.links.reserve(buildNewLink('lnk_dead', { ...place, amountFils: 25_000, checkDueAt: at, at }));
  await store.close();
  const { createApp } = await import('../../src/app.ts');
  const { loadConfig } = await import('../../src/config/config.ts');
  const { createLog } = await import('../../src/log.ts');
  const { config } = loadConfig({
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1:9',
    SLACK_API_URL: scene.slack.apiUrl,
    SLACK_SIGNING_SECRET: scene.slack.signingSecret,
    SLACK_BOT_TOKEN: scene.slack.botToken,
    PAYLINK_BASE_URL: scene.sandbox.baseUrl,
    PAYLINK_API_KEY: 'k',
    PAYLINK_ACCOUNT_ID: 'a',
    PAYLINK_SECRET_KEY: 's',
    ...scene.database.env,
  });
  const next = await createApp({ config, log: createLog('silent') });
  try {
    await next.start();
    const message = await scene.slack.until(() => scene.slack.messages('D0SARA0001').at(-1));
    expect(seen(message).text).toMatch(/restarted while it made this link/);
    expect(seen(message).buttons).toContain('Check again');
  } finally {
    await next.stop();
    await scene.close();
  }
});
