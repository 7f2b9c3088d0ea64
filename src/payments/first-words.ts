import { buildVocabulary, readLeaves, standsForAny, type Vocabulary } from '../payment-service/index.ts';
import { isTeachable, mayObject, type UnreadLeaf, unreadOf } from './read-votes.ts';
import type { FoundRecord } from './record-owner.ts';

/** Without what a workspace has taught: no answer makes a word for money harmless. */
const WORDS = buildVocabulary();
const TELLS_OF_MONEY = /^(paid|done|once|partly|refunded|partly-refunded|void|disputed)$/;

/** The words in the state of a link's own record that nobody understands; none, if one of its words says that money came or went back. */
export const listFirstWords = ({ kind, record }: FoundRecord, words: Vocabulary): UnreadLeaf[] => {
  if (kind !== 'link') return [];
  const states = readLeaves(record).filter(
    (leaf) => leaf.sort === 'state' && mayObject(leaf) && !leaf.isFree,
  );
  const texts = states.map(({ value }) => String(value).trim());
  const parts = texts.flatMap((text) => text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{N}]+/u));
  if ([...texts, ...parts].some((text) => TELLS_OF_MONEY.test(WORDS.state(text) ?? ''))) return [];
  return states.flatMap((leaf) => {
    const word = String(leaf.value).trim();
    const isKnown = words.state(word, leaf.isCode) !== null || words.taught(leaf.name, word) !== null;
    return isKnown || standsForAny(word) ? [] : [unreadOf({ leaf })].filter(isTeachable);
  });
};
