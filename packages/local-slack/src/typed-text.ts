import type { Conversation } from './page/page-api.ts';
import type { JsonRecord } from './page/read-json.ts';
import type { PersonRecord } from './people-and-places.ts';

/** Whom and what a person can mention. */
export interface Known {
  people: readonly PersonRecord[];
  conversations: readonly Conversation[];
}

/** What Slack's composer tells apart in what a person types. */
type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'user' | 'channel'; id: string; name: string }
  | { kind: 'link'; url: string; text: string | null };

const email = /[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/;
const web = /https?:\/\/[^\s<>]+/;
const phone = /(?<![\w+])\+\d[\d ()-]{6,}\d/;
const person = /(?<![\w.])@[a-z0-9._-]+/;
const channel = /(?<!\w)#[a-z0-9._-]+/;
const special = new RegExp([web, email, phone, person, channel].map((one) => one.source).join('|'), 'g');

export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const readSpecial = (found: string, known: Known): Piece => {
  if (found.startsWith('@') || found.startsWith('#')) {
    const name = found.slice(1);
    const match = found.startsWith('@')
      ? known.people.find((one) => one.name === name)
      : known.conversations.find(
          ({ kind, name: own }) => ['public', 'private'].includes(kind) && own === name,
        );
    if (match === undefined) return { kind: 'text', text: found };
    return { kind: found.startsWith('@') ? 'user' : 'channel', id: match.id, name };
  }
  if (found.startsWith('http')) return { kind: 'link', url: found, text: null };
  if (found.startsWith('+'))
    return { kind: 'link', url: `tel:${found.replaceAll(/[^+\d]/g, '')}`, text: found };
  return { kind: 'link', url: `mailto:${found}`, text: found };
};

const readTyped = (text: string, known: Known): Piece[] => {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(special)) {
    pieces.push({ kind: 'text', text: text.slice(from, found.index) }, readSpecial(found[0], known));
    from = found.index + found[0].length;
  }
  pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces.filter((piece) => piece.kind !== 'text' || piece.text !== '');
};

const writePiece = (piece: Piece, areNamed: boolean): string => {
  switch (piece.kind) {
    case 'text':
      return escapeMarkup(piece.text);
    case 'user':
      return areNamed ? `<@${piece.id}|${piece.name}>` : `<@${piece.id}>`;
    case 'channel':
      return `<#${piece.id}|${piece.name}>`;
    case 'link':
      return `<${escapeMarkup(piece.url)}${piece.text === null ? '' : `|${escapeMarkup(piece.text)}`}>`;
  }
};

/** A command's text as an app with `should_escape` receives it: people with their names. */
export const writeCommandText = (text: string, known: Known): string =>
  readTyped(text, known)
    .map((piece) => writePiece(piece, true))
    .join('');

const STYLES: Record<string, string> = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'code' };
/** `*bold*` and the like, not inside a word, or `:tada:`. */
const MARKED = /(?<![\w*_~`])([*_~`])(\S(?:[^\n]*?\S)?)\1(?![\w*_~`])|(?<!\w):([a-z_+-][a-z0-9_+-]*):(?!\w)/g;

const splitMarks = (text: string): JsonRecord[] => {
  const parts: JsonRecord[] = [];
  let from = 0;
  for (const { 0: all, 1: mark = '', 2: inside, 3: emoji, index } of text.matchAll(MARKED)) {
    parts.push({ type: 'text', text: text.slice(from, index) });
    parts.push(
      emoji === undefined
        ? { type: 'text', text: inside, style: { [STYLES[mark] ?? '']: true } }
        : { type: 'emoji', name: emoji },
    );
    from = index + all.length;
  }
  parts.push({ type: 'text', text: text.slice(from) });
  return parts.filter((part) => part['text'] !== '');
};

const buildElements = (piece: Piece): JsonRecord[] => {
  switch (piece.kind) {
    case 'text':
      return splitMarks(piece.text);
    case 'user':
      return [{ type: 'user', user_id: piece.id }];
    case 'channel':
      return [{ type: 'channel', channel_id: piece.id }];
    case 'link':
      return [{ type: 'link', url: piece.url, ...(piece.text === null ? {} : { text: piece.text }) }];
  }
};

/** The `rich_text` that Slack's composer makes of typed text. */
export const buildTypedRichText = (
  text: string,
  known: Known = { people: [], conversations: [] },
): JsonRecord => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: readTyped(text, known).flatMap(buildElements) }],
});

/** A message as Slack keeps it when a person typed this text. */
export const writeMessage = (text: string, known: Known): { text: string; blocks: unknown[] } => ({
  text: readTyped(text, known)
    .map((piece) => writePiece(piece, false))
    .join(''),
  blocks: [buildTypedRichText(text, known)],
});
