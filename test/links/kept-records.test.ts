// @module-tag long
// @module-tag store

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formatLocalDateTime, plainName } from '../../src/payment-service/index.ts';
import type { Link } from '../../src/store/link.ts';
import { ZONE } from '../fixtures/payment-service.ts';
import { perTest } from '../fixtures/per-test.ts';
import { changeShown, type Fields } from '../fixtures/shown-records.ts';
import { sample } from '../fixtures/whole-suite.ts';
import { DAY, HOUR, MINUTE, SECOND, START, startLinks } from './link-verbs.ts';

/** What the transactions listing shows of the link, instead of the sandbox's. */
let rows: Fields[];
/** What the links' own records say, and under which name. */
let status: string;
let statusName: string;
/** More of the links' own records. */
let extra: Fields;

const start = async () => {
  rows = [];
  status = 'ACTIVE';
  statusName = 'status';
  extra = {};
  const reword = (fields: Fields): Fields => ({
    ...fields,
    ...extra,
    status: undefined,
    [statusName]: status,
  });
  const started = await startLinks();
  changeShown(started.sandbox, ({ of, records, page }) => {
    if (of === 'link' || of === 'transaction') return { records: [] };
    if (of === 'links') return { records: records.map(reword) };
    return of === 'transactions' ? { records: page === 0 ? rows : [], total: rows.length } : {};
  });
  return started;
};

const scene = perTest(start);

const row = ({ orderId }: Link, transactionId: string, amount: number, more: Fields = {}): Fields => ({
  ...{ orderId, transactionId, amount, status: 'SUCCESS', currency: 'AED' },
  ...more,
});
const look = async (link: Link, shown: Fields[]) => {
  rows = shown;
  await scene.app.watcher.refresh(await scene.store.links.get(link.id));
  const { state, payment } = await scene.store.links.get(link.id);
  return [state, payment?.finding, payment?.amountFils];
};

describe('what was read once', () => {
  test('stays known when the next complete listing lacks it, and adds up with what that shows', async () => {
    const link = await scene.issue();
    expect(await look(link, [row(link, 'T1', 125)])).toEqual(['reported', 'partly', 12_500]);
    expect(await look(link, [])).toEqual(['reported', 'partly', 12_500]);
    expect(await look(link, [row(link, 'T2', 125)])).toEqual(['paid', 'confirmed', 25_000]);
    expect(await look(link, [])).toEqual(['paid', 'confirmed', 25_000]);
  });

  test('as paid stays Paid when its transaction says failed, and owner and finance hear it once', async () => {
    const link = await scene.issue();
    await look(link, [row(link, 'T1', 250)]);
    for (let again = 0; again < 2; again += 1)
      expect(await look(link, [row(link, 'T1', 250, { status: 'FAILED' })])).toEqual([
        'paid',
        'confirmed',
        25_000,
      ]);
    const told = (await scene.rows('jobs')).filter(({ payload }) => String(payload).includes('"denied"'));
    expect(told).toHaveLength(2);
  });

  test('holds nothing of the customer', async () => {
    const link = await scene.issue();
    const { FullName, Email, Phone } = link.details;
    const customer = { name: FullName, contact: { email: Email, phone: Phone } };
    await look(link, [row(link, 'T1', 250, { customer, payerName: FullName, notes: `for ${FullName}` })]);
    const kept = JSON.stringify(await scene.store.keptRecords.ofLink(link.id));
    expect(kept).toContain('T1');
    for (const value of [FullName, Email, Phone]) expect(kept).not.toContain(value);
  });
});

test('sweeps of links of which nothing is new write nothing', async () => {
  const links = [await scene.issue(), await scene.issue()];
  await scene.sweep();
  const keptOf = () => scene.store.keptRecords.ofLinks(links.map(({ id }) => id));
  const kept = await keptOf();
  expect(kept.size).toBe(2);
  await scene.clock.advance(20 * MINUTE);
  await scene.sweep();
  expect(await keptOf()).toEqual(kept);
  await scene.clock.advance(24 * 60 * MINUTE);
  await scene.sweep();
  for (const [seen] of (await keptOf()).values()) expect(seen?.lastSeenAt).toBe(scene.clock.now());
});

