// @module-tag long
// @module-tag store

import { beforeEach, describe, expect, test } from 'vitest';
import type { Link } from '../../src/store/link.ts';
import { perTest } from '../fixtures/per-test.ts';
import { changeWords, type Fields, type OtherWords } from '../fixtures/shown-records.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { HOUR, MINUTE, startLinks } from './link-verbs.ts';

let words: OtherWords;
beforeEach(() => {
  words = {};
});
const scene = perTest(async () => {
  const started = await startLinks();
  changeWords(started.sandbox, () => words);
  return started;
});

const read = (link: Link): Promise<Link> => scene.store.links.get(link.id);
const statesOf = async (...links: Link[]) =>
  Promise.all(
    links.map(async (link) => {
      const { state, payment } = await read(link);
      return [state, payment?.doubt].filter(Boolean).join(': ');
    }),
  );
/** By whatever road: a press on Refresh, the planned check, the sweep. */
const lookAt = async (...links: Link[]) => {
  for (const link of links) await scene.app.watcher.refresh(await read(link));
  await scene.clock.advance(MINUTE);
  await scene.checkDue();
  await scene.sweep();
};
const pay = (link: Link) => scene.sandbox.pay(numberOf(link), { callback: false });
/** The order id at the service, which an answer may lack. */
const numberOf = (link: Link) =>
  scene.sandbox.links().find(({ invoiceId }) => invoiceId === link.invoiceId)?.orderId ?? '';
const PAID = { transactionId: 'T-1', status: 'SUCCESS', amount: 250, currency: 'AED' };

describe('an order id that names nothing', () => {
  test.each(['0', 'null', 'N/A', 0, '-'])(
    'is not learned from an answer, and a card terminal’s payment under it pays no link: %s',
    async (orderId) => {
      words = {
        reword: (fields, kind) => (kind === 'answer' ? { ...fields, orderId } : fields),
        others: [{ ...PAID, orderId, channel: 'POS' }],
      };
      const link = await scene.issue();
      expect((await read(link)).orderId).toBeNull();
      await lookAt(link);
      expect(await statesOf(link)).toEqual(['open']);
      await pay(link);
      await lookAt(link);
      expect(await statesOf(link)).toEqual(['paid']);
    },
  );
});

describe('one payment page for all links', () => {
  const page = 'https://pay.example.com/shop';
  const onPage = (fields: Fields): Fields => ({ ...fields, paymentLink: page, orderId: undefined });

  test('pays nobody by a row that names only the page', async () => {
    words = { reword: onPage, others: [{ ...PAID, paymentLink: page }] };
    const links = [await scene.issue(), await scene.issue()];
    expect((await read(links[0] as Link)).address).toBe(page);
    await lookAt(...links);
    expect(await statesOf(...links)).toEqual(['open', 'open']);
  });

  test('pays the one whose reference stands in the row', async () => {
    words = { reword: onPage };
    const [one, two] = [await scene.issue(), await scene.issue()];
    await pay(two);
    await lookAt(one, two);
    expect(await statesOf(one, two)).toEqual(['open', 'paid']);
  });

  testAtLength('gives no link the order id of the only one that is listed', async () => {
    words = {
      reword: (fields, kind) => (kind === 'answer' ? onPage(fields) : { ...fields, paymentLink: page }),
    };
    const first = await scene.issue();
    await scene.clock.advance(HOUR);
    const second = await scene.issue();
    words = {
      reword: (fields, kind) => ({
        ...fields,
        paymentLink: page,
        ...(kind === 'link' ? { Invoice_Id: undefined } : { Invoice_Id: undefined, paymentLink: undefined }),
      }),
    };
    await pay(second);
    await lookAt(first, second);
    expect(await statesOf(first, second)).toEqual(['open', 'open']);
  });
});

test('a payment of an order id that another account counts, too, does not make a link Paid', async () => {
  const link = await scene.issue();
  const orderId = numberOf(link);
  const other = { orderId, Invoice_Id: 'SHOP-9', status: 'PAID', amount: 250, currency: 'AED' };
  words = {
    reword: (fields) => ({ ...fields, ...other }),
    others: [{ ...PAID, ...other, status: 'SUCCESS' }],
  };
  await lookAt(link);
  expect(await statesOf(link)).toEqual(['reported: order-id']);
});

describe('a payment from before its link', () => {
  const others = (hours: number) => [
    { ...PAID, Invoice_Id: 'INV-7', createdAt: new Date(scene.clock.now() - hours * HOUR).toISOString() },
  ];

  test('by 30 hours does not make it Paid', async () => {
    words = { others: others(30) };
    const link = await scene.issue({ invoiceId: 'INV-7' });
    await lookAt(link);
    expect(await statesOf(link)).toEqual(['reported: order-id']);
    await pay(link);
    await lookAt(link);
    expect(await statesOf(link)).toEqual(['paid']);
  });

  testAtLength('by a day, which may be another zone, does', async () => {
    words = { others: others(25) };
    const link = await scene.issue({ invoiceId: 'INV-7' });
    await lookAt(link);
    expect(await statesOf(link)).toEqual(['paid']);
  });
});

