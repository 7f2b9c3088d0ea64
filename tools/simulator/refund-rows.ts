import { asAmount } from '../sandbox/fils.ts';
import type { Ledger } from '../sandbox/ledger.ts';
import type { JsonObject, Look } from '../sandbox/record-look.ts';
import type { SandboxTransaction } from '../sandbox/records.ts';
import type { World } from './simulated-world.ts';

/**
 * How a service writes refunds.
 * - `rows`: in rows of their own, with the order id.
 * - `rows-of-payment`: the same, and each names its payment by that one's transaction id.
 * - `own-row`: nothing but the payment's own row changes: its state, and how much went back.
 */
type RefundRows = 'rows' | 'rows-of-payment' | 'own-row';

interface Shown {
  ledger: Ledger;
  look: Look;
}

export interface RefundLook {
  rows: RefundRows;
  /** Only the listing shows all of a refund: a look-up shows the last row, and a link's record that it was paid. */
  isListedOnly: boolean;
  /** What the service lists of its transactions. */
  listed(transactions: readonly SandboxTransaction[]): SandboxTransaction[];
  /** The same ledger and look with refunds as this service writes them. */
  write(shown: Shown): Shown;
}

export const drawRefundRows = (world: World): RefundLook => {
  const { dice } = world;
  const isOnOwnRow = world.has('refunds as changes of the payment’s row') && dice.chance(0.4);
  const namesPayment = world.has('refunds that name their payment') && dice.chance(0.4);
  const rows = isOnOwnRow ? 'own-row' : namesPayment ? 'rows-of-payment' : 'rows';
  /** The link's own record says for ever that it was paid. */
  const isLinkLeft = dice.chance(0.5);
  const listed = (transactions: readonly SandboxTransaction[]) =>
    transactions.filter(({ status }) => rows !== 'own-row' || status !== 'REFUNDED');

  const reword = (kind: 'link' | 'transaction', record: JsonObject, { ledger, look }: Shown): JsonObject => {
    if (kind === 'link')
      return isLinkLeft && /REFUNDED/.test(String(record['status']))
        ? { ...record, status: look.shape.stateWords['PAID'] ?? 'PAID' }
        : record;
    const all = ledger.transactions();
    const own = all.find(({ transactionId }) => transactionId === record['transactionId']);
    const ofOrder = all.filter(({ orderId }) => orderId === own?.orderId);
    const payment = ofOrder.find(({ status }) => status === 'SUCCESS');
    if (own === undefined || payment === undefined) return record;
    if (rows === 'rows-of-payment')
      return own.status === 'REFUNDED' ? { ...record, originalTransactionId: payment.transactionId } : record;
    const backFils = ofOrder
      .filter(({ status }) => status === 'REFUNDED')
      .reduce((fils, { amountFils }) => fils + amountFils, 0);
    if (own !== payment || backFils === 0) return record;
    const { refundStatus: _, ...rest } = record;
    return {
      ...rest,
      status: backFils < payment.amountFils ? 'PARTIALLY_REFUNDED' : 'REFUNDED',
      refundedAmount: asAmount(backFils),
    };
  };

  return {
    rows,
    isListedOnly: rows === 'rows-of-payment' && isLinkLeft,
    listed,
    write: ({ ledger, look }) =>
      rows === 'rows'
        ? { ledger, look }
        : {
            ledger: { ...ledger, transactions: () => listed(ledger.transactions()) },
            look: {
              ...look,
              reword: (kind, record) => reword(kind, look.reword?.(kind, record) ?? record, { ledger, look }),
            },
          },
  };
};
