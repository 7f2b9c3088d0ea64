import { buildTooLong } from '../blocks/text.ts';

/** Several times what a link can hold; Slack itself allows commands many times longer. */
const LONGEST_COMMAND = 1_000;

/** The reply to text too long for any parser; null: it is short enough. */
export const refuseLongText = (text: string | undefined): string | null =>
  text === undefined || text.length <= LONGEST_COMMAND
    ? null
    : buildTooLong({ length: text.length, most: LONGEST_COMMAND });

/**
 * With `should_escape`, Slack rewrites what a person typed: `<mailto:a@b.ae|a@b.ae>`, `<tel:+971…|050 …>`,
 * `<https://…|text>`, `<@U…|name>`. Returns what they typed.
 */
export const undoEscapes = (text: string): string =>
  text
    .replace(
      /<(?:mailto:|tel:)([^|<>]*)(?:\|([^<>]*))?>/g,
      (_, target: string, label?: string) => label || target,
    )
    .replace(/<(https?:[^|<>]*)(?:\|([^<>]*))?>/g, (_, target: string, label?: string) => label || target)
    .replace(/<[@#]([^|<>]*)(?:\|([^<>]*))?>/g, (_, id: string, label?: string) => label || id)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
