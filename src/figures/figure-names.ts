import type { Standing } from './sale-figures.ts';

/** What becomes of a link, in the words of every list of figures. */
export const STANDING_WORDS: Record<Standing, string> = {
  paid: 'paid',
  partly: 'partly paid',
  refunded: 'refunded in full',
  disputed: 'disputed or charged back',
  toCheck: 'to check',
  stillToCome: 'still to come',
  replaced: 'replaced',
  expired: 'expired or cancelled',
};

/** Every figure by its name, and what it counts, as docs/reference.md explains it. */
export const FIGURES: readonly (readonly [name: string, counts: string])[] = [
  [
    'made',
    'links created in the time, by the amounts asked for; each is in one of the eight figures of how it stands now',
  ],
  ['paid', 'of those made: paid in full, even if a part went back since'],
  ['partly paid', 'of those made: less came than was asked for'],
  ['refunded in full', 'of those made: all that came went back'],
  [
    'disputed or charged back',
    'of those made: the customer disputes the payment with their bank, or the bank took it back',
  ],
  [
    'to check',
    'of those made: another amount or currency came, only a report says that money came, or an answer that it counted by was taken back',
  ],
  ['still to come', 'links that customers should still pay: of those made, or of all days where it says so'],
  ['replaced', 'of those made: they can be paid, and another link of the sale should be, or was'],
  ['expired or cancelled', 'of those made: they ended unpaid'],
  ['declined', 'of those still to come: the last attempt to pay was declined; the customer can try again'],
  [
    'received',
    'payments of the time, before refunds: when the customer paid, whenever the link was created and whenever Paylink saw it',
  ],
  ['refunded', 'what went back in the time, each part of a payment when it went back'],
  [
    'charged back',
    'what banks took back in the time for customers who dispute a payment, less what was won back',
  ],
  ['net', 'received less refunded and charged back'],
  ['fee', 'what the payment service kept, as its records say'],
  ['paid out', 'payouts of the time, net of fees'],
  [
    'to be paid out',
    'the net that will arrive: received and in no payout, less refunds and the fees that the service states',
  ],
];
