import { limits } from '../../../src/blocks/limits.ts';
import { isRecord, type JsonRecord } from '../parse-json.ts';
import { SlackFailure } from '../slack-failure.ts';

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const isFlat = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isPlain);

/** As `MessageMetadata` of `@slack/types` has it: plain values, objects of them, and lists of such objects. */
const isPayload = (payload: JsonRecord): boolean =>
  Object.values(payload).every(
    (value) => isPlain(value) || isFlat(value) || (Array.isArray(value) && value.every(isFlat)),
  );

/** A message's metadata; null when there is none, or an empty object that takes the old away. */
export const readMetadata = (given: unknown): unknown => {
  if (given === undefined || given === '') return null;
  if (!isRecord(given)) throw new SlackFailure('invalid_metadata_format');
  if (Object.keys(given).length === 0) return null;
  const { event_type: type, event_payload: payload } = given;
  if (typeof type !== 'string' || type === '' || !isRecord(payload) || !isPayload(payload))
    throw new SlackFailure('invalid_metadata_schema');
  if (Buffer.byteLength(JSON.stringify(given)) > limits.message.metadata)
    throw new SlackFailure('metadata_too_large');
  return given;
};
