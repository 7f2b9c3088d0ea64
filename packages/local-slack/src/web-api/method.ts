import type { JsonRecord } from '../page/read-json.ts';
import type { World } from '../slack-world.ts';

/** A Web API method: arguments in, Slack's JSON with `ok` out; may throw a `SlackFailure`. */
export type Method = (args: JsonRecord, world: World, token?: string) => JsonRecord;

/** A refusal in Slack's format: with the details twice, once with their level. */
export const fail = (error: string, details: string[] = []): JsonRecord => ({
  ok: false,
  error,
  ...(details.length === 0
    ? {}
    : { errors: details, response_metadata: { messages: details.map((text) => `[ERROR] ${text}`) } }),
});
