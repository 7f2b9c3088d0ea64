/** Every figure by its name, and what it counts, as docs/reference.md explains it. */
export const FIGURES: readonly (readonly [name: string, counts: string])[] = [
  [
    'made',
    'sales whose first link was made in the time, for who made it, by what is due now; each is in one of the eight figures of how it stands now. In a list of links a sale counts in the row of its first link',
  ],
  ['paid', 'of those made: paid in full, with one link or several, even if a part went back since'],
  ['partly paid', 'of those made: less came than is due'],
  ['refunded in full', 'of those made: all that came went back'],
  [
    'disputed or charged back',
    'of those made: the customer disputes a payment with their bank, or the bank took it back',
  ],
  [
    'another amount or currency came',
    'of those made: more came than is due, or another currency; not counted as paid',
  ],
  [
    'reported or to check',
    'of those made: only a report says that money came, or an answer that it counted by was taken back',
  ],
  ['waiting', 'of those made: nothing came, and the customer can still pay'],
  ['declined', 'of those waiting: the last attempt to pay was declined; the customer can try again'],
  ['expired, unpaid', 'of those made: nothing came, and no link can be paid any more'],
  [
    'still to come',
    'what is missing of sales that can be paid, part payments included, whenever they were made, for who has them now',
  ],
  [
    'received',
    'payments of the time, before refunds: when the customer paid, whenever the sale was made and whenever Paylink saw it, for who had it then; two payments of one link are two',
  ],
  ['refunded', 'what went back in the time, each part of a payment when it went back'],
  [
    'charged back',
    'what banks took back in the time for customers who dispute a payment, less what was won back',
  ],
  ['net', 'received less refunded and charged back'],
  ['fee', 'what the payment service kept, as its records say'],
  [
    'taken back',
    'in a close: what an earlier one counted as received, and the service now says is void, failed or less; it is in the net of the day on which that was seen',
  ],
  [
    'paid out',
    'what payouts of the time bring to the bank: the net that they state, else their gross less their fee; else their amount, if their own transactions prove which it is, and marked where nothing does. What came back is in no sum',
  ],
  [
    'to be paid out',
    'the net that will arrive: received and in no payout, less refunds and the fees that the service states',
  ],
];
