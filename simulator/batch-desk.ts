import type { Request } from '../src/app-parts.ts';
import { BATCH_ACTIONS } from '../src/batches/batch-buttons-view.ts';
import { BATCH_CREATE_ACTION, BATCH_CREATE_ALL_ACTION } from '../src/batches/batch-preview-view.ts';
import { HELD_CREATE_ACTION, HELD_LEAVE_ACTION } from '../src/batches/held-rows-view.ts';
import { BATCHES } from '../src/batches/index.ts';
import { readBatch } from '../src/batches/reading/read-batch.ts';
import { buildBatchShowNow } from '../src/links/card/notice-kinds.ts';
import { formatLocalDateTime } from '../src/payment-service/index.ts';
import type { ActionArgs } from '../src/slack/button.ts';
import type { Batch } from '../src/store/batch.ts';

export type BatchPress =
  | 'create'
  | 'create-all'
  | 'pause'
  | 'go-on'
  | 'cancel'
  | 'retry'
  | 'file'
  | 'approve'
  | 'decline'
  | 'withdraw';

const BUTTONS = {
  create: BATCH_CREATE_ACTION,
  'create-all': BATCH_CREATE_ALL_ACTION,
  pause: BATCH_ACTIONS.pause,
  'go-on': BATCH_ACTIONS.goOn,
  cancel: BATCH_ACTIONS.cancel,
  retry: BATCH_ACTIONS.retry,
  file: BATCH_ACTIONS.file,
  approve: BATCH_ACTIONS.approve,
  decline: BATCH_ACTIONS.decline,
  withdraw: BATCH_ACTIONS.withdraw,
} as const satisfies Record<BatchPress, string>;

interface Said {
  text?: string;
  blocks?: unknown[];
}

interface GivenFile {
  fileName: string;
  channelId: string;
  by: string;
  expiresAt: number;
  text: string;
}

/** What the windows and buttons of batches do, without Slack's own envelope. */
export interface BatchDesk {
  /** Like submitting the form with a file: creates a preview and no links. */
  give(given: GivenFile): Promise<Batch>;
  /** Returns what the person who pressed was told; nothing when Slack shows it on the card. */
  press(button: BatchPress, batchId: string, by: string): Promise<string>;
  find(batchId: string): Promise<Batch>;
  /** Opens the question about the rows that wait for an answer, and gives one. Returns what the question said; empty: none waits. */
  answerHeld(batchId: string, by: string, answer: 'create' | 'leave'): Promise<string>;
  /** Like choosing when a batch repeats, but within this month. */
  keep(batchId: string, by: string, dueAt: number): Promise<{ id: string; dueAt: number }>;
  /** The latest preview of a kept list. Throws without one. */
  previewOf(listId: string): Promise<string>;
}

export const createBatchDesk = (teamId: string, requestNow: () => Request): BatchDesk => {
  const { config, store, clock, ids, timeZone, wake } = requestNow();
  const click = async (actionId: string, value: string, by: string): Promise<Said> => {
    let told: Said = {};
    const args = {
      ack: async () => undefined,
      respond: async (said: Said) => {
        told = said;
      },
      body: { user: { id: by, team_id: teamId }, team: { id: teamId }, trigger_id: 'trigger' },
      action: { value },
    };
    await BATCHES.actions[actionId as keyof typeof BATCHES.actions](
      args as unknown as ActionArgs,
      requestNow(),
    );
    return told;
  };
  return {
    give: async ({ fileName, channelId, by, expiresAt, text }) => {
      const at = clock.now();
      const read = await readBatch(
        Buffer.from(text),
        {
          email: null,
          shopPhone: null,
          notes: null,
          expiresAt,
          isQrNeeded: false,
          isInvoiceGenerated: false,
        },
        { sheet: null, amount: null, withSettled: null },
        { mostRows: config.batches.mostRows, now: at, timeZone },
      );
      if (read.question !== null) throw new Error('this file leaves a question open');
      const { headings, rows } = read;
      const shop = { email: null, phone: null };
      const { alike } = await store.similarLinks.find(teamId, rows, { at, shop, listId: null });
      return store.batches.add(
        {
          ...{ id: ids.batch(), teamId, channelId, creatorId: by, creatorName: by },
          ...{ fileName, headings, listId: null, at },
        },
        rows,
        alike,
      );
    },
    press: async (button, batchId, by) => (await click(BUTTONS[button], batchId, by)).text ?? '',
    answerHeld: async (batchId, by, answer) => {
      const action = answer === 'create' ? HELD_CREATE_ACTION : HELD_LEAVE_ACTION;
      const asked = JSON.stringify((await click(BATCH_ACTIONS.held, batchId, by)).blocks ?? []);
      const [, value = null] = new RegExp(`"value":"(${batchId}:[^"]+)"`).exec(asked) ?? [];
      if (value === null) return '';
      await click(action, value, by);
      return asked;
    },
    find: (batchId) => store.batches.get(batchId),
    keep: async (batchId, by, dueAt) => {
      const at = clock.now();
      const local = formatLocalDateTime(dueAt, timeZone);
      const [hour = 0, minute = 0] = local.slice(11, 16).split(':').map(Number);
      const list = await store.batchLists.schedule({
        ...{ id: ids.batchList(), teamId, batchId, by, at },
        ...{ day: Number(local.slice(8, 10)), atMinute: hour * 60 + minute },
        turns: [{ day: local.slice(0, 10), dueAt: dueAt - (dueAt % 60_000) }],
        jobs: [buildBatchShowNow({ teamId, batchId })],
      });
      if (list === null) throw new Error('the list is not kept');
      wake.jobs();
      return { id: list.id, dueAt: list.nextAt };
    },
    previewOf: async (listId) => {
      const list = await store.batchLists.find(teamId, listId);
      if (!list?.previewId) throw new Error('no preview yet');
      return list.previewId;
    },
  };
};
