import type { Span } from '../../blocks/plain-text.ts';
import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';
import type { Token } from './split-words.ts';
import * as WORDS from './word-lists.ts';

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
    if (next?.kind === 'filler' && labelOf(next) !== null) return false;
    return next?.kind !== 'amount' || second === undefined || second.kind === 'word';
  });
  if (!marker) return { start: masked.length + 1, end: masked.length + 1, isOfLink: false };
  const start = marker.end;
  const length = WORDS.END_OF_PURPOSE.exec(masked.slice(start))?.index ?? masked.length - start;
  const isOfLink = LINK_BEFORE.test(masked.slice(Math.max(0, marker.start - 20), marker.start));
  return { start, end: start + length, isOfLink };
};

type NameLabel = keyof typeof WORDS.NAME_LABELS;
const LABELS_IN_TURN = Object.keys(WORDS.NAME_LABELS) as NameLabel[];
const labelOf = ({ kind, text }: Token): NameLabel | null =>
  kind === 'filler' ? (LABELS_IN_TURN.find((label) => WORDS.NAME_LABELS[label].test(text)) ?? null) : null;

/** What is sold; `Bill` is a name. */
const isGoods = (text: string): boolean => WORDS.PURPOSE.test(text) && text !== 'Bill';

const NAME_LIKE = /^[\p{L}\p{M}.'’-]{2,}(?: [\p{L}\p{M}.'’-]{2,}){0,3}$/u;

/** It may be a customer's name. */
export const isLikeName = (text: string): boolean =>
  NAME_LIKE.test(text) &&
  !text.split(' ').some((word) => isGoods(word) || WORDS.MONTH.test(word) || WORDS.NO_NAME.test(word));

const ASIDE: readonly Token['kind'][] = ['lead', 'stop', 'Phone', 'Email', 'amount'];

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
  // "for sara, her number is 050 123 4567, it's for perfume"
  const second = inside.slice(head.length).find(({ kind }) => !ASIDE.includes(kind));
  if (head.length > 0 && second?.kind === 'for') return { name: head, isDoubtful: false, marker: second };
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
  label: NameLabel | null;
}

interface ReadNames {
  name: Token[];
  /** The purpose, or the part of it outside the “for”. */
  notes: Token[];
  /** Something stands between the words of the name, or it may be no name. */
  isOdd: boolean;
}

const MOST_WORDS = 5;
const MOST_TOLD = 4;

/**
 * Which of the words outside the “for” are the customer's name, and which are the purpose. The name stands before the phone, or
 * else directly after it, and what follows is the purpose. Without a phone the e-mail serves; without both, all words are the
 * name, except for what shops sell. What is neither fits no field.
 */
export const readNames = (tokens: readonly Token[], hasFor: boolean): ReadNames => {
  const runs = listRuns(tokens).flatMap(keepName);
  const isForm = runs.some(({ label }) => label === 'name');
  const anchor = isForm ? undefined : (tokens.find(({ kind }) => kind === 'Phone') ?? tokens.find(isContact));
  const isBefore = ({ words: [first] }: Run) => !anchor || (first?.start ?? 0) < anchor.start;
  const behind = runs.filter((run) => !isBefore(run));
  const before = splitPurposes(runs.filter(isBefore), hasFor);
  const after = splitPurposes(behind, hasFor);
  const isAfter = before.names.length === 0;
  const names = isAfter ? after.names : before.names;
  const told = [...before.names, ...after.names].filter(({ label }) => label === 'self' && !isForm);
  const label = isForm ? 'name' : 'to';
  const labelled = [...told, ...names.filter((run) => run.label === label)];
  const chosen = labelled.length > 0 ? pickOne(labelled, isForm) : pickUnlabelled(names, isAfter);
  const name = chosen.flatMap(({ words }) => words);
  // So many words are a message, not a name.
  const isName = name.map(({ text }) => text).join(' ').length <= LINK_REQUEST_RULES.FullName.max;
  const clear = isName && name.length > 0 ? behind.filter(({ words }) => words.every(isClear)) : [];
  const following = clear.flatMap(({ words }) => words);
  const notes = new Set([...before.notes, ...(isAfter ? after.notes : []), ...following]);
  const isOdd = name.length > MOST_WORDS || isMixed(name) || name.some(({ text }) => text === 'and');
  const others = behind.filter(({ words }) => !words.some((word) => name.includes(word)));
  const isOther = others.some(({ words }) => mayBeName(words, before.isCut ? [] : name));
  return {
    name: isName ? name : [],
    notes: [...notes]
      .filter((word) => !name.includes(word))
      .toSorted((one, other) => one.start - other.start),
    isOdd: isName && (chosen.length > 1 || ((isOdd || isOther) && !isForm)),
  };
};

/** Of names with labels, the first; but if “my name is” and “to” differ, none. */
const pickOne = (labelled: readonly Run[], isForm: boolean): readonly Run[] => {
  const texts = labelled.map(({ words }) => words.map(({ text }) => text.toLowerCase()).join(' '));
  return isForm || new Set(texts).size === 1 ? labelled.slice(0, 1) : [];
};

/** What follows “from” only where no other is; no sentence. */
function pickUnlabelled(names: readonly Run[], isAfter: boolean): readonly Run[] {
  const others = names.filter(({ label }) => label !== 'from');
  const chosen = (others.length > 0 ? others : names).slice(0, isAfter ? 1 : undefined);
  return chosen.some(({ words }) => words.some(({ text }) => WORDS.SENTENCE.test(text))) ? [] : chosen;
}

