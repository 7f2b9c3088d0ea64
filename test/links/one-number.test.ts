// @module-tag store

import { describe, expect, test } from 'vitest';
import { hashToken } from '../../src/ids.ts';
import { createCheckPlan } from '../../src/links/checks/check-plan.ts';
import { createIssuer, type LinkDraft } from '../../src/links/issuing/issuer.ts';
import type { Link } from '../../src/store/link.ts';
import type { Fault } from '../../tools/sandbox/sandbox-api.ts';
import { ORDER } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { changeShown, type Fields } from '../fixtures/shown-records.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { withCheck } from './check-of.ts';
import { DAY, HOUR, MINUTE, SECOND, START, startLinks } from './link-verbs.ts';

/** The listing does not show links made from this instant on. */
let behindSince = Number.POSITIVE_INFINITY;

const scene = perTest(async () => {
  behindSince = Number.POSITIVE_INFINITY;
  const started = await startLinks({ sandbox: { shape: { conflict: 'bare' } } });
  const { sandbox } = started;
  const isShown = ({ orderId }: Fields) =>
    (sandbox.link(String(orderId))?.createdAt ?? Number.POSITIVE_INFINITY) < behindSince;
  changeShown(sandbox, ({ of, records }) => (of === 'links' ? { records: records.filter(isShown) } : {}));
  return started;
});

const ORDERED = {
  FullName: 'Omar Haddad',
  Email: 'omar@example.com',
  Phone: '+971501112233',
  invoiceAmount: 250,
  notes: 'June rent',
  isTermsAndConditionsAccepted: true as const,
  expiryOn: '2026-12-21 12:00:00',
  Is_QR_needed: false,
  Is_invoice_generated: false,
};

const HALA = { FullName: 'Hala Nasser', Email: 'hala@example.com', Phone: '+971501114444' };

const draftOf = (nonce: string, changes: Partial<LinkDraft['request']> = {}): LinkDraft => ({
  nonce,
  ...ORDER,
  request: { ...ORDERED, ...changes },
  expiresAt: START + 30 * DAY,
  consent: null,
});

const order = async (draft: LinkDraft): Promise<Link> => {
  const { link, send } = await scene.app.issuer.reserve(draft);
  if (link === null || send === null) throw new Error('not reserved');
  return send();
};

/** Presses *Try again*, and submits the form. */
const repeat = (link: Link, changes: Partial<LinkDraft['request']> = {}, nonce = 'again') =>
  scene.app.issuer.repeat({ ...draftOf(nonce, changes), repeats: link.id });

const sendAgain = async (link: Link, changes: Partial<LinkDraft['request']> = {}): Promise<Link> => {
  const repeated = await repeat(link, changes);
  if (!repeated?.send) throw new Error('not repeated');
  return repeated.send();
};

const refuse = (fault: Partial<Fault>) =>
  scene.sandbox.faults.add({ operation: 'generate', times: 1, ...fault } as Fault);

const TOO_MANY: Partial<Fault> = { kind: 'status', status: 429, retryAfter: 7 };

/** The listing shows a reference of ours. */
const issueOther = () => scene.issue({ amount: 10 });

const made = (invoiceId: string) => scene.sandbox.links().filter((link) => link.invoiceId === invoiceId);

test.each([
  ['an error that is not the service’s', () => Promise.reject(new TypeError('odd'))],
  ['something that is no error at all', () => Promise.reject(null)],
])(
  'a request that ends in %s may have been sent: its link is in doubt, and no second one is requested',
  async (_, generateLink) => {
    let asked = 0;
    const { services } = scene.app;
    const of: typeof services.of = (link) => ({
      ...services.of(link),
      generateLink: () => {
        asked += 1;
        return generateLink();
      },
    });
    const app = { ...scene.app, services: { ...services, of } };
    const plan = createCheckPlan(scene.app.config.checks);
    const issuer = createIssuer(app, { plan, lostLinks: scene.app.lostLinks });
    const { link, send } = await issuer.reserve(draftOf('first'));
    expect(await send?.()).toMatchObject({
      state: 'unknown',
      failure: { next: expect.stringContaining('Don’t make it again until') },
    });
    expect(await withCheck(scene.store, link?.id ?? '')).toMatchObject({ checkDueAt: START + 5 * SECOND });
    expect((await scene.store.links.history(link?.id ?? '')).at(-1)?.cause).toBe('no certain answer');
    expect((await issuer.reserve(draftOf('first'))).send).toBeNull();
    expect(await issuer.repeat({ ...draftOf('again'), repeats: link?.id ?? '' })).toMatchObject({
      send: null,
    });
    expect(asked).toBe(1);
  },
);

