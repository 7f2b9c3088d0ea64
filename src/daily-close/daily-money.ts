import { groupFils } from '../blocks/money-and-time.ts';
import { capitalise, cut, escapeMrkdwn } from '../blocks/text.ts';
import { describeHeadline, formatMoney, LABELS, type ReportSums } from '../reports/report-words.ts';
import type { MoneyClass } from '../reports/row-money.ts';

export interface ListedSum extends ReportSums {
  byStatus: { status: string | null; currency: string; fils: number; rows: number }[];
  /** False: the answer held no list at all. */
  isList: boolean;
}

const LONGEST_CURRENCY = 40;
const RECEIVED = 'Money received';
const UNCLASSIFIED = 'Not classified';

/** What was received, and below it what was not: the transactions by what they mean. */
export const describeMoney = (sum: ListedSum | null, before: ListedSum | null): string => {
  if (sum === null) return `*${RECEIVED}*\nNot known: the service could not be read.`;
  if (isUnlisted(sum)) return `*${RECEIVED}*\nNot known: the service’s answer held no list.`;
  const now = listClasses(sum);
  const then = before && listClasses(before);
  const beside = (name: string) => (then === null ? 'not known' : (then.get(name) ?? '0'));
  return [
    now.has(RECEIVED)
      ? `*${RECEIVED}: ${now.get(RECEIVED)}* (${beside(RECEIVED)})`
      : `${describeHeadline('transactions', sum)} (${beside(RECEIVED)})`,
    ...listOthers([...now.keys(), ...(then?.keys() ?? [])]).map(
      (name) => `• ${name}: ${now.get(name) ?? '0'} (${beside(name)})`,
    ),
    ...sum.net.map(({ fils, currency }) => `• Left after refunds: ${formatMoney(fils, currency)}`),
    ...(sum.isList ? [] : ['• An answer of the service held no list, so there may be more.']),
    ...(sum.withoutAmount > 0 ? [`• Without a readable amount, in no sum: ${sum.withoutAmount}`] : []),
  ].join('\n');
};

/** `money received 3, AED 30.00; failed 1, AED 10.00; 2 without a readable amount`. */
export const nameMoney = (sum: ListedSum): string => {
  if (isUnlisted(sum)) return 'money received not known';
  if (sum.rows === 0) return 'no transactions';
  const classes = listClasses(sum);
  const received = classes.has(RECEIVED)
    ? `${RECEIVED} ${classes.get(RECEIVED)}`
    : describeHeadline('transactions', sum).replaceAll('*', '');
  const others = listOthers([...classes.keys()]).map((name) => `${lowerFirst(name)} ${classes.get(name)}`);
  return [lowerFirst(received), ...others, ...nameGaps(sum)].join('; ');
};

/** What a sum in one line lacks. */
export const nameGaps = ({ withoutAmount, isList }: ListedSum): string[] => [
  ...(withoutAmount > 0 ? [`${withoutAmount} without a readable amount`] : []),
  ...(isList ? [] : ['there may be more']),
];

export const isUnlisted = ({ rows, isList }: ListedSum): boolean => rows === 0 && !isList;

/** What we cannot tell comes first. */
const listOthers = (names: readonly string[]): string[] =>
  [...new Set(names)]
    .filter((name) => name !== RECEIVED)
    .sort((one, other) => Number(other === UNCLASSIFIED) - Number(one === UNCLASSIFIED));

/** For each class with rows, `3, AED 30.00`, one part per currency. */
function listClasses(sum: ListedSum): Map<string, string> {
  const parts = sum.byClass.flatMap((one) => {
    const rows = one.rows - one.withoutAmount;
    const isNothing = rows === 0 || (one.is === 'received' && one.fils === 0);
    return one.is === 'refunded' || isNothing
      ? []
      : [{ ...one, rows, name: nameClass(one.is), isAtLeast: false }];
  });
  const refunds = sum.refunds.map((one) => ({ ...one, rows: one.told, name: nameClass('refunded') }));
  const classes = new Map<string, string>();
  for (const part of [...parts, ...refunds]) {
    const before = classes.get(part.name);
    const said = `${part.isAtLeast ? 'at least ' : ''}${countSum(part)}`;
    classes.set(part.name, before === undefined ? said : `${before} + ${said}`);
  }
  return classes;
}

const nameClass = (is: MoneyClass): string =>
  is === 'received' ? RECEIVED : is === 'unclassified' ? UNCLASSIFIED : capitalise(LABELS[is]);

/** `3, AED 30.00`. */
export const countSum = ({
  rows,
  fils,
  currency,
}: {
  rows: number;
  fils: number;
  currency: string;
}): string => `${rows}, ${sayFils(fils, currency)}`;

const sayFils = (fils: number, currency: string): string =>
  `${escapeMrkdwn(cut(currency, LONGEST_CURRENCY))} ${groupFils(fils)}`;

/** Negative: less than before. */
export interface ReceivedChange {
  currency: string;
  rows: number;
  fils: number;
}

/** `1 more payment, AED 250.00`. */
export const describeReceivedChange = ({ rows, fils, currency }: ReceivedChange): string => {
  const count = Math.abs(rows);
  const payments = `${count} ${rows < 0 ? 'fewer' : 'more'} payment${count === 1 ? '' : 's'}`;
  const amount = sayFils(Math.abs(fils), currency);
  if (rows !== 0 && Math.sign(rows) === Math.sign(fils)) return `${payments}, ${amount}`;
  return `${rows === 0 ? '' : `${payments}, `}${amount} ${fils < 0 ? 'less' : 'more'}`;
};

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
