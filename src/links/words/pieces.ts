import { findSpans, maskSpans, type Span, TAKEN, UNSEEN } from './plain-text.ts';
import { EVERY_LEAD } from './word-lists.ts';

/** What a text says about a link. A field that it does not give is absent. */
export interface LinkFields {
  FullName?: string;
  Email?: string;
  Phone?: string;
  /** Decimal text, as the amount field shows it. */
  invoiceAmount?: string;
  notes?: string;
}

/** `filler`: polite words, labels and punctuation around the facts. `unplaced`: fits no field. */
export type PieceKind = keyof LinkFields | 'filler' | 'unplaced';

export interface Piece extends Span {
  as: PieceKind;
  /** A doubt names it, so it is not joined to its neighbours. */
  isInDoubt?: true;
}

const WORD = new RegExp(`[^\\s,;${TAKEN}]+`, 'gu');
const GAPS = new RegExp(`[\\s${UNSEEN}]+`, 'gu');
const SEPARATOR = new RegExp(`[\\s,;\\u060C\\u061B${UNSEEN}]`, 'u');
const BETWEEN_SEPARATORS = new RegExp(`[^\\s,;\\u060C\\u061B${UNSEEN}]+`, 'gu');

/** With single spaces, and without separators at both ends. */
export const tidy = (text: string): string => {
  const spaced = text.replace(GAPS, ' ');
  let from = 0;
  let to = spaced.length;
  while (from < to && SEPARATOR.test(spaced[from] ?? '')) from += 1;
  while (to > from && SEPARATOR.test(spaced[to - 1] ?? '')) to -= 1;
  return spaced.slice(from, to);
};

/** The words of the purpose. `masked`: the text with the other fields masked. */
export const placeNotes = (masked: string, purpose: Span): Piece[] => {
  const text = masked.slice(purpose.start, purpose.end);
  const leads = findSpans(text, EVERY_LEAD);
  const words = [...maskSpans(text, leads).matchAll(WORD)].filter(([word]) => /[\p{L}\p{N}]/u.test(word));
  const span = (one: Span, as: PieceKind): Piece => ({
    start: purpose.start + one.start,
    end: purpose.start + one.end,
    as,
  });
  return [
    ...leads.map((lead) => span(lead, 'filler')),
    ...words.map(({ index, 0: word }) => span({ start: index, end: index + word.length }, 'notes')),
  ];
};

/** The purpose as one text, with the punctuation between its words. */
export const joinNotes = (text: string, taken: readonly Piece[], purpose: Span): string => {
  const inside = taken.filter(({ start, end }) => start >= purpose.start && end <= purpose.end);
  if (!inside.some(({ as }) => as === 'notes')) return '';
  const masked = maskSpans(
    text.replaceAll(TAKEN, ' '),
    inside.filter(({ as }) => as !== 'notes'),
  );
  const rest = masked.slice(purpose.start, purpose.end).replaceAll(TAKEN, ' ');
  return tidy(rest.replace(/([,;])(?:\s*[,;])+/g, '$1').replace(/\s([,;])/g, '$1'));
};

/** The whole text in order. What no piece covers is punctuation, or fits no field. */
export const listPieces = (text: string, taken: readonly Piece[]): (Piece & { text: string })[] => {
  const pieces: (Piece & { text: string })[] = [];
  let at = 0;
  const addGap = (until: number) => {
    for (const { index, 0: found } of text.slice(at, until).matchAll(BETWEEN_SEPARATORS))
      pieces.push({
        start: at + index,
        end: at + index + found.length,
        as: /[\p{L}\p{N}]/u.test(found) ? 'unplaced' : 'filler',
        text: found,
      });
  };
  for (const piece of taken.toSorted((one, other) => one.start - other.start)) {
    if (piece.end <= at) continue;
    const start = Math.max(piece.start, at);
    addGap(start);
    pieces.push({ ...piece, start, text: text.slice(start, piece.end) });
    at = piece.end;
  }
  addGap(text.length);
  return pieces;
};

/** What fits no field, with neighbouring words joined. */
export const listUnplaced = (text: string, pieces: readonly Piece[]): string[] => {
  const spans: Span[] = [];
  let last: Span | null = null;
  for (const { start, end, as, isInDoubt = false } of pieces) {
    if (as !== 'unplaced') continue;
    if (last && !isInDoubt && /^[^\S\n]*$/.test(text.slice(last.end, start))) last.end = end;
    else {
      const span = { start, end };
      spans.push(span);
      last = isInDoubt ? null : span;
    }
  }
  return spans.map((span) => tidy(text.slice(span.start, span.end)));
};
