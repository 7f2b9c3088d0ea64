import { BACK_WORDS } from '../../blocks/back-words.ts';
import { BACK_KINDS } from '../../payment-service/index.ts';
import type { LinkPayment } from '../../store/link-payment.ts';
import type { LinkState } from '../../store/link-states.ts';
import { ownStateOf, type SaleState } from './display-state.ts';
import type { LinkOfSale, SaleStanding } from './standing.ts';

/** A declined try and a part that went back change no state, and people look for sales by them. */
export const isFoundAs = <L extends LinkOfSale>(asked: SaleState, sale: SaleStanding<L>): boolean =>
  sale.state === asked ||
  (asked === 'declined' && sale.isDeclined) ||
  (asked === 'refunded' &&
    sale.state !== 'disputed' &&
    BACK_KINDS.some((kind) => !BACK_WORDS[kind].isByBank && sale.back[kind] > 0));

/** Of a sale in one of these states, a link may also be in others. */
const LINKS_OF: Partial<Record<SaleState, readonly SaleState[]>> = {
  paid: ['paid', 'partly'],
  partly: ['partly', 'waiting', 'expired'],
};

/** Each sale that is found as that has such a link: the others need not be read. */
export const mayBeOf = (
  asked: SaleState,
  { state, payment }: { state: LinkState; payment: Pick<LinkPayment, 'finding' | 'refundedFils'> | null },
): boolean =>
  (LINKS_OF[asked] ?? [asked]).includes(ownStateOf({ state, payment })) ||
  (asked === 'declined' && payment?.finding === 'declined') ||
  (asked === 'refunded' && payment?.refundedFils !== 0 && payment !== null);
