import { limits } from '../blocks/limits.ts';
import { buildMessage, type Message } from '../blocks/message.ts';
import { describePlace } from '../blocks/place.ts';
import { mention } from '../blocks/refusal.ts';
import { cut } from '../blocks/text.ts';
import type { RoleChange } from '../people/member-store.ts';
import { explainRefusedPlace } from '../slack/explain-refused-place.ts';
import { nameStaying } from './roles.ts';
import { describeChanges, type SettingRows } from './setting.ts';

interface Saved {
  rows: SettingRows;
  before: object;
  after: object;
  roles: readonly RoleChange[];
  /** Admins by the installation, who were named for another role. */
  stayed: readonly string[];
  /** The only user who may approve, if there is exactly one. */
  onlyApprover: string | null;
}

/** More lines would push the sections out of sight; the audit trail has them all. */
const MOST_LINES = 10;

/** What is different since *Save*. Mrkdwn. */
export const describeSaved = ({ rows, before, after, roles, stayed, onlyApprover }: Saved): string => {
  const changed = [
    ...describeChanges(rows, before, after),
    ...roles.map(
      ({ userId, from, to }) => `• ${mention(userId)}: ${from ?? 'cashier'} → *${to ?? 'cashier'}*`,
    ),
  ];
  const rest = changed.length - MOST_LINES;
  const hasLimit = 'approvalLimitFils' in after && after.approvalLimitFils !== null;
  const lines = [
    changed.length === 0 ? 'Nothing is different.' : '✅ *Saved*',
    ...changed.slice(0, MOST_LINES),
    ...(rest > 0 ? [`…and ${rest} more: \`/paylink audit\` has them all.`] : []),
    ...(stayed.length === 0 ? [] : [`${nameStaying(stayed)}, by the installation.`]),
    ...(changed.length > 0 && hasLimit && onlyApprover !== null
      ? [
          `⚠️ Only ${mention(onlyApprover)} may approve, and never their own links. Make a second person a supervisor.`,
        ]
      : []),
  ];
  return cut(lines.join('\n'), limits.section.text);
};

/** Posted in the channel that was chosen in the settings. */
export const buildDefaultChannelNews = (userId: string): Message => {
  const text = `${mention(userId)} chose this channel in Paylink’s settings: cards of new payment links are posted here from now on.`;
  return buildMessage(text);
};

/** For the admin who chose the channel, if Slack refuses Paylink's messages there. */
export const explainDefaultChannel = (channelId: string, code: string): string =>
  `⚠️ ${explainRefusedPlace(
    { channelId, code },
    {
      where: describePlace(channelId),
      so: ', so cards for it go to their creators’ messages with Paylink',
      afterwards: 'new cards are posted there',
    },
  )}`;
