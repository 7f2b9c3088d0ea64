import { toFileRef } from './files.ts';
import type { SeenMessage, SeenView, Source } from './local-slack-api.ts';
import { heldIn, type MessageRecord } from './messages.ts';
import { isStateful, listElements } from './page/list-elements.ts';
import type {
  AppState,
  Features,
  Filled,
  Message,
  PageData,
  Snapshot,
  StepRun,
  View,
} from './page/page-api.ts';
import { drawPictures } from './pictures.ts';
import type { World } from './slack-world.ts';
import { currentValue } from './view-state.ts';
import type { ViewRecord } from './views.ts';
import type { StepRunRecord } from './workflows/step-runs.ts';

const toView = (view: ViewRecord): View => ({
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
  return {
    ...message,
    blocks: drawPictures(message.blocks, as, surface, world),
    ...(record.attachments.length === 0 ? {} : { attachments: record.attachments }),
    filled: heldIn(record, as),
  };
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

/** The app alone has the token. */
export const toStepRun = ({ token: _t, startedAt: _s, ...run }: StepRunRecord): StepRun => run;

/**
 * All that one person can see on a device that has been open `since` that version: Slack does not store ephemeral
 * messages, so earlier ones are gone.
 */
export const buildSnapshot = (
  { as, since }: { as: string; since: number },
  world: World,
  own: Pick<Features, 'commands' | 'shortcuts' | 'steps'> & {
    page: PageData;
    app: AppState | null;
  },
): Snapshot => {
  const home = world.views.home(as);
  return {
    ...own,
    runs: world.stepRuns.list().map(toStepRun),
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

const read = (blocks: unknown[], filled: Filled): Filled => {
  const held: Filled = {};
  for (const found of listElements(blocks))
    if (isStateful(found.type))
      held[found.blockId] = { ...held[found.blockId], [found.actionId]: currentValue(found, filled) };
  return held;
};

/** The values that a person sees in the fields of a view or message, after all choices and edits. */
export const readHeld = (world: World, as: string, source: Source): Filled => {
  if ('viewId' in source) {
    const view = world.views.find(source.viewId);
    return view === undefined ? {} : read(view.blocks, view.filled);
  }
  const message = world.messages.find(source.channel, source.ts, as);
  return message === undefined ? {} : read(message.blocks ?? [], heldIn(message, as));
};
