import { findSpans, maskSpans, type Span, TAKEN } from './plain-text.ts';
import type { LeftWord } from './read-names.ts';
import { BEFORE_NAME, EVERY_FILLER } from './word-lists.ts';

const WORD = new RegExp(`[^\\s,;${TAKEN}]+`, 'gu');
const BRACKETS = new RegExp(`\\([^()${TAKEN}]{1,100}\\)|\\[[^[\\]${TAKEN}]{1,100}\\]`, 'gu');
/** Slack's names of emoji. */
const EMOJI = /(?<![\p{L}\p{N}]):[a-z][a-z_+-]{0,60}:/gu;
/** The marks of a sentence around a word, and Slack's marks for bold and the like. */
const EDGE = /^(?![@#%&/\\])[\p{P}\p{So}\p{Cf}=<>|~]$/u;
/** Written with a point: `A.`, `Dr.`, `Mrs.` */
const SHORT_FORM = /^(?:\p{L}{1,2}|mrs|eng|prof|capt)\.$/iu;

/** The words of a plain text that nothing has taken, and what people say around them. */
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
