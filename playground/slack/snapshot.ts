import type { AppState, Features, Message, Snapshot, View } from '../page/page-api.ts';
import { toFileRef } from './files.ts';
import type { SeenMessage, SeenView } from './local-slack-api.ts';
import { heldIn, type MessageRecord } from './messages.ts';
import { drawPictures } from './seen-pictures.ts';
import type { World } from './slack-world.ts';
import type { ViewRecord } from './views.ts';

export const toView = (view: ViewRecord): View => ({
  id: view.id,
  hash: view.hash,
  type: view.type,
  title: view.title,
  submit: view.submit,
  close: view.close,
  blocks: view.blocks,
  busy: view.busy,
  filled: view.filled,
});

export const toSeenView = (view: ViewRecord): SeenView => ({
  ...toView(view),
  callbackId: view.callbackId,
  privateMetadata: view.privateMetadata,
  externalId: view.externalId,
  notifyOnClose: view.notifyOnClose,
});

export const toSeenMessage = ({
  attachments: _a,
  filled: _s,
  filledBy: _f,
  offered: _o,
  version: _v,
  ...message
}: MessageRecord): SeenMessage => message;

const toMessage = (record: MessageRecord, as: string, world: World): Message => {
  const { metadata: _, ...message } = toSeenMessage(record);
  const surface = record.ephemeralTo === null ? 'message' : 'ephemeral';
  return { ...message, blocks: drawPictures(message.blocks, as, surface, world), filled: heldIn(record, as) };
};

const drawView = (view: ViewRecord, as: string, world: World): View => ({
  ...toView(view),
  blocks: drawPictures(view.blocks, as, 'view', world),
});

export const canSeeMessage = (as: string, message: MessageRecord, { workspace }: World): boolean => {
  if (message.ephemeralTo !== null && message.ephemeralTo !== as) return false;
  const place = workspace.conversation(message.channel);
  return place !== undefined && workspace.canSee(as, place);
};

/**
 * All that one person can see on a device that looks `since` that version: Slack keeps no message that only one person
 * sees, so what came before is gone there.
 */
export const buildSnapshot = (
  { as, since }: { as: string; since: number },
  world: World,
  own: Features & { sandboxUrl: string | null; payFrom: Snapshot['payFrom']; app: AppState | null },
): Snapshot => {
  const home = world.views.home(as);
  return {
    ...own,
    version: world.changes.version(),
    me: as,
    appName: world.workspace.appName,
    appUserId: world.team.ids.botUser,
    people: world.workspace.people().map(({ email: _e, isAdmin: _i, locale: _l, ...person }) => person),
    conversations: world.workspace.conversations().filter((place) => world.workspace.canSee(as, place)),
    messages: world.messages
      .list()
      .filter(
        (message) =>
          canSeeMessage(as, message, world) && (message.ephemeralTo === null || message.version > since),
      )
      .map((message) => toMessage(message, as, world)),
    modals: world.views.stack(as).map((view) => drawView(view, as, world)),
    home: home ? drawView(home, as, world) : null,
    notice: world.notices.of(as),
    files: world.files.completed().map(toFileRef),
  };
};
