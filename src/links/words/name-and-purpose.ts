import type { Span } from '../../blocks/plain-text.ts';
import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';
import type { Token } from './split-words.ts';
import {
  BEFORE_NAME,
  END_OF_PURPOSE,
  MONTH,
  NAME_LABEL,
  NO_NAME,
  PARTICLE,
  PURPOSE,
  PURPOSE_TOO,
  SENTENCE,
} from './word-lists.ts';

export const isContact = (token: Token | undefined): boolean =>
  token?.kind === 'Phone' || token?.kind === 'Email';

/** The part of a text that follows “for”; past its end if no part does. */
export interface Purpose extends Span {
  /** “link for …”: a customer's name may follow. */
  isOfLink: boolean;
}

const LINK_BEFORE = /(?:links?|payment|رابط|لينك)\s*$/iu;

/** `masked`: the text without numbers and contacts. */
export const findPurpose = (tokens: readonly Token[], masked: string): Purpose => {
  const isFor = (token: Token | undefined) => token?.kind === 'for';
  const marker = tokens.find((token, at) => {
    const [next, second] = tokens.slice(at + 1, at + 3);
    if (!isFor(token) || isContact(next)) return false;
    // "link for customer Sara", and the first of "for 250 to Sara for June rent".
    if (next?.kind === 'filler' && BEFORE_NAME.test(next.text)) return false;
    return next?.kind !== 'amount' || second === undefined || second.kind === 'word';
  });
  if (!marker) return { start: masked.length + 1, end: masked.length + 1, isOfLink: false };
  const start = marker.end;
  const length = END_OF_PURPOSE.exec(masked.slice(start))?.index ?? masked.length - start;
  const isOfLink = LINK_BEFORE.test(masked.slice(Math.max(0, marker.start - 20), marker.start));
  return { start, end: start + length, isOfLink };
};

const NAME_LIKE = /^[\p{L}\p{M}.'’-]{2,}(?: [\p{L}\p{M}.'’-]{2,}){0,3}$/u;

/** It may be a customer's name. */
export const isLikeName = (text: string): boolean =>
  NAME_LIKE.test(text) &&
  !text.split(' ').some((word) => PURPOSE.test(word) || MONTH.test(word) || NO_NAME.test(word));

/** The name among the words after “for”, in a text that has none elsewhere. `isStated`: what it is for stands elsewhere. */
export const findNameInPurpose = (
  inside: readonly Token[],
  isStated: boolean,
): { name: Token[]; isDoubtful: boolean; marker?: Token } | null => {
  const nameFrom = (from: number): Token[] => {
    const end = inside.findIndex(({ kind }, at) => at >= from && kind !== 'word');
    const words = inside.slice(from, end === -1 ? undefined : end);
    return isLikeName(words.map(({ text }) => text).join(' ')) ? words : [];
  };
  const head = nameFrom(0);
  const next = inside[head.length];
  const isMore = inside.slice(head.length + 1).some(({ kind }) => kind === 'word' || kind === 'counted');
  if (head.length > 0 && next?.kind === 'for') return { name: head, isDoubtful: false, marker: next };
  // "100 deposit for Sara", "for Sara 050 123 4567 2 dresses"
  if (head.length > 0 && (isMore ? isContact(next) : isStated)) return { name: head, isDoubtful: true };
  if (!inside.some(isContact)) return null;
  // "for the cake, Sara 050 123 4567", "for the cake 050 123 4567 Sara": beside a phone or an e-mail.
  const isBetween = ({ kind }: Token) => kind === 'stop' || kind === 'amount';
  for (let at = head.length + 1; at < inside.length; at += 1) {
    const last = inside[at - 1];
    if (!last || (last.kind !== 'stop' && !isContact(last))) continue;
    const name = nameFrom(at);
    const before = inside.slice(0, at).findLast((token) => !isBetween(token));
    const after = inside.slice(at + name.length).find((token) => !isBetween(token));
    if (name.length > 0 && (isContact(before) || isContact(after)))
      return { name, isDoubtful: last.kind !== 'stop' || !isContact(after) };
  }
  return null;
};

