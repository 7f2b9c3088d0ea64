// @module-tag long
// @module-tag store

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Base } from '../../src/app-parts.ts';
import { createReadBack } from '../../src/links/checks/read-back.ts';
import { createLog } from '../../src/log.ts';
import {
  buildVocabulary,
  type ListingPage,
  type PaymentServiceClient,
} from '../../src/payment-service/index.ts';
import { judgeRecords } from '../../src/payments/index.ts';
import type { Link } from '../../src/store/link.ts';
import { buildLink } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { runs } from '../fixtures/whole-suite.ts';

type Fields = Record<string, unknown>;

const AT = Date.UTC(2026, 10, 21, 8);
const { store } = storePerTest();

const page = (of: string) => `https://pay.example.com/${of}`;
/** So few values that links and rows often have the same. */
const orderId = fc.constantFrom(null, '1001', '1002', '1003', 'null', '0');
const address = fc.constantFrom(null, page('shop'), page('a'), page('b'));
const invoiceIds = ['inv-1', 'INV-2', 'N/A', 'Inv 3', 'PL-4'];
const row = fc.record(
  {
    orderId: fc.constantFrom<unknown>('1001', 1002, '1003', '1004', 'null', 0, null),
    linkId: fc.constantFrom<unknown>('1001', '1002', 55),
    Invoice_Id: fc.constantFrom('INV-1', 'inv-1', 'INV-2', 'N/A', 'INV3', 'pl-4', 'X-9', null),
    merchantReference: fc.constantFrom('INV-2', 'M-1', 'test'),
    paymentLink: fc.constantFrom(page('shop'), page('a'), page('b'), page('c')),
    createdAt: fc.constantFrom('2026-11-21 12:00:00', '2026-11-20 06:00:00', '2026-11-01 06:00:00'),
  },
  { requiredKeys: [] },
);

const readerOf = (transactions: Fields[]) => {
  const list =
    (rows: Fields[]): PaymentServiceClient['listLinks'] =>
    async (_, paging): Promise<ListingPage> => ({
      records: (paging?.page ?? 0) === 0 ? rows.map((fields) => ({ fields })) : [],
      ...{ hasList: true, total: rows.length, page: paging?.page ?? 0, size: 100 },
    });
  return createReadBack({
    store,
    services: { of: () => ({ listLinks: list([]), listTransactions: list(transactions) }) },
    config: { checks: { requestLastsMs: 120_000 }, paymentService: { paths: { link: '', transaction: '' } } },
    clock: { now: () => AT + 60_000, sleep: async () => undefined },
    timeZone: 'Asia/Dubai',
    vocabularies: { of: async () => buildVocabulary() },
    log: createLog('silent'),
  } as unknown as Base);
};

/** The links of which a row has a value that is theirs alone. */
const meant = (links: readonly Link[], fields: Fields): Link[] => {
  const key = (text: unknown) => String(text).toLowerCase().replaceAll(' ', '');
  const isNothing = (value: unknown) => ['null', '0', 'n/a', 'test', 'undefined'].includes(key(value));
  const isBy = (names: string[], of: (link: Link) => string | null) => (link: Link) =>
    !isNothing(of(link)) &&
    names.some((name) => key(fields[name]) === key(of(link))) &&
    links.filter((other) => key(of(other)) === key(of(link))).length === 1;
  const isMeant = [
    isBy(['orderId', 'linkId'], ({ orderId: of }) => of),
    isBy(['Invoice_Id', 'merchantReference'], ({ invoiceId }) => invoiceId),
    isBy(['paymentLink'], ({ address: of }) => of),
  ];
  return links.filter((link) => isMeant.some((is) => is(link)));
};

test('one row makes at most one link Paid, and none if it fits two', async () => {
  let cases = 0;
  let paidRows = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ orderId, address }), { minLength: 2, maxLength: invoiceIds.length }),
      fc.array(row, { minLength: 10, maxLength: 10 }),
      async (drafts, rows) => {
        cases += 1;
        const teamId = `T${cases}`;
        const links: Link[] = [];
        for (const [at, draft] of drafts.entries()) {
          const id = `${teamId}_${at}`;
          const order = buildLink({
            nonce: id,
            teamId,
            invoiceId: invoiceIds[at] ?? id,
            amountFils: 25_000,
          });
          await store.links.reserve({ ...order, id, saleId: null, callbackTokenHash: id, at: AT });
          await store.links.move({ id, at: AT, cause: 'answered', to: 'open', ...draft });
          links.push(await store.links.get(id));
        }
        for (const fields of rows) {
          const readings = await readerOf([{ status: 'SUCCESS', amount: 250, ...fields }]).many(
            teamId,
            links,
          );
          const paid = links.filter((link) => {
            const { found = [], rivals = [], orderId: known = null } = readings.get(link.id) ?? {};
            const settings = { words: buildVocabulary(), timeZone: 'Asia/Dubai' };
            return judgeRecords({ ...link, orderId: known }, found, settings, rivals).outcome === 'paid';
          });
          paidRows += paid.length;
          const fits = meant(links, fields);
          expect(paid.length, JSON.stringify({ fields, drafts })).toBeLessThanOrEqual(1);
          if (fits.length !== 1)
            expect(
              paid.map(({ id }) => id),
              JSON.stringify({ fields, drafts }),
            ).toEqual([]);
          else expect(paid.every(({ id }) => id === fits[0]?.id)).toBe(true);
        }
      },
    ),
    runs(60),
  );
  expect(paidRows).toBeGreaterThan(cases / 10);
});
