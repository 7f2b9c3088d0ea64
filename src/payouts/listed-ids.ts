import {
  isJsonObject,
  type JsonObject,
  listsPayments,
  readPath,
  recordInvoiceId,
  recordOrderId,
  type ServiceRecord,
  toIdentifier,
} from '../payment-service/index.ts';
import { readTransactionId } from '../payments/index.ts';

/** As deep as a record's own ids stand. */
const DEEPEST = 3;

/**
 * The ids of the transactions or orders that a payout lists, repeated as listed: in a field for ids, as `transactionIds`, or in a
 * list of ids or records, as `transactions`. Null: it has no such list, or one with an entry that has no id.
 */
export const readListedIds = ({ fields }: ServiceRecord): readonly string[] | null => {
  const all = listFields(fields);
  const lists = [
    ...all.filter(({ name }) => readPath([name]).sort === 'ids').map(({ value }) => split(value)),
    ...all.filter(({ name }) => listsPayments(name)).map(({ value }) => value),
  ];
  for (const list of lists) {
    const ids = Array.isArray(list) ? parseAll(list) : null;
    if (ids !== null) return ids;
  }
  return null;
};

/** Only in a field for ids, a text with commas is a list. */
const split = (value: unknown): unknown => (typeof value === 'string' ? value.split(/[,;]/) : value);

/** The outermost first; of those in one place, the first by its name. */
function listFields(fields: JsonObject): { name: string; value: unknown }[] {
  const all: { name: string; value: unknown }[] = [];
  let level = [fields];
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    const entries = level.flatMap((object) =>
      Object.entries(object).map(([name, value]) => ({ name, value })),
    );
    all.push(...entries.sort((one, other) => (one.name < other.name ? -1 : 1)));
    level = entries.flatMap(({ value }) => (isJsonObject(value) ? [value] : []));
  }
  return all;
}

function parseEntry(entry: unknown): string | null {
  if (!isJsonObject(entry)) return toIdentifier(entry);
  const record = { fields: entry };
  return readTransactionId({ record }) ?? recordOrderId(record) ?? recordInvoiceId(record);
}

/** Null: there is none, or one is no id. */
function parseAll(entries: readonly unknown[]): readonly string[] | null {
  const ids = entries.flatMap((entry) => parseEntry(entry) ?? []);
  return ids.length === 0 || ids.length < entries.length ? null : ids;
}
