import type { KnownBlock } from '@slack/types';
import type { LinkEvent } from '../store/link-events.ts';
import { labelOf } from './link-standing.ts';
import { slackMoment } from './money-and-time.ts';
import { cut, escapeMrkdwn, mrkdwn } from './text.ts';

/** The newest ones: a link that is declined again and again has a long life. */
const MOST_LINES = 15;

/** What the words in the history mean to somebody at a till. Other causes are said as they are. */
const CAUSES: Record<string, string> = {
  'form submitted': 'The form was submitted',
  answered: 'The service made the link',
  refused: 'The service refused to make the link',
  'not sent in time': 'Paylink was held up and did not ask the service',
  'no certain answer': 'The service gave no certain answer',
  'found in listing': 'The link was found among the service’s records',
  'absent from listing': 'The service has no such link',
  'process ended before the answer': 'Paylink was restarted before the service answered',
  'the service says paid': 'The service says it is paid',
  'paid with another amount': 'The service says another amount was paid',
  'the service is not clear': 'The service’s records are not clear about a payment',
  'the service says refunded': 'The service says it was refunded',
  'cancelled at the service': 'It was cancelled at the service',
  'paid in part': 'The service says a part was paid',
  'the service says failed': 'The service gave the link up',
  'the link can still be paid': 'The link can still be paid',
  'no payment after all': 'An admin said that what was reported is no payment',
  'expired unpaid': 'It expired without a payment',
  'a try to pay was declined': 'The bank declined a try to pay',
  'a callback alone reports it': 'A message reported a payment; the service’s records say nothing of it',
};

/** The life of a link, oldest line first. */
export const buildHistory = (history: readonly LinkEvent[], timeZone: string): KnownBlock[] => {
  if (history.length === 0) return [];
  const left = history.length - MOST_LINES;
  const lines = [
    ...(left > 0 ? [`… ${left} earlier`] : []),
    ...history.slice(-MOST_LINES).map((event) => describeEvent(event, timeZone)),
  ];
  return [{ type: 'section', text: mrkdwn(['*History*', ...lines].join('\n')) }];
};

function describeEvent({ at, from, to, cause }: LinkEvent, timeZone: string): string {
  const words = CAUSES[cause] ?? escapeMrkdwn(cut(`${cause.charAt(0).toUpperCase()}${cause.slice(1)}`, 80));
  const state = from === to ? '' : ` · ${labelOf({ state: to, payment: null })}`;
  return `${slackMoment(at, timeZone)} · ${words}${state}`;
}
