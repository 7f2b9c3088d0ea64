import {
  asksUnit,
  listNamesSaid,
  plainName,
  readPath,
  type Says,
  type Sort,
  speaksAgainst,
  standsForAny,
  TAUGHT_SAYS,
  UNITS,
  type Vocabulary,
  WHOLE_NAME,
  YES_OR_NO,
} from '../payment-service/index.ts';
import type { AskedWord } from './taught-word-store.ts';

/** What an admin can say of a name with its value. `never`: of the name, whatever stands there. */
export type Answer = Says | 'never';

/** By its name, such a leaf says how a payment stands, what it is or how much. */
const DECIDES: ReadonlySet<Sort> = new Set(['state', 'flag', 'kind', 'currency', 'amount']);

/** What its names say; null: they are not known as they were. */
const readNames = ({ path, name }: AskedWord) => {
  const names = path.split('.');
  return names.map(plainName).join('.') === name ? readPath(names) : null;
};

const isKnown = (word: string, { state, kind }: Vocabulary): boolean =>
  state(word) !== null || state(word, true) !== null || (kind(word) ?? 'method') !== 'method';

/** That it says nothing lets money count only where it might have kept it from that. */
export const mayDecide = (asked: AskedWord, words: Vocabulary): boolean => {
  if (listNamesSaid(asked.word) !== null) return false;
  const says = readNames(asked);
  return (
    says === null ||
    DECIDES.has(says.sort) ||
    says.flag !== null ||
    YES_OR_NO.test(asked.word) ||
    isKnown(asked.word, words)
  );
};

/** Empty: nobody can say here what it means. */
export const listAnswers = (asked: AskedWord, words: Vocabulary): readonly Answer[] => {
  const { word, path } = asked;
  if (asksUnit(word)) return UNITS;
  const names = listNamesSaid(word);
  if (names !== null) return names;
  const says = readNames(asked);
  const mayBeSilent =
    says !== null &&
    !/^(flag|currency|amount)$/.test(says.sort) &&
    says.flag === null &&
    !YES_OR_NO.test(word) &&
    !isKnown(word, words) &&
    !path.split('.').some(speaksAgainst);
  return [
    ...(mayBeSilent ? (['never'] as const) : []),
    ...(standsForAny(word) || (word === WHOLE_NAME && mayBeSilent) ? [] : TAUGHT_SAYS),
  ];
};

/** As it is kept. */
export const toTaught = ({ name, word, path }: AskedWord, answer: Answer) =>
  answer === 'never'
    ? { name, path, word: WHOLE_NAME, says: 'nothing' as const }
    : { name, path, word, says: answer };