/** Words and numbers of something, with only spaces between them: `sara khan`, `2 pcs dress`. */
interface Run {
  words: Token[];
  /** Follows `to`, `name:` or the like. */
  label: 'to' | 'name' | null;
}

interface ReadNames {
  name: Token[];
  /** The purpose, or the part of it outside the “for”. */
  notes: Token[];
  /** The purpose is only a month. */
  isOnlyMonth: boolean;
  /** Something stands between the words of the name, or it may be no name. */
  doubt: 'name-in-parts' | 'odd-name' | null;
}

const MOST_WORDS = 5;

/**
 * Which of the words outside the “for” are the customer's name, and which are the purpose. The name stands before the phone, or
 * else directly after it, and what follows is the purpose. Without a phone the e-mail serves; without both, all words are the
 * name, except for what shops sell. What is neither fits no field.
 */
export const readNames = (tokens: readonly Token[], hasFor: boolean): ReadNames => {
  const runs = listRuns(tokens);
  const isForm = runs.some(({ label }) => label === 'name');
  const anchor = isForm ? undefined : (tokens.find(({ kind }) => kind === 'Phone') ?? tokens.find(isContact));
  const isBefore = ({ words: [first] }: Run) => !anchor || (first?.start ?? 0) < anchor.start;
  const behind = runs.filter((run) => !isBefore(run));
  const before = splitPurposes(runs.filter(isBefore), hasFor);
  const after = splitPurposes(behind, hasFor);
  const isAfter = before.names.length === 0;
  const names = isAfter ? after.names : before.names;
  const labelled = names.filter(({ label }) => label !== null);
  const isOneLabelled = labelled.length > 0 && labelled.length < names.length;
  const chosen = isOneLabelled ? labelled.slice(0, 1) : isAfter ? names.slice(0, 1) : names;
  const name = chosen.flatMap(({ words }) => words);
  // So many words are a message, not a name.
  const isName = name.map(({ text }) => text).join(' ').length <= LINK_REQUEST_RULES.FullName.max;
  const clear = isName && name.length > 0 ? behind.filter(({ words }) => words.every(isClear)) : [];
  const following = clear.flatMap(({ words }) => words);
  const notes = new Set([...before.notes, ...(isAfter ? after.notes : []), ...following]);
  const isOdd = name.length > MOST_WORDS || isMixed(name) || name.some(({ text }) => SENTENCE.test(text));
  const others = behind.filter(({ words }) => !words.some((word) => name.includes(word)));
  const isOther = others.some(({ words }) => mayBeName(words, before.isCut ? [] : name));
  const odd = (isOdd || isOther) && !isForm ? 'odd-name' : null;
  return {
    name: isName ? name : [],
    notes: [...notes]
      .filter((word) => !name.includes(word))
      .toSorted((one, other) => one.start - other.start),
    isOnlyMonth: before.isOnlyMonth,
    doubt: !isName ? null : chosen.length > 1 ? 'name-in-parts' : odd,
  };
};

const isUpper = ({ text }: Token): boolean => /^\p{Lu}/u.test(text);

/** `Sara perfume`: something else than the name may stand in it. */
const isMixed = (name: readonly Token[]): boolean =>
  name.some(isUpper) && name.some(({ text }) => /^\p{Ll}/u.test(text) && !PARTICLE.test(text));

/** Words behind the phone. Of `Huda 050 123 4567 perfume` the capital letter tells which is the name. */
const mayBeName = (behind: readonly Token[], name: readonly Token[]): boolean =>
  isLikeName(behind.map(({ text }) => text).join(' ')) && !(name.some(isUpper) && !behind.some(isUpper));

