import type { Link } from '../store/link.ts';
import { describeStanding, describeWarning } from './describe-standing.ts';
import { slackMoment } from './money-and-time.ts';

/** What the one who pressed Refresh is told. Mrkdwn. */
export const buildRefreshAnswer = ({
  link,
  outcome,
  now,
  timeZone,
}: {
  link: Link;
  outcome: 'changed' | 'same' | 'unreachable';
  now: number;
  timeZone: string;
}): string => {
  const warning = describeWarning(link);
  const standing = [describeStanding(link, timeZone), ...(warning ? [warning] : [])].join('. ');
  switch (outcome) {
    case 'changed':
      return `There is news: ${standing}`;
    case 'same':
      return `${standing} · nothing new as of ${slackMoment(now, timeZone)}`;
    case 'unreachable':
      return `The payment service could not be read just now. What was known at ${slackMoment(link.updatedAt, timeZone)} stands: ${standing}. Press Refresh again in a minute.`;
  }
};
