import { buildTooLong } from '../blocks/text.ts';

/** All that a link can say fits several times over; Slack itself lets a command be many times as long. */
export const LONGEST_COMMAND = 1_000;

/** What to say of text that no parser is given; null: it is short enough. */
export const refuseLongText = (text: string | undefined): string | null =>
  text === undefined || text.length <= LONGEST_COMMAND
    ? null
    : buildTooLong({ length: text.length, most: LONGEST_COMMAND });