describe('a word of a link’s own record that nobody knows', () => {
  /** Issues a link, and reads what its record says, with the next sweep. */
  const issueAndLook = async () => {
    const link = await scene.issue();
    await scene.clock.advance(5 * MINUTE);
    await scene.sweep();
    return link;
  };
  /** Its record says something else from now on. */
  const goOn = async (word: string, more: Fields = {}) => {
    status = word;
    extra = more;
    await scene.clock.advance(20 * MINUTE);
    await scene.sweep();
    await scene.checkDue();
  };
  const stateOf = async ({ id }: Link) => (await scene.store.links.get(id)).state;
  const taught = async () =>
    (await scene.store.taughtWords.list('T1')).map(({ name, word, linkId, answer }) => [
      ...[name, word, linkId],
      answer?.says ?? null,
    ]);
  const paidNow = (): Fields => ({ paidAt: formatLocalDateTime(scene.clock.now(), ZONE) });
  const isAskedOnce = async () =>
    expect(
      (await scene.rows('jobs')).filter(({ payload }) => String(payload).includes('"about":"record"')),
    ).toHaveLength(1);

  test.each(sample(['status', 'linkStatus', 'paymentLinkState', 'orderStatus', 'link_state']))(
    'is asked about under %s, and means “not paid” once the same link shows another word',
    async (name) => {
      statusName = name;
      status = 'BEREIT';
      const first = await issueAndLook();
      expect(await stateOf(first)).toBe('reported');
      expect((await scene.store.links.get(first.id)).payment?.askedAt).toBe(scene.clock.now());
      expect(await taught()).toEqual([[plainName(name), 'BEREIT', first.id, null]]);
      await goOn('PENDING');
      expect(await taught()).toEqual([[plainName(name), 'BEREIT', first.id, 'not-paid']]);
      status = 'BEREIT';
      const [learned] = await scene.store.taughtWords.list('T1');
      expect(learned?.reference).toBe(first.invoiceId);
      const next = await issueAndLook();
      expect(await stateOf(next)).toBe('open');
      await isAskedOnce();
    },
  );

  test('is learned from a payment that came after it, and frees the links that wait for an answer', async () => {
    status = 'BEREIT';
    const [link, other] = [await issueAndLook(), await issueAndLook()];
    expect([await stateOf(link), await stateOf(other)]).toEqual(['reported', 'reported']);
    await scene.clock.advance(MINUTE);
    await scene.callBack(link);
    expect(await look(link, [row(link, 'T1', 250, paidNow())])).toEqual(['paid', 'confirmed', 25_000]);
    expect(await taught()).toEqual([['status', 'BEREIT', link.id, 'not-paid']]);
    await scene.checkDue();
    expect(await stateOf(other)).toBe('open');
  });

  test('that says paid before its transaction is listed is asked about, and never learned', async () => {
    status = 'EXECUTED';
    for (let at = 0; at < 3; at += 1) {
      const link = await scene.issue();
      await scene.clock.advance(MINUTE);
      const paid = paidNow();
      await scene.callBack(link);
      await scene.clock.advance(10 * SECOND);
      expect((await look(link, [])).slice(0, 2)).toEqual(['reported', 'unconfirmed']);
      await scene.clock.advance(140 * SECOND);
      expect((await look(link, [])).slice(0, 2)).toEqual(['reported', 'unconfirmed']);
      await scene.clock.advance(10 * MINUTE);
      // Late, as a service calls again that got no answer.
      await scene.callBack(link, { status: 'SETTLED' });
      expect((await look(link, [row(link, `T${at}`, 250, paid)])).slice(0, 1)).toEqual(['paid']);
    }
    expect((await taught()).map((one) => one.at(-1))).toEqual([null]);
    await isAskedOnce();
  });

  test('that says paid on a record which was read before is asked about, and never learned', async () => {
    const link = await issueAndLook();
    expect(await stateOf(link)).toBe('open');
    await scene.clock.advance(MINUTE);
    const paid = paidNow();
    status = 'EXECUTED';
    await scene.clock.advance(10 * SECOND);
    expect((await look(link, [])).slice(0, 2)).toEqual(['reported', 'unconfirmed']);
    await scene.callBack(link);
    expect((await look(link, [row(link, 'T1', 250, paid)])).slice(0, 1)).toEqual(['paid']);
    expect((await taught()).map((one) => one.at(-1))).toEqual([null]);
  });

  test.each([
    ['without a callback', false, true],
    ['at a time that the service does not say', true, false],
  ])('is not learned from a payment %s', async (_, isCalled, isTimed) => {
    status = 'BEREIT';
    const link = await issueAndLook();
    await scene.clock.advance(MINUTE);
    if (isCalled) await scene.callBack(link);
    expect(await look(link, [row(link, 'T1', 250, isTimed ? paidNow() : {})])).toEqual([
      ...['paid', 'confirmed', 25_000],
    ]);
    expect((await taught()).map((one) => one.at(-1))).toEqual([null]);
  });

  test.each([
    ['is neither still to come nor reminded of while nobody answers', false],
    ['is both again once another word says that it waits', true],
  ])('of a link %s', async (_, isKnown) => {
    status = 'BEREIT';
    const link = await issueAndLook();
    expect((await scene.store.saleFigures.toCome('T1')).all.count).toBe(0);
    if (isKnown) await goOn('PENDING');
    expect((await scene.store.saleFigures.toCome('T1')).all.count).toBe(isKnown ? 1 : 0);
    await scene.clock.advance(START + 29 * DAY - 3 * HOUR - MINUTE - scene.clock.now());
    const reminding = scene.reminders();
    // The answers of the service say whether the clock may be trusted.
    for (const part of [scene.app.watcher, reminding]) await part.start();
    await scene.clock.advance(MINUTE - SECOND);
    await scene.clock.advance(3 * MINUTE);
    await reminding.stop();
    expect(reminding.sent).toEqual(isKnown ? [link.id] : []);
  });

  test('is no end: its time does not end the link, until an answer or another word does', async () => {
    status = 'BEREIT';
    const link = await issueAndLook();
    await scene.clock.advance(31 * DAY);
    await scene.sweep();
    await scene.checkDue();
    expect(await stateOf(link)).toBe('reported');
    status = 'EXPIRED';
    expect((await look(link, [])).slice(0, 1)).toEqual(['expired']);
    expect((await taught()).map((one) => one.at(-1))).toEqual(['not-paid']);
  });

  test('does not contradict a payment, if the link’s own record keeps it', async () => {
    status = 'BEREIT';
    await issueAndLook();
    await goOn('PENDING');
    status = 'BEREIT';
    const link = await scene.issue();
    expect(await look(link, [row(link, 'T1', 250)])).toEqual(['paid', 'confirmed', 25_000]);
  });

  test('of any length, in names of any length, holds up no link', async () => {
    const link = await scene.issue();
    const noise = () => Array.from({ length: 300 }, () => randomUUID()[0]).join('');
    const inside = [1, 2, 3, 4, 5, 6, 7, 8, 9].reduce<Fields>((inner) => ({ [noise()]: inner }), {
      state: 'ZX',
    });
    status = 'ACTIVE';
    const shown = [row(link, 'T1', 250, inside)];
    expect((await look(link, shown)).slice(0, 2)).toEqual(['reported', 'unconfirmed']);
    const nul = await scene.issue();
    expect((await look(nul, [row(nul, 'T2', 250, { flowState: 'Z\0X' })])).slice(0, 2)).toEqual([
      'reported',
      'unconfirmed',
    ]);
    extra = inside;
    const other = await scene.issue();
    expect((await look(other, [])).slice(0, 2)).toEqual(['reported', 'unconfirmed']);
  });
});
