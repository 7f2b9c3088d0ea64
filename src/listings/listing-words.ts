import { BACK_WORDS } from '../blocks/back-words.ts';
import { formatAed, formatAmount } from '../blocks/money-and-time.ts';
import { joinSome } from '../blocks/refusal.ts';
import { countOf, countRows, cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import type { MoneyClass } from '../figures/movement.ts';
import { PAYOUT_STATES, payoutStateOf } from '../figures/payout-states.ts';
import { SUMS, type Sum } from '../figures/sale-figures.ts';
import type { Totals } from '../figures/totals.ts';
import type { BackKind, Whole } from '../payment-service/index.ts';

/** What the words about sums are made from. */
/** Of a listing that was read: what may be missing in it. */
export const READ_TROUBLES = {
  moved: 'The service’s list changed while Paylink read it: rows may be missing.',
  grew: 'Rows were added while Paylink read the list: the newest may be missing.',
  'no-list': 'The service sent an answer without a list: rows may be missing.',
} as const;

export const troublesOf = ({ is, hasGrown }: Whole): (keyof typeof READ_TROUBLES)[] => {
  if (is === 'whole') return hasGrown ? ['grew'] : [];
  return is === 'too-many' ? [] : [is];
};

const MOST_SUMS = 6;

/** The first line, with the only sum in bold. Mrkdwn. It never adds up different states. */
export const describeHeadline = (kind: ReportKind, sums: Totals): string => HEADLINES[kind](sums);

/** The headline, the other sums and any oddities, one per line. Mrkdwn. `where`: see `describeColumns`. */
export const describeSums = (kind: ReportKind, sums: Totals, where?: string): string[] => [
  describeHeadline(kind, sums),
  ...describeRest(kind, sums, where),
];

/** As `describeSums`, without the headline. */
export const describeRest = (kind: ReportKind, sums: Totals, where?: string): string[] => {
  const beside = kind === 'payouts' ? describeStates(sums) : describeBeside(kind, sums);
  const isDoubtful = kind !== 'links' && sums.refunds.some(({ isAtLeast }) => isAtLeast);
  return [
    ...(beside.length > 0 ? [shorten(beside).join(' · ')] : []),
    ...(kind === 'payouts' ? [...describeStated(sums, where), ...describeBare(sums)] : []),
    ...(sums.net.length > 0
      ? [
          `${sums.net.map(({ fils, currency }) => formatMoney(fils, currency)).join(' + ')} ${kind === 'links' ? 'of the paid left after refunds' : 'net of refunds'}.`,
        ]
      : []),
    ...(isDoubtful
      ? [
          'Refunds appear both as separate rows and on payments, and nothing shows which belong together: this is the larger sum.',
        ]
      : []),
    ...(sums.withoutAmount > 0 && sums.rows > 0
      ? [`${countRows(sums.withoutAmount)} without a readable amount: not in the sums.`]
      : []),
  ];
};

const HEADLINES: Record<ReportKind, (sums: Totals) => string> = {
  transactions: (sums) =>
    describeReceived(sums, 'received') ??
    describeNone(sums, {
      none: 'No money received',
      unread: 'Money was received, but the amounts can’t be read',
      unclear: 'No row says for certain that money was received',
    }),
  payouts: (sums) =>
    describeReceived(sums, 'paid out') ??
    describeNone(sums, {
      none: 'Nothing paid out',
      unread: 'Money was paid out, but the amounts can’t be read',
      unclear: 'No row says for certain that money was paid out',
    }),
  links: (sums) => {
    const ofSales = sums.byClass.filter(({ is }) => is !== 'further');
    const due = sumByCurrency(ofSales);
    const sales = countOf(
      ofSales.reduce((count, { rows }) => count + rows, 0),
      'sale',
    );
    const paid =
      describeReceived(sums, 'of them paid') ??
      describeNone(sums, {
        none: 'none of them paid',
        unread: 'some of them paid, but the amounts can’t be read',
        unclear: 'no row says for certain that one was paid',
      });
    return `${due.length === 0 ? sales : `${due.join(' + ')} due for ${sales}`}; ${paid}`;
  },
};

/** `*AED 1,250.00 received* (8)`; null if nothing was. */
function describeReceived({ byClass }: Totals, what: string): string | null {
  const received = byClass.filter(({ is, fils }) => is === 'received' && fils !== 0);
  const amounts = sumByCurrency(received);
  const rows = received.reduce((sum, one) => sum + one.rows - one.withoutAmount, 0);
  return amounts.length === 0 ? null : `*${shorten(amounts).join(' + ')} ${what}* (${groupNumber(rows)})`;
}

/** A zero in bold would look like a sum. */
function describeNone(
  { byClass }: Totals,
  { none, unread, unclear }: { none: string; unread: string; unclear: string },
): string {
  if (byClass.some(({ is, withoutAmount }) => is === 'received' && withoutAmount > 0)) return `*${unread}*`;
  const unclassified = byClass.filter(({ is }) => is === 'unclassified');
  if (unclassified.length === 0) return `*${none}*`;
  return unclassified.length < byClass.length
    ? `*${unclear}*`
    : '*Paylink cannot tell the outcome of any of these*';
}

/** The words after an amount that was not received. */
export const LABELS: Record<Exclude<MoneyClass, 'received'>, string> = {
  partly: SUMS.partly,
  refunded: 'refunded',
  disputed: SUMS.disputed,
  waiting: SUMS.stillToCome,
  anotherAmount: SUMS.anotherAmount,
  further: 'asked by further links of these sales',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  other: 'not payments (fees, authorisations and the like)',
  unclassified: 'not classified',
};
/** A declined card leaves its link open. A partly refunded link counts as paid. */
const LABELS_OF_LINKS: Partial<typeof LABELS> = {
  failed: 'declined',
  refunded: SUMS.refunded,
  expired: SUMS.expired,
  unclassified: SUMS.toCheck,
};

const LABELS_OF: Record<ReportKind, (is: keyof typeof LABELS) => string> = {
  transactions: (is) => LABELS[is],
  links: (is) => LABELS_OF_LINKS[is] ?? LABELS[is],
  payouts: (is) => PAYOUT_STATES[payoutStateOf(is)].toLowerCase(),
};

function describeBeside(kind: ReportKind, { byClass, refunds }: Totals): string[] {
  const refunded = refunds.map(({ kind: back, fils, currency, told, isAtLeast }) => {
    const count = groupNumber(told);
    if (kind === 'links' && fils === 0)
      return `part of the paid ${BACK_WORDS[back].done} (${count}), the service does not say how much`;
    const amount = formatBack(back, fils, currency, kind === 'links' ? 'of the paid ' : '');
    return `${isAtLeast ? 'at least ' : ''}${amount} (${count})`;
  });
  const describe = (classes: Totals['byClass']) =>
    classes.flatMap(({ is, fils, currency, ...sum }): string[] => {
      const rows = sum.rows - sum.withoutAmount;
      if (is === 'received' || (is === 'refunded' && kind === 'transactions') || rows === 0) return [];
      return [`${formatMoney(fils, currency)} ${LABELS_OF[kind](is)} (${groupNumber(rows)})`];
    });
  // Unclassified rows go first, so that they are never cut.
  return [
    ...describe(byClass.filter(({ is }) => is === 'unclassified')),
    ...refunded,
    ...describe(byClass.filter(({ is }) => is !== 'unclassified')),
  ];
}

/** By the service's own statuses, unless the headline covers every row. */
const describeStates = ({ byClass, byStatus }: Totals): string[] =>
  byClass.every(({ is }) => is === 'received')
    ? []
    : byStatus.map(
        ({ status, currency, fils, rows }) =>
          `${status === null ? '_no status_' : escapeMrkdwn(cut(status, 30))} ${formatMoney(fils, currency)} (${groupNumber(rows)})`,
      );

const MOST_COLUMNS = 3;

/** Also for a cell. */
const SAY_WHERE = ': open /paylink payouts and press “Say what it is”';

/** ` (Paylink does not know the column “wiredToBank”)`; nothing where there is none. Mrkdwn. `where`: how to say what that is. */
export const describeColumns = (columns: readonly string[], where = SAY_WHERE): string => {
  const names = [...new Set(columns)].map((name) => `“${escapeMrkdwn(cut(name, 40))}”`);
  const word = names.length === 1 ? 'column' : 'columns';
  return columns.length === 0
    ? ''
    : ` (Paylink does not know the ${word} ${joinSome(names, MOST_COLUMNS)}${where})`;
};

/** Refunds may be taken off besides the fee, so these are three sums, not one calculation. */
function describeStated({ byClass, stated, unknownColumns }: Totals, where?: string): string[] {
  const columns = describeColumns(unknownColumns ?? [], where);
  if (stated === undefined) return columns === '' ? [] : [`Gross, fees or net are *not known*${columns}.`];
  const all = byClass.find(({ is, currency }) => is === 'received' && currency === 'AED')?.rows ?? 0;
  const some =
    stated.rows < all ? ` Only ${groupNumber(stated.rows)} of ${groupNumber(all)} state them.` : '';
  const { grossFils, feeFils, netFils } = stated;
  return [
    `Gross ${formatAed(grossFils)} · fees ${formatAed(feeFils)} · net ${formatAed(netFils)}.${some}${columns}`,
  ];
}

const describeBare = ({ bare = 0 }: Totals): string[] =>
  bare === 0 ? [] : [`Before or after fees: *not stated* (${groupNumber(bare)}).`];

/** A currency without a readable amount gets no sum. */
function sumByCurrency(classes: Totals['byClass']): string[] {
  const sums = new Map<string, number>();
  for (const { currency, fils, rows, withoutAmount } of classes)
    if (rows > withoutAmount) sums.set(currency, (sums.get(currency) ?? 0) + fils);
  return [...sums].flatMap(([currency, fils]) =>
    Number.isSafeInteger(fils) ? [formatMoney(fils, currency)] : [],
  );
}

function shorten(parts: string[]): string[] {
  const rest = parts.length - MOST_SUMS;
  return rest > 0 ? [...parts.slice(0, MOST_SUMS), `and ${rest} more`] : parts;
}

const KINDS: Record<ReportKind, { title: string; rows: string }> = {
  transactions: { title: 'Transactions', rows: 'transactions' },
  payouts: { title: 'Payouts', rows: 'payouts' },
  links: { title: 'Payment links', rows: 'payment links' },
};

export const titleOf = (kind: ReportKind): string => KINDS[kind].title;
export const rowsOf = (kind: ReportKind): string => KINDS[kind].rows;

export const TOO_MANY_ROWS =
  'The payment service lists more rows for these days than Paylink reads at once. Compare with the service’s dashboard, or ask for a file of `/paylink transactions`.';

export const describeNoList = (kind: ReportKind): string =>
  `The payment service answered, but its answer held no list of ${rowsOf(kind)} that Paylink can find.`;

/** What a report covers. `name`: what people call the dates, such as `last week`. */
export interface ReportSubject {
  kind: ReportKind;
  name: string | null;
  dates: string;
}

/** `Transactions of last week, 9 – 15 Nov 2026`. */
export const describeSubject = ({ kind, name, dates }: ReportSubject): string =>
  name === null ? `${titleOf(kind)}, ${dates}` : `${titleOf(kind)} of ${name}, ${dates}`;

/** The same in mrkdwn. */
export const formatSubject = ({ kind, name, dates }: ReportSubject): string =>
  `*${titleOf(kind)}*${name === null ? '' : ` of ${name}`} · *${escapeMrkdwn(dates)}*`;

/** In every list of figures. Mrkdwn. */
export const sayStillToCome = ({ count, fils }: Sum): string =>
  count === 0
    ? 'Nothing still to come.'
    : `*${formatAed(fils)} still to come* (${countOf(count, 'sale')}, all days)`;

/** `AED 50.00 refunded`, `AED 250.00 won back`. Mrkdwn. */
export const formatBack = (kind: BackKind, fils: number, currency: string, of = ''): string => {
  const { done, undone } = BACK_WORDS[kind];
  return `${formatMoney(Math.abs(fils), currency)} ${of}${fils < 0 ? undone : done}`;
};

/** Mrkdwn. */
export const formatMoney = (fils: number, currency: string): string =>
  formatAmount(fils, escapeMrkdwn(cut(currency, 10)));
