import { buildTooLong } from '../blocks/text.ts';

/** Several times what a link can hold; Slack itself allows commands many times longer. */
const LONGEST_COMMAND = 1_000;

/** The reply to text too long for any parser; null: it is short enough. */
export const refuseLongText = (text: string | undefined): string | null =>
  text === undefined || text.length <= LONGEST_COMMAND
    ? null
    : buildTooLong({ length: text.length, most: LONGEST_COMMAND });