describe('a link that the service said no about', () => {
  test.each<[string, Partial<Fault>]>([
    ['429', TOO_MANY],
    ['402', { kind: 'status', status: 402 }],
    ['418', { kind: 'status', status: 418 }],
    ['code 97', { kind: 'body-failure', code: '97' }],
    ['code 99', { kind: 'body-failure', code: '99' }],
    ['code 42', { kind: 'body-failure', code: '42' }],
    ['a word that nobody knows', { kind: 'body-failure', code: 'PERHAPS' }],
  ])('with %s is found at once if it was made, and else sent again under its number', async (_, fault) => {
    await issueOther();
    refuse({ ...fault, afterWork: true });
    expect(await order(draftOf('first'))).toMatchObject({ state: 'open', address: expect.anything() });

    refuse(fault);
    const link = await order(draftOf('second', { ...HALA, invoiceAmount: 300 }));
    expect(link).toMatchObject({ state: 'failed', failure: { watchedUntil: START + DAY } });
    const again = await sendAgain(link, { ...HALA, invoiceAmount: 300 });
    expect(again).toMatchObject({ id: link.id, invoiceId: link.invoiceId, state: 'open', failure: null });
    expect(made(link.invoiceId)).toHaveLength(1);
    expect((await scene.store.links.history(link.id)).map(({ cause }) => cause)).toEqual([
      'form submitted',
      'answered no',
      'not found',
      'requested again',
      'answered',
    ]);
  });

  test('is sent again once by one form, also if the form arrives again after the link has ended', async () => {
    await issueOther();
    refuse(TOO_MANY);
    const link = await sendAgain(await order(draftOf('first')));
    await scene.store.links.move({ id: link.id, to: 'expired', at: START + DAY, cause: 'expired unpaid' });
    expect(await repeat(link)).toBeNull();
    expect(await scene.app.issuer.reserve(draftOf('again'))).toMatchObject({
      link: { id: link.id },
      send: null,
    });
  });

  test('is in doubt while the listing shows no reference of ours', async () => {
    refuse(TOO_MANY);
    const link = await order(draftOf('first'));
    expect(link).toMatchObject({ state: 'unknown', failure: { doubt: 'answered-no' } });
    await issueOther();
    await scene.clock.advance(5 * SECOND);
    await scene.checkDue();
    expect(await scene.store.links.get(link.id)).toMatchObject({ state: 'failed' });
    expect(await scene.noticesOf(link)).toEqual(['tell news']);
  });

  testAtLength(
    'is adopted when the listing shows it later, and looked for no longer than a day',
    async () => {
      await issueOther();
      refuse({ ...TOO_MANY, afterWork: true });
      await scene.clock.advance(SECOND);
      behindSince = START + SECOND;
      const link = await order(draftOf('first'));
      expect(link.state).toBe('failed');
      behindSince = Number.POSITIVE_INFINITY;
      await scene.clock.advance(MINUTE);
      await scene.checkDue();
      expect(await scene.store.links.get(link.id)).toMatchObject({ state: 'open', failure: null });
      expect(await scene.noticesOf(link)).toEqual(['show']);

      refuse(TOO_MANY);
      const never = await order(draftOf('second', { ...HALA, invoiceAmount: 300 }));
      for (let hour = 0; hour < 26; hour += 1) {
        await scene.clock.advance(HOUR);
        await scene.checkDue();
      }
      expect(await withCheck(scene.store, never.id)).toMatchObject({ state: 'failed', checkDueAt: null });
    },
  );

  testAtLength('and that was made all the same is not made twice by another try', async () => {
    await issueOther();
    await scene.clock.advance(SECOND);
    behindSince = START + SECOND;
    refuse({ ...TOO_MANY, afterWork: true });
    const link = await order(draftOf('first'));
    const again = await sendAgain(link);
    expect(again).toMatchObject({ state: 'unknown', invoiceId: link.invoiceId });
    behindSince = Number.POSITIVE_INFINITY;
    await scene.clock.advance(5 * SECOND);
    await scene.checkDue();
    expect(await scene.store.links.get(link.id)).toMatchObject({ state: 'open' });
    const [only, ...others] = made(link.invoiceId);
    expect(others).toEqual([]);
    // The service calls the address that it was given with the first try.
    const token = String(only?.request.callback_url).split('/').at(-1) ?? '';
    const callback = { evidenceHash: 'h', evidence: {}, receivedAt: scene.clock.now() };
    expect(await scene.store.callbacks.take({ ...callback, tokenHash: hashToken(token) })).toBe('stored');
  });
});

