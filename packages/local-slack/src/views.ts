import { assignIds } from './block-kit/assign-ids.ts';
import type { Changes } from './changes.ts';
import type { FileRecord } from './files.ts';
import type { Ids } from './ids.ts';
import type { Filled } from './page/page-api.ts';
import { isRecord, type JsonRecord, readList, readText } from './page/read-json.ts';
import type { World } from './slack-world.ts';
import { buildStateValues, defaultToCurrent, keepFilled } from './view-state.ts';

/** A view as the app gave it, already checked. */
export interface GivenView {
  title: string;
  submit: string | null;
  close: string | null;
  blocks: unknown[];
  callbackId: string;
  privateMetadata: string;
  externalId: string;
  clearOnClose: boolean;
  notifyOnClose: boolean;
}

export interface ViewRecord extends GivenView {
  id: string;
  hash: string;
  type: 'modal' | 'home';
  user: string;
  rootViewId: string;
  previousViewId: string | null;
  /** The conversation from which the stack was opened. */
  channel: string | null;
  filled: Filled;
  busy: boolean;
  offered: Map<string, unknown[]>;
}

const text = (value: unknown): string | null => (isRecord(value) ? readText(value['text']) : null);

export const readView = (view: JsonRecord): GivenView => ({
  title: text(view['title']) ?? '',
  submit: text(view['submit']),
  close: text(view['close']),
  blocks: readList(view['blocks']),
  callbackId: readText(view['callback_id']),
  privateMetadata: readText(view['private_metadata']),
  externalId: readText(view['external_id']),
  clearOnClose: view['clear_on_close'] === true,
  notifyOnClose: view['notify_on_close'] === true,
});

export const createViews = (deps: { ids: Ids; changes: Changes }) => {
  const stacks = new Map<string, ViewRecord[]>();
  const homes = new Map<string, ViewRecord>();
  /** Bottom first. */
  const stack = (user: string) => stacks.get(user) ?? [];
  const all = () => [...stacks.values()].flat().concat([...homes.values()]);
  const make = (user: string, type: 'modal' | 'home', view: GivenView, below: ViewRecord | undefined) => {
    const id = deps.ids.next('V');
    const blocks = assignIds(view.blocks, deps.ids.short);
    const channel = below?.channel ?? null;
    return {
      ...view,
      blocks,
      id,
      type,
      user,
      channel,
      hash: deps.ids.hash(),
      rootViewId: below?.rootViewId ?? id,
      previousViewId: below?.id ?? null,
      filled: defaultToCurrent(blocks, channel),
      busy: false,
      offered: new Map<string, unknown[]>(),
    };
  };
  const update = (record: ViewRecord, view: GivenView): void => {
    const blocks = assignIds(view.blocks, deps.ids.short);
    const filled = {
      ...defaultToCurrent(blocks, record.channel),
      ...keepFilled(record.blocks, record.filled, blocks),
    };
    Object.assign(record, view, { blocks, filled, hash: deps.ids.hash() });
    deps.changes.changed();
  };
  return {
    /** Opens a new stack, replacing the old one. */
    open(user: string, view: GivenView, channel: string | null): ViewRecord {
      const record = make(user, 'modal', view, undefined);
      record.channel = channel;
      record.filled = defaultToCurrent(record.blocks, channel);
      stacks.set(user, [record]);
      deps.changes.changed();
      return record;
    },
    push(user: string, view: GivenView): ViewRecord {
      const record = make(user, 'modal', view, stack(user).at(-1));
      stacks.set(user, [...stack(user), record]);
      deps.changes.changed();
      return record;
    },
    update,
    publish(user: string, view: GivenView): ViewRecord {
      const known = homes.get(user);
      if (known !== undefined) {
        update(known, view);
        return known;
      }
      const record = make(user, 'home', view, undefined);
      homes.set(user, record);
      deps.changes.changed();
      return record;
    },
    find: (id: string): ViewRecord | undefined => all().find((one) => one.id === id),
    findByExternalId: (externalId: string): ViewRecord | undefined =>
      externalId === '' ? undefined : all().find((one) => one.externalId === externalId),
    stack,
    top: (user: string): ViewRecord | undefined => stack(user).at(-1),
    home: (user: string): ViewRecord | undefined => homes.get(user),
    close(record: ViewRecord): void {
      stacks.set(
        record.user,
        stack(record.user).filter((one) => one !== record),
      );
      deps.changes.changed();
    },
    clear(user: string): void {
      stacks.delete(user);
      deps.changes.changed();
    },
    setFilled(record: ViewRecord, filled: Filled): void {
      record.filled = { ...record.filled };
      for (const [block, values] of Object.entries(filled))
        record.filled[block] = { ...record.filled[block], ...values };
      deps.changes.changed();
    },
    setBusy(record: ViewRecord, busy: boolean): void {
      record.busy = busy;
      deps.changes.changed();
    },
  };
};

export type Views = ReturnType<typeof createViews>;

const plainText = (text: string | null) => (text === null ? null : { type: 'plain_text', text, emoji: true });

/** A file from a form, as Slack describes it to an app with `files:read`. */
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
        permalink: file.url,
        file_access: 'visible',
      }
    : null;

/** A view as Slack sends it to the app. */
export const describeView = (
  view: ViewRecord,
  { team, files }: Pick<World, 'team' | 'files'>,
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
  app_id: team.ids.app,
  app_installed_team_id: team.id,
  bot_id: team.ids.bot,
  state: {
    values: buildStateValues(view.blocks, view.filled, view.offered, (id) => describeGiven(files.find(id))),
  },
});
