import { isJsonObject, type JsonObject, oncePerName, type ServiceRecord } from '../payment-service/index.ts';

/** Which listing or look-up a record comes from. This decides what its general words refer to. */
export type RecordKind = 'link' | 'transaction';

/**
 * `record`: the record itself. `payment`: a container in it that is named after the payment. `link`: in a
 * link's record, a container that is named after the link.
 */
export type PartOf = 'record' | 'payment' | 'link';

interface RecordPart {
  of: PartOf;
  fields: JsonObject;
}

const DEPTH = 3;
const PAYMENT =
  /^(latest|last|current)?(payment|transaction|txn|trx|charge|capture|purchase|sale)(details?|info|information|data|record|result|summary)?$/;
const LINK = /^(payment|pay)?link(details?|info|information|data|record)?$/;

const namedAfter = oncePerName((name) => (PAYMENT.test(name) ? 'payment' : LINK.test(name) ? 'link' : null));

/** Whether these containers, outermost first, hold a part of a transaction's record that is about its payment. */
export const isOfPayment = (containers: readonly string[]): boolean =>
  containers.length <= DEPTH && containers.every((name) => namedAfter(name) === 'payment');

/**
 * The parts of a record that are about this payment: the record itself, and containers named after the
 * payment. Any other container (`threeDSecure`, `settlement`, `fee`, `customer`) is about something else.
 */
export const listParts = ({ fields }: ServiceRecord, kind: RecordKind): readonly RecordPart[] => {
  const parts: RecordPart[] = [{ of: 'record', fields }];
  let level: readonly RecordPart[] = parts;
  for (let depth = 0; depth < DEPTH && level.length > 0; depth += 1) {
    level = level.flatMap((part) => listInnerParts(part, kind));
    parts.push(...level);
  }
  return parts;
};

function listInnerParts(part: RecordPart, kind: RecordKind): RecordPart[] {
  const inner: RecordPart[] = [];
  for (const key of Object.keys(part.fields)) {
    const fields = part.fields[key];
    if (!isJsonObject(fields)) continue;
    const of = namedAfter(key);
    if (of === 'payment' || (of === 'link' && kind === 'link' && part.of !== 'payment'))
      inner.push({ of, fields });
  }
  return inner;
}
