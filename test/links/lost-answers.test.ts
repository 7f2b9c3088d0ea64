// @module-tag long
// @module-tag store

import { expect, onTestFinished, test } from 'vitest';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import type { Fault } from '../../tools/sandbox/sandbox-api.ts';
import {
  closeModals,
  createForm,
  fillLinkForm,
  issueLink,
  modalWhere,
  openForm,
  openLongForm,
  submitForm,
} from '../fixtures/link-form.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { connectTo } from '../fixtures/payment-service.ts';
import { cardIn, modalWith } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, type SceneOptions, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const start = async (options: SceneOptions = {}): Promise<Scene> => {
  const scene = await startScene(options);
  onTestFinished(() => scene.close());
  return scene;
};

const posts = (scene: Scene) =>
  scene.sandbox.requests.filter((request) => request.path.endsWith('/payment-link/generate')).length;

const once = { operation: 'generate', times: 1 } as const;
const CHECKING = ['Checking…', /Do not send another link/, 'unknown'] as const;
const READY = ['Scan to pay', /\/pay\//, 'open'] as const;
const notMade = (says: RegExp) => ['No link was made', says, 'failed'] as const;

const ENDINGS: [
  name: string,
  fault: Partial<Fault>,
  title: string,
  says: RegExp,
  state: 'open' | 'unknown' | 'failed',
][] = [
  ['a 500', { kind: 'status', status: 500 }, ...CHECKING],
  ['a 503', { kind: 'status', status: 503 }, ...CHECKING],
  ['a 401', { kind: 'status', status: 401 }, ...notMade(/secret key/)],
  ['a 403', { kind: 'status', status: 403 }, ...notMade(/IP address/)],
  ['a failure inside a 200', { kind: 'body-failure', code: '92' }, ...notMade(/mistake/)],
  [
    'a 99 before any link of ours is listed',
    { kind: 'body-failure', code: '99' },
    'Checking…',
    /Paylink is looking/,
    'unknown',
  ],
  ['a connection dropped before the work', { kind: 'drop-before-work' }, ...CHECKING],
  ['HTML instead of JSON', { kind: 'html' }, ...CHECKING],
  ['half a body', { kind: 'truncated' }, ...CHECKING],
  ['a body of 50 MB', { kind: 'huge' }, ...CHECKING],
  ['no body', { kind: 'empty' }, ...CHECKING],
  ['a connection dropped after the work', { kind: 'drop-after-work' }, ...READY],
  ['an answer without an address', { kind: 'no-address' }, ...READY],
];

test('after a request with no certain answer, the person sees the outcome, and no second request is sent', async () => {
  const scene = await start();
  for (const [at, [name, fault, title, says, state]] of ENDINGS.entries()) {
    const before = [posts(scene), scene.sandbox.links().length] as const;
    scene.sandbox.faults.add({ ...once, ...fault } as Fault);
    const modal = await issueLink(scene, { invoiceAmount: `${300 + at}` });
    expect([name, modal.title]).toEqual([name, title]);
    expect(seen(modal).text).toMatch(says);
    expect(seen(modal).buttons.includes('Try again')).toBe(state === 'failed');
    expect(posts(scene)).toBe(before[0] + 1);
    expect(scene.sandbox.links()).toHaveLength(before[1] + (state === 'open' ? 1 : 0));
    const made = await scene.store.links.inState(state);
    expect(made.filter(({ amountFils }) => amountFils === (300 + at) * 100)).toHaveLength(1);
    await closeModals(scene);
  }
});

test('a link that the service said no about is found if it was made, or *Try again* sends the same number', async () => {
  const scene = await start();
  await issueLink(scene, { FullName: 'Omar Nasser', Email: 'omar@example.com', Phone: '+971507654321' });
  const no = { ...once, kind: 'status', status: 429, retryAfter: 1 } as const;
  scene.sandbox.faults.add({ ...no, afterWork: true });
  expect((await issueLink(scene)).title).toBe('Scan to pay');
  expect(scene.sandbox.links()).toHaveLength(2);

  scene.sandbox.faults.add(no);
  const modal = await issueLink(scene, { invoiceAmount: '300' });
  expect(modal.title).toBe('No link was made');
  expect(seen(modal).text).toContain('Try again: the same number is used');
  const numbers = () =>
    scene.sandbox.requests.flatMap(({ path, body }) =>
      path.endsWith('/payment-link/generate') ? [(body as { Invoice_Id: string }).Invoice_Id] : [],
    );
  await scene.slack.click(SARA, { viewId: modal.id }, { actionId: 'try_again' });
  expect((await submitForm(scene, await createForm(scene), {})).title).toBe('Scan to pay');
  expect(scene.sandbox.links()).toHaveLength(3);
  expect(numbers().at(-1)).toBe(numbers().at(-2));
});

/** The store refuses the next answers, as often as it is told. */
const startRefusing = async (env: Record<string, string>) => {
  let left = 0;
  const scene = await start({
    env,
    withStore: (store) => {
      const move: typeof store.links.move = (change) =>
        left > 0 ? Promise.reject(new Error(`the disk is full: ${left--}`)) : store.links.move(change);
      return { ...store, links: { ...store.links, move } };
    },
  });
  return {
    scene,
    refuse: (times: number) => {
      left = times;
    },
  };
};

test('the write of an answer is tried again', async () => {
  const { scene, refuse } = await startRefusing({});
  refuse(2);
  expect((await issueLink(scene)).title).toBe('Scan to pay');
  expect(posts(scene)).toBe(1);
});

testAtLength('an answer that cannot be written down does not leave the window at its progress', async () => {
  const { scene, refuse } = await startRefusing({
    ...{ PAYLINK_REQUEST_SECONDS: '4', PAYLINK_CHECK_AFTER_SECONDS: '1' },
  });
  refuse(Number.POSITIVE_INFINITY);
  const modal = await issueLink(scene);
  expect(modal.title).toBe('Checking…');
  expect(seen(modal).text).toMatch(
    /don’t know yet whether the payment link of AED 250\.00.*Don’t make it again.*give reference/s,
  );

  // Once the database writes again, they read in the same window that the link exists.
  refuse(0);
  await modalWhere(scene, ({ id, title }) => id === modal.id && title === 'Scan to pay');
});

test('a link that is found turns the window that said *Checking* into its code; where no window is open, its card says it', async () => {
  const scene = await start({ env: { PAYLINK_CHECK_AFTER_SECONDS: '1' } });
  scene.sandbox.faults.add({ operation: 'links', kind: 'status', status: 500 });
  scene.sandbox.faults.add({ ...once, kind: 'drop-after-work' });
  const form = await openForm(scene);
  scene.slack.faults.add({ method: 'views.update', error: 'not_found', times: 1 });
  await scene.slack.submit(SARA, form.id, fillLinkForm({ invoiceAmount: '90' }));
  await scene.slack.until(() =>
    scene.slack
      .messages(SARA_DM)
      .find(({ text }) => /don’t know yet whether your payment link of AED 90/.test(text)),
  );
  await closeModals(scene);

  scene.sandbox.faults.add({ ...once, kind: 'drop-after-work' });
  const window = await issueLink(scene);
  expect(window.title).toBe('Checking…');
  scene.sandbox.faults.clear();
  await modalWhere(scene, ({ id, title }) => id === window.id && title === 'Scan to pay');
  await cardIn(scene, /AED 90\.00.*🟡 Waiting/);
  await scene.sandbox.pay(scene.sandbox.links()[1]?.orderId ?? '');
  expect((await modalWith(scene, /✅ Paid AED 250\.00/)).id).toBe(window.id);
});

test('Paylink waits for a slow service, long after it has answered Slack', async () => {
  const scene = await start();
  scene.sandbox.faults.add({ ...once, kind: 'delay', delayMs: 4_000 });
  const form = await openForm(scene);
  expect(await scene.slack.submit(SARA, form.id, fillLinkForm())).toEqual({ ok: true });
  expect(seen(scene.slack.topModal(SARA)).text).toContain('Making a link');
  const modal = await modalWhere(scene, ({ title }) => title === 'Scan to pay');
  expect(seen(modal).text).toContain('/pay/');
});

test('a service that is silent past the time-out leaves the outcome unknown', async () => {
  const scene = await start({ timeouts: { headersMs: 1_000 } });
  scene.sandbox.faults.add({ ...once, kind: 'delay', delayMs: 6_000 });
  const form = await openForm(scene);
  await scene.slack.submit(SARA, form.id, fillLinkForm());
  const modal = await modalWhere(scene, ({ title }) => title === 'Checking…');
  expect(seen(modal).text).toMatch(/did not answer in time/);
});

test('another link instead of an uncertain one needs a confirmation that names the risk', async () => {
  const scene = await start();
  scene.sandbox.faults.add({ ...once, kind: 'drop-after-work' });
  scene.sandbox.faults.add({ operation: 'links', kind: 'status', status: 500 });
  const form = await openLongForm(scene);
  await scene.slack.submit(SARA, form.id, fillLinkForm({ Invoice_Id: 'INV-7' }));
  const modal = await modalWhere(scene, (top) => seen(top).buttons.includes('Make another anyway'));
  expect(modal.title).toBe('Checking…');
  expect(seen(modal).questions.join()).toContain('both can be paid and one must be refunded');
  await scene.slack.click(SARA, { viewId: modal.id }, { actionId: 'make_another_anyway' });
  const again = await createForm(scene);
  const ready = await submitForm(scene, again, {});
  expect(ready.title).toBe('Scan to pay');
  expect(seen(ready).text).toContain('INV-7-2');
  expect(scene.sandbox.links().map(({ invoiceId }) => invoiceId)).toEqual(['INV-7', 'INV-7-2']);
});

test('a check that settles nothing says when it was made, in the window and in a message', async () => {
  const scene = await start();
  scene.sandbox.faults.add({ ...once, kind: 'status', status: 500, times: 2 });
  const window = await issueLink(scene);
  expect(seen(window).text).not.toContain('still not known');
  await scene.slack.click(SARA, { viewId: window.id }, { actionId: 'check_again' });
  await modalWith(scene, /still not known as of <!date/);

  const form = await openForm(scene);
  scene.slack.faults.add({ method: 'views.update', error: 'not_found', times: 4 });
  await scene.slack.submit(SARA, form.id, fillLinkForm({ invoiceAmount: '90' }));
  const told = (words: RegExp) =>
    scene.slack.until(() => scene.slack.messages(SARA_DM).find((one) => words.test(seen(one).text)));
  const { ts } = await told(/don’t know yet/);
  await scene.slack.click(SARA, { channel: SARA_DM, ts }, { actionId: 'check_again' });
  expect((await told(/still not known as of 21 Nov/)).ts).toBe(ts);
});

test('a service that is down is reported, and the form returns with its values', async () => {
  const scene = await start();
  await scene.sandbox.close();
  const modal = await issueLink(scene);
  expect(modal.title).toBe('No link was made');
  expect(seen(modal).text).toMatch(/could not be reached/);
  await scene.slack.click(SARA, { viewId: modal.id }, { actionId: 'try_again' });
  const form = await createForm(scene);
  const values = Object.values(seen(form).fields);
  expect(values).toEqual(
    expect.arrayContaining(['Sara Khan', '250.00', 'June rent', 'sara.khan@example.com']),
  );
});

test('a reference that the service already has brings the form back, with the link that has it', async () => {
  const scene = await start();
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
  const modal = await modalWith(scene, /already belongs to/);
  expect(modal.submit).toBe('Create link');
  expect(seen(modal).text).toContain('INV-9 already belongs to a link of AED 250.00');
  expect(seen(modal).fields['Amount in AED']).toBe('300.00');
  expect(scene.sandbox.links()).toHaveLength(1);
  expect(await scene.slack.submit(SARA, modal.id, {})).toMatchObject({
    errors: { Invoice_Id: expect.stringContaining('The payment service has INV-9 already') },
  });
});

test.each([400, 422])(
  'values that the service refuses with %i return in the form, with its message',
  async (status) => {
    const scene = await start();
    scene.sandbox.faults.add({ ...once, kind: 'status', status });
    const form = await openLongForm(scene);
    await scene.slack.submit(SARA, form.id, fillLinkForm({ City: 'Dubai' }));
    const again = await modalWith(scene, /⚠️/);
    expect(again.submit).toBe('Create link');
    const values = Object.values(seen(again).fields);
    expect(values).toEqual(
      expect.arrayContaining(['250.00', 'Sara Khan', 'sara.khan@example.com', 'June rent', 'Dubai']),
    );
    expect((await submitForm(scene, again, {})).title).toBe('Scan to pay');
    expect(posts(scene)).toBe(2);
  },
);

test('a failure after the modal was closed reaches the creator by direct message', async () => {
  const scene = await start();
  const form = await openForm(scene);
  scene.sandbox.faults.add({ ...once, kind: 'status', status: 500 });
  scene.slack.faults.add({ method: 'views.update', error: 'not_found' });
  await scene.slack.submit(SARA, form.id, fillLinkForm());
  const message = await scene.slack.until(() =>
    scene.slack.messages(SARA_DM).find((one) => /don’t know yet/.test(one.text)),
  );
  expect(seen(message).buttons).toContain('Check again');
});

test('after a crash during the request, the creator gets a message at the next start', async () => {
  const scene = await start();
  await scene.paylink.stop();
  const store = await scene.database.open();
  // Longer ago than a request lasts: before that, another instance may still be waiting.
  const at = scene.clock.now() - 10 * 60_000;
  const place = { teamId: 'T0PLAY', channelId: FRONT_DESK, creatorId: SARA };
  await store.links.reserve(buildNewLink('lnk_dead', { ...place, amountFils: 25_000, checkDueAt: at, at }));
  await store.close();
  await scene.restart();
  const message = await scene.slack.until(() => scene.slack.messages(SARA_DM).at(-1));
  expect(seen(message).text).toMatch(/interrupted while it made this link/);
  expect(seen(message).buttons).toContain('Check again');
});
