import { describe, expect, test } from 'vitest';
import { listParts, type RecordKind } from '../../src/payments/record-parts.ts';

/** The name of each part, and its subject. */
const parts = (fields: Record<string, unknown>, kind: RecordKind = 'transaction') =>
  listParts({ fields }, kind).map(({ of, fields: part }) => `${of} ${Object.keys(part).join()}`);

describe('the parts of a record', () => {
  test.each(
    ['payment', 'transaction', 'txn', 'trx', 'charge', 'capture', 'purchase', 'sale'].flatMap((name) => [
      name,
      `latest_${name}`,
      `Last${name}`,
      `current-${name}`,
      ...['Detail', 'Details', 'Info', 'information', 'Data', 'Record', 'result', 'summary'].map(
        (end) => name + end,
      ),
    ]),
  )('include the record and %s', (name) => {
    for (const kind of ['link', 'transaction'] as const)
      expect(parts({ [name]: { x: 1 } }, kind)).toEqual([`record ${name}`, 'payment x']);
  });

  test.each(
    `threeDSecure settlement refund prepayment payments paymentDetailsOf customer firstPayment`.split(/\s+/),
  )('do not include %s', (name) => {
    expect(parts({ [name]: { x: 1 } })).toEqual([`record ${name}`]);
  });

  test.each(
    `link paymentLink payLink linkDetail linkDetails linkInfo link_information linkData linkRecord`.split(
      /\s+/,
    ),
  )('include %s only in a link’s record', (name) => {
    expect(parts({ [name]: { x: 1 } }, 'link')).toEqual([`record ${name}`, 'link x']);
    expect(parts({ [name]: { x: 1 } })).toEqual([`record ${name}`]);
    expect(parts({ payment: { [name]: { x: 1 } } }, 'link')).toEqual(['record payment', `payment ${name}`]);
  });

  test.each(['uplink', 'links', 'linkage', 'linkDetailsOf'])(
    'do not include %s in a link’s record either',
    (name) => {
      expect(parts({ [name]: { x: 1 } }, 'link')).toEqual([`record ${name}`]);
    },
  );

  test('include neither lists nor texts', () => {
    expect(parts({ payment: [{ x: 1 }] })).toHaveLength(1);
    expect(parts({ payment: 'PAID' })).toHaveLength(1);
    expect(parts({ payment: null })).toHaveLength(1);
  });

  test('are at most three levels deep', () => {
    const deep = { payment: { payment: { payment: { payment: { x: 1 } } } } };
    expect(parts(deep)).toEqual(['record payment', 'payment payment', 'payment payment', 'payment payment']);
    expect(parts({ link: { payment: { x: 1 } } }, 'link')).toEqual([
      'record link',
      'link payment',
      'payment x',
    ]);
  });
});
