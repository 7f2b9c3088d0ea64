import { findSpans, maskSpans, type Span, TAKEN } from '../../blocks/plain-text.ts';
import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';
import {
  BEFORE_NAME,
  END_OF_PURPOSE,
  EVERY_FILLER,
  EVERY_FOR,
  MONTH,
  NO_NAME,
  PURPOSE,
  PURPOSE_TOO,
} from './word-lists.ts';

/** A word that no other field has taken. */
interface LeftWord extends Span {
  text: string;
  /** Words of one run have only spaces between them. */
  run: number;
  /** The run follows `to`, `name:` or the like. */
  isAfterNameLabel: boolean;
}

const WORD = new RegExp(`[^\\s,;${TAKEN}]+`, 'gu');
const BRACKETS = new RegExp(`\\([^()${TAKEN}]{1,100}\\)|\\[[^[\\]${TAKEN}]{1,100}\\]`, 'gu');
/** `:tada:`, as Slack sends emoji. */
const EMOJI = /(?<![\p{L}\p{N}]):[a-z][a-z_+-]{0,60}:/gu;
/** Punctuation around a word, and Slack's marks for bold and the like. */
const EDGE = /^(?![@#%&/\\])[\p{P}\p{So}\p{Cf}=<>|~]$/u;
/** Written with a dot: `A.`, `Dr.`, `Mrs.` */
const SHORT_FORM = /^(?:\p{L}{1,2}|mrs|eng|prof|capt)\.$/iu;

/** The words that no field has taken yet, the fillers around them, and the texts in brackets. */
export const listWords = (masked: string): { left: LeftWord[]; filler: Span[]; aside: Span[] } => {
  const aside = findSpans(masked, BRACKETS);
  const emoji = findSpans(maskSpans(masked, aside), EMOJI);
  const said = findSpans(maskSpans(masked, [...aside, ...emoji]), EVERY_FILLER);
  const filler = [...emoji, ...said];
  const text = maskSpans(masked, [...aside, ...filler]);
  const nameFollows = new Set(
    said.filter(({ start, end }) => BEFORE_NAME.test(masked.slice(start, end))).map(({ end }) => end),
  );
  const left: LeftWord[] = [];
  let run = 0;
  let last = 0;
  let isAfterNameLabel = false;
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const gap = text.slice(last, index);
    if (left.length === 0 || !/^[^\S\n]*$/.test(gap)) {
      run += 1;
      isAfterNameLabel = nameFollows.has(last + gap.trimEnd().length);
    }
    last = index + word.length;
    const trimmed = trimWord(word, index);
    if (trimmed) left.push({ ...trimmed, run, isAfterNameLabel });
  }
  return { left, filler, aside };
};

function trimWord(word: string, at: number): (Span & { text: string }) | null {
  if (!/[\p{L}\p{N}]/u.test(word)) return null;
  const characters = [...word];
  let from = 0;
  let to = characters.length;
  while (EDGE.test(characters[from] ?? '')) from += 1;
  while (to > from && EDGE.test(characters[to - 1] ?? '')) to -= 1;
  const core = characters.slice(from, to).join('');
  const text = characters[to] === '.' && SHORT_FORM.test(`${core}.`) ? `${core}.` : core;
  const start = at + characters.slice(0, from).join('').length;
  return { start, end: start + text.length, text };
}

interface ReadNames {
  name: LeftWord[];
  /** The purpose, or the part of it outside the “for”. */
  notes: LeftWord[];
  unplaced: LeftWord[];
  /** The purpose is only a month. */
  isOnlyMonth: boolean;
}

/** Letters, and the marks inside names: `Al-Maktoum`, `O’Brien`, `M/S`, `A.` */
const NAME_WORD = /^[\p{L}\p{M}][\p{L}\p{M}.'’‘`´ʼ/\u2010-\u2015-]*$/u;

/** Which of the remaining words are the customer's name, and which are the purpose. */
export const readNames = (words: readonly LeftWord[], hasNotes: boolean): ReadNames => {
  const isName = ({ text }: LeftWord) => NAME_WORD.test(text) && !NO_NAME.test(text);
  const unplaced = words.filter((word) => !isName(word));
  const runs = splitRuns(words.filter(isName));
  const { names, notes, isOnlyMonth } = hasNotes
    ? {
        names: runs.filter((run) => !isOnlyPurpose(run)),
        notes: runs.filter(isOnlyPurpose).flat(),
        isOnlyMonth: false,
      }
    : splitPurposes(runs);
  const labelled = names.filter(([first]) => first?.isAfterNameLabel);
  const chosen = labelled.length > 0 && labelled.length < names.length ? labelled.slice(0, 1) : names;
  const left = names.filter((run) => !chosen.includes(run)).flat();
  const name = chosen.flat();
  const length = name.reduce((sum, { text }) => sum + text.length + 1, -1);
  // So many remaining words are a message, not a name.
  if (length > LINK_REQUEST_RULES.FullName.max)
    return { name: [], notes, unplaced: [...unplaced, ...left, ...name], isOnlyMonth };
  return { name, notes, unplaced: [...unplaced, ...left], isOnlyMonth };
};

function splitRuns(words: readonly LeftWord[]): LeftWord[][] {
  const runs = new Map<number, LeftWord[]>();
  for (const word of words) {
    const run = runs.get(word.run);
    if (run) run.push(word);
    else runs.set(word.run, [word]);
  }
  return [...runs.values()];
}

/** `sara khan 1.2k june rent`: a run that contains `rent` is the purpose, or the end of it is. */
function splitPurposes(runs: readonly LeftWord[][]): {
  names: LeftWord[][];
  notes: LeftWord[];
  isOnlyMonth: boolean;
} {
  const hasPurpose = (run: readonly LeftWord[]) => run.some(({ text }) => PURPOSE.test(text));
  const isOnlyMonths = (run: readonly LeftWord[]) => run.every(({ text }) => MONTH.test(text));
  const plain = runs.filter((run) => !hasPurpose(run));
  const hasName = plain.some((run) => !isOnlyMonths(run));
  const names: LeftWord[][] = [];
  const notes: LeftWord[] = [];
  let isOnlyMonth = false;
  for (const run of runs) {
    if (hasPurpose(run)) {
      const from = hasName ? 0 : purposeFrom(run);
      const until = from === run.length ? purposeUntil(run) : 0;
      if (from > until) names.push(run.slice(until, from));
      notes.push(...run.slice(0, until), ...run.slice(from));
    } else if (hasName && isOnlyMonths(run)) {
      notes.push(...run);
      isOnlyMonth = true;
    } else names.push(run);
  }
  return { names, notes, isOnlyMonth: isOnlyMonth && !runs.some(hasPurpose) };
}

/** `rent sara`: how many words at the start of a run are the purpose. Company names are written in capitals. */
function purposeUntil(run: readonly LeftWord[]): number {
  if (run.some(({ text }) => text !== text.toLowerCase())) return 0;
  const other = run.findIndex(({ text }) => !isPurposeWord(text));
  return other > 0 && run.slice(0, other).some(({ text }) => PURPOSE.test(text)) ? other : 0;
}

/** Where the purpose at the end of a run starts; the run's length if there is none. */
function purposeFrom(run: readonly LeftWord[]): number {
  let at = run.length;
  while (at > 0 && isPurposeWord(run[at - 1]?.text ?? '')) at -= 1;
  return run.slice(at).some(({ text }) => PURPOSE.test(text)) ? at : run.length;
}

/** `june rent`, before or after a “for …”. Company names are written in capitals. */
const isOnlyPurpose = (run: readonly LeftWord[]): boolean =>
  run.some(({ text }) => PURPOSE.test(text)) &&
  run.every(({ text }) => text === text.toLowerCase() && isPurposeWord(text));

const isPurposeWord = (text: string): boolean =>
  PURPOSE.test(text) || PURPOSE_TOO.test(text) || MONTH.test(text);

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
