import type { Button, KnownBlock } from '@slack/types';
import { describeCustomer } from './customer.ts';
import { formatAed, slackDate } from './money-and-time.ts';
import { mention } from './refusal.ts';
import { cut, escapeMrkdwn, mrkdwn } from './text.ts';

/** A link that waits for a second person. */
export interface HomeApproval {
  id: string;
  makerId: string;
  amountFils: number;
  details: Parameters<typeof describeCustomer>[0] & { notes: string };
  createdAt: number;
  /** What this person may do about it. */
  buttons: Button[];
}

export const buildHomeApprovals = (approvals: readonly HomeApproval[], timeZone: string): KnownBlock[] => [
  { type: 'section', block_id: 'home_approvals', text: mrkdwn('*Waiting for approval*') },
  ...approvals.flatMap(({ amountFils, details, makerId, createdAt, buttons }, index): KnownBlock[] => [
    {
      type: 'section',
      block_id: `home_approval_${index}`,
      text: mrkdwn(
        [
          `⏳ *${formatAed(amountFils)}* · ${escapeMrkdwn(describeCustomer(details))} · ${escapeMrkdwn(cut(details.notes, 100))}`,
          `asked for by ${mention(makerId)} ${slackDate(createdAt, timeZone)}`,
        ].join('\n'),
      ),
    },
    ...(buttons.length > 0
      ? [{ type: 'actions' as const, block_id: `home_approval_actions_${index}`, elements: buttons }]
      : []),
  ]),
];