/** Without what follows a name in `I’m Mariam and`; nothing if no name follows. */
function keepName(run: Run): Run[] {
  const { words, label } = run;
  if (label === null) return words.some(({ text }) => WORDS.SPOKEN.test(text)) ? [] : [run];
  if (label !== 'self' && label !== 'from') return [run];
  const isTold = (word: Token) =>
    mayName(word) && !isGoods(word.text) && !NOT_TOLD.some((some) => some.test(word.text));
  const length = words.findIndex((word) => !isTold(word));
  if (length === 0 || (length === -1 ? words.length : length) > MOST_TOLD) return [];
  return label === 'from' || length === -1 ? [run] : [{ words: words.slice(0, length), label }];
}

const NOT_TOLD = [WORDS.SENTENCE, WORDS.SPOKEN, WORDS.NOT_ME];

const isUpper = ({ text }: Token): boolean => /^\p{Lu}/u.test(text);

/** `Sara perfume`: something else than the name may stand in it. */
const isMixed = (name: readonly Token[]): boolean =>
  name.some(isUpper) && name.some(({ text }) => /^\p{Ll}/u.test(text) && !WORDS.PARTICLE.test(text));

/** Words behind the phone. Of `Huda 050 123 4567 perfume` the capital letter tells which is the name. */
const mayBeName = (behind: readonly Token[], name: readonly Token[]): boolean =>
  isLikeName(behind.map(({ text }) => text).join(' ')) && !(name.some(isUpper) && !behind.some(isUpper));

/** Letters, and the marks inside names: `Al-Maktoum`, `O’Brien`, `M/S`, `A.` */
const NAME_WORD = /^[\p{L}\p{M}][\p{L}\p{M}.'’‘`´ʼ/\u2010-\u2015-]*$/u;
/** `S24`, `PS5` */
const MODEL = /\p{L}\p{N}|\p{N}\p{L}/u;

const mayName = ({ kind, text }: Token): boolean =>
  kind === 'word' && NAME_WORD.test(text) && !WORDS.NO_NAME.test(text);

const isClear = (word: Token): boolean => word.kind === 'counted' || mayName(word);

function listRuns(tokens: readonly Token[]): Run[] {
  const isPart = (token: Token | undefined) => token?.kind === 'word' || token?.kind === 'counted';
  const runs: Run[] = [];
  for (const [at, token] of tokens.entries()) {
    const last = tokens[at - 1];
    if (isPart(token) && isPart(last)) runs.at(-1)?.words.push(token);
    else if (isPart(token)) {
      runs.push({ words: [token], label: last ? labelOf(last) : null });
    }
  }
  return runs;
}

interface SplitRuns extends Pick<ReadNames, 'notes'> {
  names: Run[];
  /** A run is partly a name. */
  isCut: boolean;
}

/** `sara khan 1.2k june rent`: a run that contains `rent` is the purpose, or one end of it is. */
function splitPurposes(all: readonly Run[], hasFor: boolean): SplitRuns {
  const isModel = ({ words }: Run) => words.some(({ text, kind }) => kind === 'word' && MODEL.test(text));
  const hasPurpose = ({ words }: Run) => words.some(({ text }) => isGoods(text));
  const isOnlyMonths = ({ words }: Run) => words.every(({ text }) => WORDS.MONTH.test(text));
  const isPlain = (run: Run) => run.words.some(mayName) && !hasPurpose(run) && !isOnlyMonths(run);
  // "Galaxy S24 3000 Sara"
  const things = all.some((run) => isPlain(run) && !isModel(run)) ? all.filter(isModel) : [];
  const isNamed = !hasFor && all.some(isPlain);
  const split: SplitRuns = { names: [], notes: [], isCut: false };
  for (const run of all.filter((one) => !things.includes(one))) {
    const words = run.words.filter(mayName);
    const isMonth = isNamed && words.length > 0 && isOnlyMonths({ ...run, words });
    const [from, to] = isNamed && (hasPurpose(run) || isMonth) ? [0, 0] : findNameAmong(words, hasFor);
    if (to > from) split.names.push({ ...run, words: words.slice(from, to) });
    split.notes.push(...words.slice(0, from), ...words.slice(to));
    split.isCut ||= to > from && to - from < words.length;
  }
  return split;
}

/** `rent sara`, `delivery Layla`, `Sara deposit`: where the words are that are no purpose. Company names are written in capitals. */
function findNameAmong(words: readonly Token[], isStrict: boolean): [from: number, to: number] {
  const isLower = ({ text }: Token) => text === text.toLowerCase();
  const isPurpose = ({ text }: Token) =>
    isGoods(text) || [WORDS.PURPOSE_TOO, WORDS.MONTH].some((some) => some.test(text));
  const holds = (some: readonly Token[]) => some.some(({ text }) => isGoods(text));
  const to = words.findLastIndex((word) => !isPurpose(word) || (isStrict && !isLower(word))) + 1;
  if (holds(words.slice(to))) return [0, to];
  const from = words.findIndex((word) => !isPurpose(word) || !isLower(word));
  return [holds(words.slice(0, from)) ? from : 0, words.length];
}
