import { createHash } from 'node:crypto';
import { isJsonObject, readLeaves, type ServiceRecord } from '../payment-service/index.ts';

/** Values that say whose a record is. */
const TYING = /^(order-id|link-id|reference|own-id|original-id|payout-id|bank-reference)$/;

/**
 * The record with other ids, references and addresses of the same shape, so that it can be sent to anybody and still read like the
 * one that came. Equal values stay equal, so ties stay ties. `salt`: nobody who lacks it can find the real values by
 * trying. Expects a reduced record: it has no customer's data.
 */
export const redactRecord = (record: ServiceRecord, salt: string): ServiceRecord['fields'] => {
  const hidden = new Set(readLeaves(record).flatMap(({ sort, value }) => (TYING.test(sort) ? [value] : [])));
  const redact = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(redact);
    if (isJsonObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redact(one)]));
    if (typeof value === 'string' && /^https?:/i.test(value)) return 'https://pay.example/link';
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    return hidden.has(value) ? redactId(value, salt) : value;
  };
  return redact(record.fields) as ServiceRecord['fields'];
};

/** Each letter and digit by another; what stands between them stays. A leading zero stays, a number gets none. */
export const redactId = <Id extends string | number>(id: Id, salt: string): Id => {
  const bytes = createHash('sha512').update(`${salt}\n${id}`).digest();
  const pick = (among: string, at: number): string =>
    among[(bytes[at % bytes.length] ?? 0) % among.length] ?? among;
  const text = [...String(id)]
    .map((char, at) => {
      if (char === '0' && at === 0) return char;
      if (/\d/.test(char)) return pick(at === 0 ? '123456789' : '0123456789', at);
      if (/\p{Lu}/u.test(char)) return pick('ABCDEFGHIJKLMNOPQRSTUVWXYZ', at);
      return /\p{L}/u.test(char) ? pick('abcdefghijklmnopqrstuvwxyz', at) : char;
    })
    .join('');
  return (typeof id === 'number' ? Number(text) : text) as Id;
};
