import type { Answer } from './envelope.ts';
import { findAddress } from './find-address.ts';
import { isJsonObject, type JsonObject } from './read-field.ts';
import { recordInvoiceId, recordOrderId } from './record-ids.ts';
import { boundRecord } from './records.ts';

/** The answer to link generation. Any piece missing from it is `null`: the interface documents none of them. */
export interface GeneratedLink {
  /** The payment page, `http` or `https`. */
  address: string | null;
  /** For look-ups by order id. */
  orderId: string | null;
  invoiceId: string | null;
  /** The envelope's message; may hold customer data. */
  message: string | null;
  /** The payload as received, `{ value }` when it was not an object; cut if it is too large or too deep to be stored. */
  fields: Record<string, unknown>;
  reference: string;
}

/**
 * Reads the answer to link generation. Pass the request's `callbackUrl`, so that an echo of it is not mistaken
 * for the payment page.
 */
export function readGeneratedLink(answer: Answer, callbackUrl: string | null = null): GeneratedLink {
  const record = boundRecord(toFields(answer.response));
  const { fields } = record;
  return {
    address: findAddress(answer.response, callbackUrl) ?? findAddress(answer.body, callbackUrl),
    orderId: recordOrderId(record) ?? recordOrderId({ fields: innermost(fields) }),
    invoiceId: recordInvoiceId(record),
    message: answer.message,
    fields,
    reference: answer.reference,
  };
}

function toFields(response: unknown): JsonObject {
  if (Array.isArray(response) && response.length === 1 && isJsonObject(response[0])) return response[0];
  return isJsonObject(response) ? response : { value: response };
}

/** Unwraps objects that hold a single object and nothing else. */
function innermost(fields: JsonObject): JsonObject {
  let inner = fields;
  for (let depth = 0; depth < 3; depth += 1) {
    const [only, ...others] = Object.values(inner);
    if (others.length > 0 || !isJsonObject(only)) break;
    inner = only;
  }
  return inner;
}
