import { slackDate } from '../../blocks/money-and-time.ts';
import { mention } from '../../blocks/refusal.ts';

/** A list that is kept, as people see it. */
export interface KeptList {
  id: string;
  keeperId: string;
  /** Epoch milliseconds. */
  dueAt: number;
}

/** `🔁 Comes again Dec 1 at 09:00, to @sara`. Mrkdwn. */
export const describeKept = ({ dueAt, keeperId }: Omit<KeptList, 'id'>, timeZone: string): string =>
  `🔁 Next preview ${slackDate(dueAt, timeZone)}, to ${mention(keeperId)}`;
