// @module-tag long
// @module-tag store

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { plainName } from '../../src/payment-service/index.ts';
import type { Link } from '../../src/store/link.ts';
import { changeShown, type Fields } from '../fixtures/shown-records.ts';
import { sample } from '../fixtures/whole-suite.ts';
import { DAY, type LinksScene, MINUTE, SECOND, startLinks } from './link-verbs.ts';

let scene: LinksScene;
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
  scene = await startLinks();
  changeShown(scene.sandbox, ({ of, records, page }) => {
    if (of === 'link' || of === 'transaction') return { records: [] };
    if (of === 'links') return { records: records.map(reword) };
    return of === 'transactions' ? { records: page === 0 ? rows : [], total: rows.length } : {};
  });
};

afterEach(() => scene.close());

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
    await start();
    const link = await scene.issue();
    expect(await look(link, [row(link, 'T1', 125)])).toEqual(['reported', 'partly', 12_500]);
    expect(await look(link, [])).toEqual(['reported', 'partly', 12_500]);
    expect(await look(link, [row(link, 'T2', 125)])).toEqual(['paid', 'confirmed', 25_000]);
    expect(await look(link, [])).toEqual(['paid', 'confirmed', 25_000]);
  });

  test('as a transaction is not overruled by the link’s own record, which shows what was asked', async () => {
    await start();
    const link = await scene.issue();
    expect(await look(link, [row(link, 'T1', 200)])).toEqual(['reported', 'partly', 20_000]);
    status = 'PAID';
    await scene.clock.advance(40 * MINUTE);
    expect(await look(link, [])).toEqual(['reported', 'partly', 20_000]);
  });

  test('as paid stays Paid when its transaction says failed, and owner and finance hear it once', async () => {
    await start();
    const link = await scene.issue();
    await look(link, [row(link, 'T1', 250)]);
    for (let again = 0; again < 2; again += 1)
      expect(await look(link, [row(link, 'T1', 250, { status: 'FAILED' })])).toEqual([
        'paid',
        'confirmed',
        25_000,
      ]);
    const told = (await scene.rows('jobs')).filter(({ kind }) => kind === 'sale');
    expect(told).toHaveLength(2);
  });

  test('adds up with what a sweep sees', async () => {
    await start();
    const link = await scene.issue();
    expect(await look(link, [row(link, 'T1', 125)])).toEqual(['reported', 'partly', 12_500]);
    rows = [row(link, 'T2', 125)];
    await scene.sweep();
    expect(await scene.store.links.get(link.id)).toMatchObject({
      state: 'paid',
      payment: { amountFils: 25_000 },
    });
  });

  test('holds nothing of the customer', async () => {
    await start();
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
  await start();
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

describe('the word with which links begin', () => {
  /** Issues a link and waits for its first check. */
  const issueAndLook = async () => {
    const link = await scene.issue();
    await scene.clock.advance(75 * SECOND);
    const checked = await scene.checkDue();
    const [own] = await scene.store.keptRecords.ofLink(link.id);
    return { checked, began: own?.began };
  };
  const taught = async () =>
    (await scene.store.taughtWords.list('T1')).map(({ name, word, answer }) => [
      name,
      word,
      answer?.says,
      answer?.by,
    ]);

  test('is learned from the first three, each of which is checked once soon after it was made', async () => {
    await start();
    status = 'BEREIT';
    const began = [{ name: 'status', word: 'bereit' }];
    for (let at = 0; at < 3; at += 1) {
      expect(await taught()).toEqual([]);
      expect(await issueAndLook()).toEqual({ checked: 1, began });
    }
    expect(await taught()).toEqual([['status', 'bereit', 'not-paid', null]]);
    expect(await issueAndLook()).toEqual({ checked: 0, began: undefined });
    await scene.clock.advance(10 * MINUTE);
    expect(await scene.checkDue()).toBe(0);
  });

  test.each(sample(['linkStatus', 'paymentLinkState', 'orderStatus', 'link_state']))(
    'is learned under %s, too',
    async (name) => {
      await start();
      statusName = name;
      status = 'BEREIT';
      for (let at = 0; at < 3; at += 1) await issueAndLook();
      expect(await taught()).toEqual([[plainName(name), 'bereit', 'not-paid', null]]);
      await scene.clock.advance(DAY);
      await scene.sweep();
      expect(await scene.store.links.inState('open')).toHaveLength(3);
    },
  );

  test('of any length, in names of any length, holds up no link', async () => {
    await start();
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

  test('means that the link is not paid yet, until its record says something else', async () => {
    await start();
    status = 'BEREIT';
    await issueAndLook();
    const link = await scene.issue();
    await scene.clock.advance(75 * SECOND);
    await scene.checkDue();
    await scene.clock.advance(DAY);
    await scene.sweep();
    const stateOf = async () => (await scene.store.links.get(link.id)).state;
    expect(await stateOf()).toBe('open');
    status = 'ERLEDIGT';
    await scene.sweep();
    expect(await stateOf()).toBe('reported');
    // Nobody can tell what it means, so its time does not end it.
    await scene.clock.advance(31 * DAY);
    await scene.sweep();
    expect(await stateOf()).toBe('reported');
  });

  test('of a link that nobody paid lets it end with its time', async () => {
    await start();
    status = 'BEREIT';
    await issueAndLook();
    await scene.clock.advance(31 * DAY);
    await scene.sweep();
    const expired = await scene.store.links.inState('expired');
    expect(expired).toHaveLength(1);
  });

  test('does not contradict a payment, if the link’s own record keeps it', async () => {
    await start();
    status = 'BEREIT';
    for (let at = 0; at < 3; at += 1) await issueAndLook();
    const link = await scene.issue();
    expect(await look(link, [row(link, 'T1', 250)])).toEqual(['paid', 'confirmed', 25_000]);
  });

  test('needs no further check if the first is understood', async () => {
    await start();
    expect(await issueAndLook()).toEqual({ checked: 1, began: [] });
    expect((await issueAndLook()).checked).toBe(0);
    expect(await taught()).toEqual([]);
  });
});
