import type { FileRecord } from './files.ts';
import type { JsonRecord } from './parse-json.ts';
import { APP } from './people-and-places.ts';
import type { World } from './slack-world.ts';
import { buildStateValues } from './view-state.ts';
import type { ViewRecord } from './views.ts';

const plainText = (text: string | null) => (text === null ? null : { type: 'plain_text', text, emoji: true });

/** A file that somebody gave in a form, as Slack tells the app that may read files. */
const describeGiven = (file: FileRecord | undefined): JsonRecord | null =>
  file?.givenBy
    ? {
        id: file.id,
        created: Math.floor(file.createdAt / 1000),
        name: file.name,
        title: file.title,
        mimetype: file.mimetype,
        filetype: file.name.split('.').at(-1) ?? '',
        user: file.givenBy,
        size: file.bytes.length,
        url_private: file.url,
        url_private_download: `${file.url}/download`,
        permalink: file.permalink,
        file_access: 'visible',
      }
    : null;

/** A view as Slack sends it to the app. */
export const describeView = (
  view: ViewRecord,
  { team, access, files }: Pick<World, 'team' | 'access' | 'files'>,
): JsonRecord => ({
  id: view.id,
  team_id: team.id,
  type: view.type,
  title: plainText(view.title),
  submit: plainText(view.submit),
  close: plainText(view.close),
  blocks: view.blocks,
  callback_id: view.callbackId,
  private_metadata: view.privateMetadata,
  external_id: view.externalId,
  clear_on_close: view.clearOnClose,
  notify_on_close: view.notifyOnClose,
  hash: view.hash,
  root_view_id: view.rootViewId,
  previous_view_id: view.previousViewId,
  app_id: APP,
  app_installed_team_id: access.current()?.isEnterpriseInstall ? (team.enterprise?.id ?? team.id) : team.id,
  bot_id: team.ids.bot,
  state: {
    values: buildStateValues(view.blocks, view.filled, view.offered, (id) => describeGiven(files.find(id))),
  },
});
