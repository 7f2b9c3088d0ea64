import type { KnownBlock } from '@slack/types';
import { formatAed } from './money-and-time.ts';
import { mrkdwn } from './text.ts';

interface Sum {
  count: number;
  fils: number;
}

export interface HomeFigures {
  /** Of the person alone, or of the workspace. */
  of: 'person' | 'workspace';
  /** The merchant's day, in words. */
  day: string;
  made: Sum;
  paid: Sum;
  /** Not paid yet, whenever they were made. */
  open: Sum;
}

export const buildHomeFigures = ({ of, day, made, paid, open }: HomeFigures): KnownBlock[] => [
  {
    type: 'section',
    block_id: 'home_figures',
    text: mrkdwn(`*${of === 'person' ? 'My links today' : 'Links of this workspace today'}* · ${day}`),
    fields: [
      mrkdwn(`Made\n${writeSum(made)}`),
      mrkdwn(`✅ Paid\n${writeSum(paid)}`),
      mrkdwn(`🟡 Waiting, of any day\n${writeSum(open)}`),
    ],
  },
];

function writeSum({ count, fils }: Sum): string {
  return count === 0 ? 'none' : `*${formatAed(fils)}* · ${count} ${count === 1 ? 'link' : 'links'}`;
}
