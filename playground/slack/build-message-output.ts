import type { MessageRecord } from './messages.ts';
import type { JsonRecord } from './parse-json.ts';
import { APP } from './people-and-places.ts';
import type { Team } from './team.ts';

/** A message as the Web API and interactions show it. */
export const buildMessageOutput = (message: MessageRecord, team: Team): JsonRecord => ({
  type: 'message',
  user: message.user,
  ts: message.ts,
  text: message.text,
  team: team.id,
  ...(message.user === team.ids.botUser
    ? {
        bot_id: team.ids.bot,
        app_id: APP,
        bot_profile: { id: team.ids.bot, app_id: APP, deleted: false, team_id: team.id },
      }
    : {}),
  ...(message.blocks === null ? {} : { blocks: message.blocks }),
  ...(message.attachments.length === 0 ? {} : { attachments: message.attachments }),
  ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
  ...(message.isBroadcast ? { subtype: 'thread_broadcast' } : {}),
  ...(message.editedAt === null ? {} : { edited: { user: message.user, ts: message.editedAt } }),
  ...(message.metadata === null ? {} : { metadata: message.metadata }),
  ...(message.files.length === 0
    ? {}
    : { files: message.files.map(({ id, title, mimetype }) => ({ id, title, mimetype })) }),
});
