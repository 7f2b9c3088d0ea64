import { findSpans, maskSpans, type Span } from './plain-text.ts';
import { END_OF_PURPOSE, EVERY_FILLER, EVERY_FOR, MONTH, PURPOSE } from './word-lists.ts';

/** The part of a text that says what the link is for; past its end if no part does. */
interface Purpose extends Span {
  /** Each “for” up to the purpose, also those that lead to an amount or a name instead. */
  markers: Span[];
  /** “link for …”: a customer's name may follow. */
  isOfLink: boolean;
}

const LINK_BEFORE = /(?:links?|payment|رابط|لينك)\s*$/iu;
const NAME_LIKE = /^[\p{L}\p{M}.'’-]{2,}(?: [\p{L}\p{M}.'’-]{2,}){0,3}$/u;

/** It may be a customer's name. */
export const isLikeName = (text: string): boolean =>
  NAME_LIKE.test(text) && !text.split(' ').some((word) => PURPOSE.test(word) || MONTH.test(word));

/** `masked`: the text with `contacts` and `amounts` masked. */
export const findPurpose = (
  masked: string,
  { contacts, amounts }: { contacts: readonly Span[]; amounts: readonly Span[] },
): Purpose => {
  const contactAt = new Set(contacts.map(({ start }) => start));
  const amountAt = new Map(amounts.map(({ start, end }) => [start, end]));
  const found = findSpans(masked, EVERY_FOR);
  const firstName = maskSpans(maskSpans(masked, found), findSpans(masked, EVERY_FILLER)).search(/\p{L}/u);
  const markers: Span[] = [];
  for (const [at, marker] of found.entries()) {
    const next = found[at + 1];
    markers.push(marker);
    // "250 for 050 123 4567"
    if (contactAt.has(marker.end)) continue;
    const amountEnd = amountAt.get(marker.end);
    // "for 250 for June rent"
    if (next && amountEnd !== undefined && masked.slice(amountEnd, next.start).trim() === '') continue;
    const isOfLink = LINK_BEFORE.test(masked.slice(Math.max(0, marker.start - 20), marker.start));
    // "link for Sara for June rent"
    if (next && isOfLink && at === 0 && firstName >= marker.start) continue;
    const start = marker.end;
    const label = END_OF_PURPOSE.exec(masked.slice(start));
    const end = label ? start + label.index : masked.length;
    const hasName = firstName >= 0 && firstName < marker.start;
    return { start, end: hasName ? end : findNameAfter(masked, { start, end }, contacts), markers, isOfLink };
  }
  return { start: masked.length + 1, end: masked.length + 1, markers, isOfLink: false };
};

/** Where the customer's name begins in "for the cake, Sara 050 123 4567"; the end of the span if there is none. */
function findNameAfter(masked: string, { start, end }: Span, contacts: readonly Span[]): number {
  const contact = contacts.find((one) => one.start > start && one.end <= end);
  if (!contact) return end;
  const before = masked.slice(start, contact.start).replace(/[\s,;]{1,3}$/, '');
  const comma = Math.max(...[',', ';', '\n'].map((mark) => before.lastIndexOf(mark)));
  return comma > 0 && isLikeName(before.slice(comma + 1).trim()) ? start + comma : end;
}