/** Letters, and the marks inside names: `Al-Maktoum`, `O’Brien`, `M/S`, `A.` */
const NAME_WORD = /^[\p{L}\p{M}][\p{L}\p{M}.'’‘`´ʼ/\u2010-\u2015-]*$/u;
/** `S24`, `PS5` */
const MODEL = /\p{L}\p{N}|\p{N}\p{L}/u;

const mayName = ({ kind, text }: Token): boolean =>
  kind === 'word' && NAME_WORD.test(text) && !NO_NAME.test(text);

const isClear = (word: Token): boolean => word.kind === 'counted' || mayName(word);

function listRuns(tokens: readonly Token[]): Run[] {
  const isPart = (token: Token | undefined) => token?.kind === 'word' || token?.kind === 'counted';
  const runs: Run[] = [];
  for (const [at, token] of tokens.entries()) {
    const last = tokens[at - 1];
    if (isPart(token) && isPart(last)) runs.at(-1)?.words.push(token);
    else if (isPart(token)) {
      const isLabelled = last?.kind === 'filler' && BEFORE_NAME.test(last.text);
      runs.push({ words: [token], label: !isLabelled ? null : NAME_LABEL.test(last.text) ? 'name' : 'to' });
    }
  }
  return runs;
}

interface SplitRuns extends Pick<ReadNames, 'notes' | 'isOnlyMonth'> {
  names: Run[];
  /** A run is partly a name. */
  isCut: boolean;
}

/** `sara khan 1.2k june rent`: a run that contains `rent` is the purpose, or one end of it is. */
function splitPurposes(all: readonly Run[], hasFor: boolean): SplitRuns {
  const isModel = ({ words }: Run) => words.some(({ text, kind }) => kind === 'word' && MODEL.test(text));
  const hasPurpose = ({ words }: Run) => words.some(({ text }) => PURPOSE.test(text));
  const isOnlyMonths = ({ words }: Run) => words.every(({ text }) => MONTH.test(text));
  const isPlain = (run: Run) => run.words.some(mayName) && !hasPurpose(run) && !isOnlyMonths(run);
  // "Galaxy S24 3000 Sara"
  const things = all.some((run) => isPlain(run) && !isModel(run)) ? all.filter(isModel) : [];
  const isNamed = !hasFor && all.some(isPlain);
  const split: SplitRuns = { names: [], notes: [], isOnlyMonth: false, isCut: false };
  for (const run of all.filter((one) => !things.includes(one))) {
    const words = run.words.filter(mayName);
    const isMonth = isNamed && words.length > 0 && isOnlyMonths({ ...run, words });
    const [from, to] = isNamed && (hasPurpose(run) || isMonth) ? [0, 0] : findNameAmong(words, hasFor);
    if (to > from) split.names.push({ ...run, words: words.slice(from, to) });
    split.notes.push(...words.slice(0, from), ...words.slice(to));
    split.isOnlyMonth ||= isMonth;
    split.isCut ||= to > from && to - from < words.length;
  }
  split.isOnlyMonth &&= !all.some(hasPurpose);
  return split;
}

/** `rent sara`, `delivery Layla`, `Sara deposit`: where the words are that are no purpose. Company names are written in capitals. */
function findNameAmong(words: readonly Token[], isStrict: boolean): [from: number, to: number] {
  const isLower = ({ text }: Token) => text === text.toLowerCase();
  const isPurpose = (word: Token) => [PURPOSE, PURPOSE_TOO, MONTH].some((some) => some.test(word.text));
  const holds = (some: readonly Token[]) => some.some(({ text }) => PURPOSE.test(text));
  const to = words.findLastIndex((word) => !isPurpose(word) || (isStrict && !isLower(word))) + 1;
  if (holds(words.slice(to))) return [0, to];
  const from = words.findIndex((word) => !isPurpose(word) || !isLower(word));
  return [holds(words.slice(0, from)) ? from : 0, words.length];
}