describe('an order that is submitted again', () => {
  const failed = async (changes: Partial<LinkDraft['request']> = {}): Promise<Link> => {
    await issueOther();
    refuse(TOO_MANY);
    return order(draftOf('first', changes));
  };

  test('does not replace itself', async () => {
    const link = await failed();
    const draft = { ...draftOf('again'), repeats: link.id, saleId: link.saleId };
    expect((await scene.app.issuer.repeat(draft))?.link).toMatchObject({
      id: link.id,
      saleId: link.saleId,
    });
  });

  test('twice at the same moment is sent once', async () => {
    const link = await failed();
    const both = await Promise.all([repeat(link), repeat(link, {}, 'again-2')]);
    expect(both.filter((one) => one?.send)).toHaveLength(1);
    expect(both.map((one) => one?.link?.id)).toEqual([link.id, link.id]);
  });

  test.each<[string, Partial<LinkDraft['request']>]>([
    ['amount', { invoiceAmount: 251 }],
    ['customer', { Phone: '+971509998877' }],
    ['purpose', { notes: 'July rent' }],
    ['expiry', { expiryOn: '2026-12-22 12:00:00' }],
    ['number', { Invoice_Id: 'INV-8' }],
  ])('with another %s is another order', async (_, changes) => {
    expect(await repeat(await failed(), changes)).toBeNull();
  });

  testAtLength('with a change takes the next number, which is unique as any other', async () => {
    const link = await failed({ Invoice_Id: 'INV-7' });
    await order(draftOf('taken', { ...HALA, Invoice_Id: 'INV-7-2', invoiceAmount: 400 }));
    const somebody = { FullName: 'Lena Weber', Email: 'lena@example.com', Phone: '+971501115555' };
    const changed = { ...somebody, Invoice_Id: 'inv-7', invoiceAmount: 260 };
    expect(await repeat(link, changed)).toBeNull();
    const { link: other } = await scene.app.issuer.reserve(draftOf('changed', changed));
    expect(other).toMatchObject({ invoiceId: 'INV-7-3', invoiceIdAsked: 'INV-7' });
    expect(await sendAgain(link, { Invoice_Id: 'INV-7' })).toMatchObject({
      invoiceId: 'INV-7',
      state: 'open',
    });
  });

  testAtLength('shows the link that turned up meanwhile, and sends nothing', async () => {
    const link = await failed();
    await sendAgain(link);
    expect(await repeat(link, {}, 'third')).toMatchObject({
      link: { id: link.id, state: 'open' },
      send: null,
    });
  });

  testAtLength('keeps the customer’s limit', async () => {
    const link = await failed();
    await expect(
      scene.app.issuer.repeat({ ...draftOf('again'), repeats: link.id, limitFils: 24_999 }),
    ).rejects.toThrow('exceed the limit');
    const repeated = await scene.app.issuer.repeat({
      ...draftOf('again'),
      repeats: link.id,
      limitFils: 25_000,
    });
    expect(repeated?.send).not.toBeNull();
  });

  testAtLength('asks about a link that was made for the same sale meanwhile', async () => {
    const link = await failed();
    await order(draftOf('colleague'));
    expect((await repeat(link))?.conflict).toMatchObject({ because: 'duplicates' });
  });
});

describe('a number', () => {
  test('is not given again, however it is written', async () => {
    await order(draftOf('first', { Invoice_Id: 'INV-7' }));
    for (const typed of ['inv-7', ' Inv -7', 'INV-\u00a07']) {
      const draft = draftOf(typed, { ...HALA, Invoice_Id: typed, invoiceAmount: 300 });
      const { conflict } = await scene.app.issuer.reserve(draft);
      expect(conflict).toMatchObject({ because: 'invoice-id', holder: { invoiceId: 'INV-7' } });
    }
  });

  testAtLength('that the service has is followed by the next once two looks found none', async () => {
    refuse({ kind: 'status', status: 409 });
    const link = await order(draftOf('first', { Invoice_Id: 'INV-7' }));
    expect(link).toMatchObject({ state: 'unknown', failure: { doubt: 'number-taken', looks: 1 } });
    await scene.clock.advance(5 * SECOND);
    await scene.checkDue();
    const refused = await scene.store.links.get(link.id);
    expect(refused).toMatchObject({ state: 'failed', failure: { next: expect.stringContaining('INV-7-2') } });
    const again = await sendAgain(refused, { Invoice_Id: 'INV-7' });
    expect(again).toMatchObject({
      id: link.id,
      invoiceId: 'INV-7-2',
      invoiceIdAsked: 'INV-7',
      state: 'open',
    });
  });

  test.each<[string, () => Promise<Link>]>([
    ['that Paylink made', async () => order(draftOf('first'))],
    [
      'that the order had sent before',
      async () => {
        await issueOther();
        refuse(TOO_MANY);
        const link = await order(draftOf('first', { Invoice_Id: 'INV-7' }));
        refuse({ kind: 'status', status: 409 });
        return sendAgain(link, { Invoice_Id: 'INV-7' });
      },
    ],
  ])('%s, and that the service has, leaves the link in doubt', async (name, send) => {
    if (name === 'that Paylink made') refuse({ kind: 'status', status: 409 });
    const link = await send();
    expect(link).toMatchObject({ state: 'unknown' });
    expect(link.failure?.doubt).toBeUndefined();
  });
});
