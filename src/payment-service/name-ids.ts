import { ID_ENDS, LISTED_ENDS, withoutFillers } from './name-words.ts';
import { remember } from './read-field.ts';

/**
 * What a name with an id in it says that the id is of. `ids`: several in one value, or a list of them. `number`: of the shop, or of the
 * service for its own use: it ties nothing.
 */
export type IdSort = (typeof IDS)[number][0] | 'ids';

/** A `loose` id may be one of something else, so it counts only where no other of its sort stands. */
export type IdRole = 'loose';

type Id = readonly [sort: IdSort, role?: IdRole | undefined];

/** By the words before these endings. */
const IDS = [
  ['original-id', /^(original|parent)( \w+)?$|^(refunded|sale) (transaction|txn|payment)$|^capture$/],
  ['payout-id', /^(payout|settlement)$/],
  ['payout-id', /^(settlement )?batch$/, 'loose'],
  ['bank-reference', /^(bank|utr|transfer|bank transaction)$/],
  ['link-id', /^((payment|pay) )?link$|^(paylink|paymentlink)$/],
  ['order-id', /^orders?$/],
  ['reference', /^invoices?$/],
  ['reference', /^merchant invoices?$/, 'loose'],
  ['own-id', /^(transaction|txn|trx|trxn|tran|trans|payment|charge|refund|row)$/],
  ['number', /^(merchant|business|terminal|product|receipt|gateway)$/],
] as const;
const IN_LISTS: ReadonlySet<IdSort> = new Set(['own-id', 'order-id', 'reference']);
/** As references only: their own number stands on every row. */
const REFERRING = /^(merchant|external)$/;
/** Names that hold an id without saying so. */
const BARE_IDS: ReadonlyMap<string, Id> = new Map([
  ['invoice', ['reference', 'loose']],
  ['payout', ['payout-id', 'loose']],
  ['settlement', ['payout-id', 'loose']],
  ['charge', ['original-id']],
  ['payment', ['original-id']],
  ['transaction', ['original-id']],
  ['txn', ['original-id']],
  ['payment intent', ['original-id']],
  ['utr', ['bank-reference']],
  ['rrn', ['number']],
  ['arn', ['number']],
  ['stan', ['number']],
  ['auth code', ['number']],
  ['approval code', ['number']],
]);

/** `orderReferenceNo`: the words before the endings, and these. */
function splitId(words: readonly string[]): { of: string; endings: readonly string[] } {
  const last = words.findLastIndex((word) => !ID_ENDS.includes(word));
  return { of: words.slice(0, last + 1).join(' '), endings: words.slice(last + 1) };
}

export function idIn(words: readonly string[]): Id | null {
  if (LISTED_ENDS.includes(words.at(-1) ?? ''))
    return IN_LISTS.has(idOf(words.slice(0, -1).join(' '))?.[0] ?? 'ids') ? ['ids'] : null;
  const { of, endings } = splitId(words);
  if (endings.length === 0) return BARE_IDS.get(of) ?? null;
  const isReference = endings.some((word) => word === 'reference' || word === 'ref');
  // A reference of nobody knows what.
  if (isReference && of === '') return ['number', 'loose'];
  return isReference && REFERRING.test(of) ? ['reference', 'loose'] : idOf(of);
}

function idOf(words: string): Id | null {
  const found = (IDS as readonly (readonly [IdSort, RegExp, IdRole?])[]).find(([, pattern]) =>
    pattern.test(words),
  );
  return found === undefined ? null : [found[0], found[2]];
}

/** What an `id` in a container of this name is; null: of something that ties nothing. */
export const idWithin = remember((name) => idOf(withoutFillers(name).join(' ')));

/**
 * How likely a name of this ending holds its id; lower is likelier: `orderId` before `orderNo`. A name without an ending is one of
 * the loose ones, the first of them.
 */
export const rankIdEnding = remember((name): number => {
  const [ending] = splitId(withoutFillers(name)).endings;
  return ending === undefined ? 0 : ID_ENDS.indexOf(ending) + 1;
});