describe('references that differ by their case', () => {
  const capitals = (fields: Fields): Fields => ({
    ...fields,
    orderId: undefined,
    Invoice_Id: String(fields['Invoice_Id']).toUpperCase(),
    paymentLink: undefined,
  });

  test('of one link make it Paid', async () => {
    const link = await scene.issue({ invoiceId: 'inv-7' });
    words = { reword: (fields, kind) => (kind === 'answer' ? fields : capitals(fields)) };
    await scene.sandbox.pay(link.orderId ?? '', { callback: false });
    await lookAt(link);
    expect(await statesOf(link)).toEqual(['paid']);
  });
});

describe('a payment that fits two links', () => {
  /** What their owners are told of it, in their threads and in direct messages. */
  const told = async () =>
    (await scene.rows('jobs'))
      .filter(({ payload }) => /"(happened|which-link)","ids":(?!.*replyId)/.test(String(payload)))
      .map(({ kind, link_id, lane }) => `${kind} of ${link_id} in ${lane}`)
      .sort();
  const orderAndReference = (one: Link, two: Link) => {
    words = { others: [{ ...PAID, orderId: numberOf(one), Invoice_Id: two.invoiceId }] };
  };

  test('pays neither, and each owner hears it once', async () => {
    const [one, two] = [await scene.issue(), await scene.issue({ creatorId: 'U2' })];
    orderAndReference(one, two);
    await scene.app.watcher.refresh(one);
    await scene.clock.advance(MINUTE);
    await scene.checkDue();
    expect(await statesOf(one, two)).toEqual(['reported: which-link', 'reported: which-link']);
    await lookAt(one, two);
    await lookAt(two, one);
    expect(await told()).toEqual([`post of ${one.id} in T1:C1`, `post of ${two.id} in T1:C1`].sort());
  });

  testAtLength.each([
    ['paid', 250, 'paid'],
    ['paid in part', 100, 'reported'],
  ])('of which one was %s before tells its owner by direct message, once', async (_, amount, state) => {
    const [one, two] = [await scene.issue({ creatorId: 'U2' }), await scene.issue()];
    const own = { ...PAID, orderId: numberOf(one), amount, transactionId: 'T-own' };
    words = { others: [own] };
    await lookAt(one);
    expect(await statesOf(one)).toEqual([state]);
    const before = await told();
    words = { others: [own, { ...PAID, orderId: numberOf(one), Invoice_Id: two.invoiceId }] };
    await lookAt(one, two);
    await lookAt(two, one);
    expect(await statesOf(one, two)).toEqual([state, 'reported: which-link']);
    expect(await told()).toEqual(
      [...before, `post of ${two.id} in T1:C1`, `tell of ${one.id} in T1:U2`].sort(),
    );
  });

  testAtLength.each([
    ['a look at one of them', async (one: Link) => void (await scene.app.watcher.refresh(one))],
    ['the sweep', async () => void (await scene.sweep())],
  ])('both paid before, tells both owners by direct message, once, by %s', async (_, look) => {
    const [one, two] = [await scene.issue({ creatorId: 'U3' }), await scene.issue({ creatorId: 'U2' })];
    await pay(one);
    await pay(two);
    await lookAt(one, two);
    await scene.sweep();
    const before = await told();
    orderAndReference(one, two);
    const news = [`tell of ${one.id} in T1:U3`, `tell of ${two.id} in T1:U2`];
    await look(one);
    expect(await told()).toEqual([...before, ...news].sort());
    await lookAt(one, two);
    await lookAt(two, one);
    await scene.sweep();
    expect(await statesOf(one, two)).toEqual(['paid', 'paid']);
    expect(await told()).toEqual([...before, ...news].sort());
  });

  testAtLength('that brought no money tells nobody', async () => {
    const [one, two] = [await scene.issue(), await scene.issue()];
    await pay(one);
    await pay(two);
    await lookAt(one, two);
    const before = await told();
    words = {
      others: [{ ...PAID, status: 'DECLINED', orderId: numberOf(one), Invoice_Id: two.invoiceId }],
    };
    await lookAt(one, two);
    await scene.sweep();
    expect(await told()).toEqual(before);
  });

  testAtLength('of which one is in a batch tells its owner by direct message', async () => {
    const [one, two] = [await scene.issue({ batchId: 'bat_1', creatorId: 'U2' }), await scene.issue()];
    orderAndReference(one, two);
    await lookAt(one, two);
    expect(await told()).toEqual([`post of ${two.id} in T1:C1`, `tell of ${one.id} in T1:U2`].sort());
  });
});
