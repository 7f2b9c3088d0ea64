import { buildTooLong, undoLookalikes } from '../blocks/text.ts';

/** Several times what a link can hold; Slack itself allows commands many times longer. */
const LONGEST_COMMAND = 1_000;

/** The reply to text too long for any parser; null: it is short enough. */
export const refuseLongText = (text: string | undefined): string | null =>
  text === undefined || text.length <= LONGEST_COMMAND
    ? null
    : buildTooLong({ length: text.length, most: LONGEST_COMMAND });

/** `<@U1|omar>`, `<mailto:a@b.ae|a@b.ae>`, `<!date^…|5 Nov>`: what Slack writes for more than letters. */
const TOKEN = /<([^<>|]*)(?:\|([^<>]*))?>/g;
const NAMED = /^[@#]/;
const CONTACT = /^(?:mailto|tel):/;
const PHONE_DIGITS = 7;
const EMOJI = /(?<![\p{L}\p{N}]):(?:[a-z_+-][a-z0-9_+'-]{0,60}|100|1234):(?![\p{L}\p{N}])/gu;
const QUOTE = /^(?:&gt;|>){1,3}[^\S\n]?/gm;
const STRUCK = '~';
const STYLES = ['*', '_', '`'] as const;

/**
 * What a person wrote, of what Slack delivers: without the marks of bold, italic, code, quotes and emoji, and with the
 * targets of links as they read them. What is struck out is no longer said. A mention becomes one word, `@omar` or
 * `#sales`, that is no name; a date of Slack's is dropped, because its digits are no amount.
 */
export const readTyped = (text: string): string => {
  const named = text.replace(TOKEN, (all, target: string, label: string | undefined) =>
    readToken(all, target, label?.trim() || null),
  );
  const kept = dropPairs(named.replace(QUOTE, '').replaceAll('```', ' '), STRUCK, () => ' ');
  const bare = STYLES.reduce((read, mark) => dropPairs(read, mark, (inside) => inside), kept)
    .replace(EMOJI, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return undoLookalikes(bare);
};

function readToken(all: string, target: string, label: string | null): string {
  // Spaces around it: next to a letter, `@omar.ali` would be an e-mail.
  if (NAMED.test(target))
    return label === null ? ' ' : ` ${target[0]}${label.replace(/^[@#]/, '').replace(/\s+/g, '.')} `;
  if (target.startsWith('!')) return ' ';
  if (CONTACT.test(target)) {
    const address = target.replace(CONTACT, '');
    return label === null || isSame(address, label) ? (label ?? address) : `${label} ${address}`;
  }
  return /^https?:/.test(target) ? (label ?? target) : all;
}

/** Whether a label shows its address, and not a name in its place. */
const isSame = (address: string, label: string): boolean =>
  address.includes('@') ? label.includes('@') : label.replace(/\D/g, '').length >= PHONE_DIGITS;

/** Replaces each text between two of these marks on one line, as Slack pairs them: not inside a word, and not around a space. */
function dropPairs(text: string, mark: string, build: (inside: string) => string): string {
  let read = '';
  let at = 0;
  let open = -1;
  let lineEnd = -1;
  for (let place = text.indexOf(mark); place !== -1; place = text.indexOf(mark, place + 1)) {
    if (place > lineEnd) {
      open = -1;
      const next = text.indexOf('\n', place);
      lineEnd = next === -1 ? text.length : next;
    }
    if (open !== -1 && place > open + 1 && closes(text, place)) {
      read += text.slice(at, open) + build(text.slice(open + 1, place));
      at = place + 1;
      open = -1;
    } else if (open === -1 && opens(text, place)) open = place;
  }
  return read + text.slice(at);
}

const opens = (text: string, place: number): boolean =>
  !/[\p{L}\p{N}@]/u.test(text[place - 1] ?? ' ') && /\S/.test(text[place + 1] ?? ' ');

const closes = (text: string, place: number): boolean =>
  /\S/.test(text[place - 1] ?? ' ') && !/[\p{L}\p{N}@]/u.test(text[place + 1] ?? ' ');
