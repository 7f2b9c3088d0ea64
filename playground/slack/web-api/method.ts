import type { JsonRecord } from '../../page/read-json.ts';
import type { World } from '../slack-world.ts';

/** A Web API method: arguments in, Slack's JSON out, `ok` included; may throw a `SlackFailure` instead. */
export type Method = (args: JsonRecord, world: World) => JsonRecord;

/** A refusal as Slack words it: the details twice, once with their level. */
export const fail = (error: string, details: string[] = []): JsonRecord => ({
  ok: false,
  error,
  ...(details.length === 0
    ? {}
    : { errors: details, response_metadata: { messages: details.map((text) => `[ERROR] ${text}`) } }),
});
