import { limits } from '../blocks/limits.ts';
import { buildMessage, type Message, section } from '../blocks/message.ts';
import { describePlace } from '../blocks/place.ts';
import { mention } from '../blocks/refusal.ts';
import { cut } from '../blocks/text.ts';
import type { RoleChange } from '../people/member-store.ts';
import { explainRefusedPlace } from '../slack/explain-refused-place.ts';
import { CHANNEL_ROWS, type ChannelSettings } from './channel-settings.ts';
import { describeChanges } from './setting.ts';
import { WORKSPACE_ROWS, type WorkspaceSettings } from './workspace-settings.ts';

interface SettingsChanged {
  before: WorkspaceSettings;
  after: WorkspaceSettings;
  roles: readonly RoleChange[];
  /** The only user who may approve, if there is exactly one. */
  onlyApprover: string | null;
}

/** More lines would not make a readable message; the audit trail has them all. */
const MOST_LINES = 30;

/** Tells the admin who changed settings what is different now; null: nothing is. */
export const buildSettingsChanged = ({
  before,
  after,
  roles,
  onlyApprover,
}: SettingsChanged): Message | null => {
  const lines = [
    ...describeChanges(WORKSPACE_ROWS, before, after),
    ...roles.map(
      ({ userId, from, to }) => `• ${mention(userId)}: ${from ?? 'cashier'} → *${to ?? 'cashier'}*`,
    ),
  ];
  if (lines.length === 0) return null;
  const rest = lines.length - MOST_LINES;
  const more = rest > 0 ? [`…and ${rest} more: \`/paylink audit\` has them all.`] : [];
  const text = ['*Paylink’s settings have changed.*', ...lines.slice(0, MOST_LINES), ...more].join('\n');
  const warning =
    onlyApprover === null || after.approvalLimitFils === null
      ? ''
      : `⚠️ Only ${mention(onlyApprover)} may approve, and nobody can approve their own request: their links above the limit would wait until they expire. Give a second person the role of supervisor.`;
  return {
    text: cut(warning === '' ? text : `${text}\n${warning}`, limits.message.textRecommended),
    blocks: [section(text), ...(warning === '' ? [] : [section(warning)])],
  };
};

/** Tells the admin who changed a channel's settings what is different now. */
export const buildChannelChanged = ({
  channelId,
  before,
  after,
}: {
  channelId: string;
  before: ChannelSettings;
  after: ChannelSettings;
}): Message => {
  const lines = describeChanges(CHANNEL_ROWS, before, after);
  const text = [`*Paylink’s settings for ${describePlace(channelId)} have changed.*`, ...lines].join('\n');
  return buildMessage(text);
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
