import { endsBetween, endsOfOne } from './date-ends.ts';
import type { Moment } from './date-moment.ts';
import type { DateToken } from './date-tokens.ts';
import { readMoment } from './read-moment.ts';

/** The dates that can be made out in text that was not understood as a whole, for a form to begin with. */
export const guessEnds = (
  tokens: readonly DateToken[],
  today: string,
): { from: string | null; to: string | null } => {
  const dash = tokens.findIndex((token) => token.is === 'to');
  if (dash === -1) {
    const found = findMoments(tokens, today);
    const [first, last] = [found[0], found.at(-1)];
    if (!first || !last) return { from: null, to: null };
    const ends = found.length === 1 ? endsOfOne(first, today) : endsBetween(first, last, today);
    return { from: ends.from, to: isOpened(tokens) && found.length === 1 ? null : ends.to };
  }
  const first = findMoments(tokens.slice(0, dash), today)[0];
  const last = findMoments(tokens.slice(dash + 1), today).at(-1);
  if (first && last) return endsBetween(first, last, today);
  return {
    from: first ? endsOfOne(first, today).from : null,
    to: last ? endsOfOne(last, today).to : null,
  };
};

const isOpened = (tokens: readonly DateToken[]): boolean =>
  tokens.some((token) => token.is === 'word' && (token.word === 'since' || token.word === 'from'));

function findMoments(tokens: readonly DateToken[], today: string): Moment[] {
  const found: Moment[] = [];
  for (let at = 0; at < tokens.length; ) {
    const reading = readMoment(tokens, at, today);
    if (reading) found.push(reading.moment);
    at = reading?.next ?? at + 1;
  }
  return found;
}
