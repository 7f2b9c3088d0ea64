import { isJsonObject, type JsonObject, plainName } from './read-field.ts';
import type { ServiceRecord } from './record-fields.ts';

/**
 * What an admin said that a name holds stands behind it: `wiredToBank → payoutAmount`. All that reads names reads that; all that shows or
 * keeps them, the service's own.
 */
const ARROW = ' → ';

/** Kept for a name: it held our reference, or our order id; it is a column of payouts. */
export const HOLDS_REFERENCE = '*reference';
export const HOLDS_ORDER = '*order';
export const OF_PAYOUTS = '*payouts';

const HELD = {
  [HOLDS_REFERENCE]: ['Invoice_Id'],
  [HOLDS_ORDER]: ['orderId'],
  [OF_PAYOUTS]: ['grossAmount', 'feeAmount', 'netAmount', 'payoutAmount', 'payoutDate', 'payoutId'],
} as const;
export type NameSaid = (typeof HELD)[keyof typeof HELD][number];

/** What can be said of a name that is asked about in this way; null: not its name is asked about. */
export const listNamesSaid = (word: string): readonly (NameSaid | 'nothing')[] | null =>
  Object.hasOwn(HELD, word) ? [...HELD[word as keyof typeof HELD], 'nothing'] : null;

/** It says nothing of a payment or payout. */
const NOTHING = 'item';
const SAID = new RegExp(`${ARROW}(${[...Object.values(HELD).flat(), NOTHING].join('|')})$`);

export const writtenName = (name: string): string => name.replace(SAID, '');
export const meantName = (name: string): string => SAID.exec(name)?.[1] ?? name;

/** Reads the names of records as admins said. */
export const createAsSaid = (answers: readonly { name: string; word: string; says: string }[]) => {
  const said = { payments: new Map<string, string>(), payouts: new Map<string, string>() };
  for (const { name, word, says } of answers)
    if (listNamesSaid(word) !== null)
      said[word === OF_PAYOUTS ? 'payouts' : 'payments'].set(name, says === 'nothing' ? NOTHING : says);
  return (record: ServiceRecord, of: 'payments' | 'payouts'): ServiceRecord =>
    said[of].size === 0 ? record : { ...record, fields: writeBehind(record.fields, said[of]) };
};

const writeBehind = (fields: JsonObject, said: ReadonlyMap<string, string>, outer = ''): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const name = `${outer}${plainName(key)}`;
      const meant = said.get(name);
      return [
        meant === undefined ? key : `${key}${ARROW}${meant}`,
        isJsonObject(value) ? writeBehind(value, said, `${name}.`) : value,
      ];
    }),
  );
