import { formatAed } from '../blocks/money-and-time.ts';
import { isChannel } from '../blocks/place.ts';
import { escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import type { LinkSum } from '../store/link-days.ts';
import type { PaidByPlace } from '../store/team-figures.ts';

export interface WeeksPaid {
  now: LinkSum;
  before: LinkSum;
  nowByPlace: PaidByPlace;
  beforeByPlace: PaidByPlace;
}

/** What came in by links that were paid, against the week before. Mrkdwn. */
export const describeChange = (now: LinkSum, before: LinkSum): string => {
  const change = now.fils - before.fils;
  if (change === 0) return 'as much as';
  return `${formatAed(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than`;
};

/**
 * One line of why: whether other links were paid or larger ones, whichever moved the sum more, and the channel that moved it
 * most. Mrkdwn.
 */
export const explainChange = (weeks: WeeksPaid): string => {
  const { now, before } = weeks;
  const change = now.fils - before.fils;
  if (now.count === 0 && before.count === 0) return 'no link was paid in either week.';
  if (change === 0) return 'the sum is the same.';
  if (before.count === 0) return 'no link was paid in the week before.';
  if (now.count === 0) return 'no link was paid this week.';
  const isUp = change > 0;
  const average = { now: Math.round(now.fils / now.count), before: Math.round(before.fils / before.count) };
  const byCount = (now.count - before.count) * average.before;
  const bySize = change - byCount;
  const reason = Math.abs(byCount) >= Math.abs(bySize) ? byCount : bySize;
  // Of two that pull apart, the one that goes with the sum outweighs the other.
  const isOfCount = Math.sign(reason) === Math.sign(change) ? reason === byCount : byCount > 0 === isUp;
  const why = isOfCount
    ? `${isUp ? 'more' : 'fewer'} links were paid (${groupNumber(now.count)}, not ${groupNumber(before.count)})`
    : `the links paid were ${isUp ? 'larger' : 'smaller'} (${formatAed(average.now)} on average, not ${formatAed(average.before)})`;
  const place = findMover(weeks, isUp);
  return `${why}${place === null ? '' : `; the most in ${place}`}.`;
};

/** The place whose sum moved furthest the same way; direct messages are one. Null: there is just one place. */
function findMover({ nowByPlace, beforeByPlace }: WeeksPaid, isUp: boolean): string | null {
  const changes = new Map<string, number>();
  const add = (sums: PaidByPlace, sign: 1 | -1) => {
    for (const [id, { fils }] of sums) {
      const place = isChannel(id) ? `<#${escapeMrkdwn(id)}>` : 'direct messages';
      changes.set(place, (changes.get(place) ?? 0) + sign * fils);
    }
  };
  add(nowByPlace, 1);
  add(beforeByPlace, -1);
  if (changes.size < 2) return null;
  const [first] = [...changes].toSorted(([, one], [, other]) => (isUp ? other - one : one - other));
  return first && (isUp ? first[1] > 0 : first[1] < 0)
    ? `${first[0]} (${formatAed(Math.abs(first[1]))})`
    : null;
}
