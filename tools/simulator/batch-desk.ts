import type { Request } from '../../src/app-parts.ts';
import { BATCH_ACTIONS } from '../../src/batches/batch-buttons-view.ts';
import { BATCH_CREATE_ACTION, BATCH_CREATE_ALL_ACTION } from '../../src/batches/batch-preview-view.ts';
import { DECLINE_BATCH_CALLBACK } from '../../src/batches/card-presses.ts';
import { HELD_CREATE_ACTION, HELD_LEAVE_ACTION } from '../../src/batches/held-rows-view.ts';
import { BATCHES } from '../../src/batches/index.ts';
import { readBatch, UNANSWERED } from '../../src/batches/reading/read-batch.ts';
import type { ActionArgs } from '../../src/slack/button.ts';
import type { SubmitArgs } from '../../src/slack/submit.ts';
import type { Batch } from '../../src/store/batch.ts';

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

/** All but the one that opens a window. */
const BUTTONS = {
  create: BATCH_CREATE_ACTION,
  'create-all': BATCH_CREATE_ALL_ACTION,
  pause: BATCH_ACTIONS.pause,
  'go-on': BATCH_ACTIONS.goOn,
  cancel: BATCH_ACTIONS.cancel,
  retry: BATCH_ACTIONS.retry,
  file: BATCH_ACTIONS.file,
  approve: BATCH_ACTIONS.approve,
  withdraw: BATCH_ACTIONS.withdraw,
} as const satisfies Record<Exclude<BatchPress, 'decline'>, string>;

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
}

export const createBatchDesk = (teamId: string, requestNow: () => Request): BatchDesk => {
  const { config, store, clock, ids, timeZone } = requestNow();
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
  /** Its window asks for a reason. */
  const decline = async (batchId: string, by: string): Promise<string> => {
    let answer: unknown;
    const args = {
      ack: async (said: unknown) => {
        answer = said;
      },
      body: { user: { id: by, name: by, team_id: teamId }, team: { id: teamId } },
      view: {
        ...{ id: 'V1', callback_id: DECLINE_BATCH_CALLBACK, private_metadata: batchId },
        state: { values: { reason: { reason: { type: 'plain_text_input', value: 'Too much at once' } } } },
      },
    };
    await BATCHES.views[DECLINE_BATCH_CALLBACK](args as unknown as SubmitArgs, requestNow());
    return answer === undefined ? '' : JSON.stringify(answer);
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
        UNANSWERED,
        { mostRows: config.batches.mostRows, now: at, timeZone, recall: async () => null },
      );
      if (read.question !== null) throw new Error('this file leaves a question open');
      const { headings, rows } = read;
      const shop = { email: null, phone: null };
      const { alike } = await store.similarLinks.find(teamId, rows, { at, shop, sourceId: null });
      return store.batches.add(
        {
          ...{ id: ids.batch(), teamId, channelId, creatorId: by, creatorName: by },
          ...{ fileName, headings, sourceId: null, at },
        },
        rows,
        alike,
      );
    },
    press: async (button, batchId, by) =>
      button === 'decline' ? decline(batchId, by) : ((await click(BUTTONS[button], batchId, by)).text ?? ''),
    answerHeld: async (batchId, by, answer) => {
      const action = answer === 'create' ? HELD_CREATE_ACTION : HELD_LEAVE_ACTION;
      const asked = JSON.stringify((await click(BATCH_ACTIONS.held, batchId, by)).blocks ?? []);
      const [, value = null] = new RegExp(`"value":"(${batchId}:[^"]+)"`).exec(asked) ?? [];
      if (value === null) return '';
      await click(action, value, by);
      return asked;
    },
    find: (batchId) => store.batches.get(batchId),
  };
};
