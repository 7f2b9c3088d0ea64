import { recordInvoiceId, recordOrderId, type ServiceRecord } from '../payment-service/index.ts';
import type { SweptLink } from '../store/link-checks.ts';
import type { FoundRecord } from './judge-records.ts';
import type { RecordKind } from './read-record-state.ts';

/** What the service said when it was asked about one link. */
export interface Reading {
  found: FoundRecord[];
  /** Everything that could have held a record of the link was read. */
  isComplete: boolean;
  /** The listing of links was read to its end, and its rows carry references: a link that is not there is not. */
  provesAbsence: boolean;
}

export type LinkIdentity = Pick<SweptLink, 'invoiceId' | 'orderId'>;

/**
 * Whether a record is about this link. Among links the service's own id decides, since a reference may be used
 * again after a link failed; a transaction may have an order id of another kind, so there the reference decides.
 */
export const isRecordOf = (link: LinkIdentity, kind: RecordKind, record: ServiceRecord): boolean => {
  const invoiceId = recordInvoiceId(record);
  const orderId = recordOrderId(record);
  const isSameOrder = orderId !== null && orderId === link.orderId;
  if (kind === 'link' && orderId !== null && link.orderId !== null) return isSameOrder;
  return invoiceId === null ? isSameOrder : invoiceId === link.invoiceId;
};
