// @module-tag store

import { describe, expect, test } from 'vitest';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { createRepairMessages } from '../../src/slack/repair-messages.ts';
import type { Batch } from '../../src/store/batch.ts';
import { buildShow } from '../../src/store/message-store.ts';
import { perTest } from '../fixtures/per-test.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { NOW } from '../links/notice-verbs.ts';
import { startNotices } from '../links/run-notices.ts';

const DAY_MS = 24 * 60 * 60_000;

const CARD = { teamId: 'T0PLAY', what: 'batch', id: 'bat_1' };

const scene = perTest(() => startNotices());

/** A batch is what is shown here. */
const make = async (channelId = FRONT_DESK): Promise<void> => {
  await scene.store.batches.add(
    {
      ...{
        id: CARD.id,
        teamId: CARD.teamId,
        channelId,
        creatorId: SARA,
        creatorName: 'sara',
        sourceId: null,
      },
      ...{ at: NOW, fileName: 'parents.csv', headings: ['Amount'] },
    },
    [
      {
        ...{ number: 2, cells: ['7000'], amountFils: 700_000, expiresAt: NOW + 86_400_000 },
        ...{ faults: [], twinOf: null, request: null },
      },
    ],
    new Map(),
  );
  await change('running', ['preview']);
};
const change = (to: Batch['state'], from: Batch['state'][]) =>
  scene.store.batches.move({ teamId: CARD.teamId, id: CARD.id, by: SARA, at: NOW, from, to });
const show = (options: Parameters<typeof scene.run>[1] = {}) => scene.outcome(buildShow(CARD), options);
const posts = () => scene.argumentsOf('chat.postMessage');
const edits = () => scene.argumentsOf('chat.update');
const card = () => scene.store.messages.find(CARD);
const refuse = (error: string, method = 'chat.update', times = 1) =>
  scene.slack.faults.add({ method, error, times });

describe('a message that follows a thing', () => {
  test('is posted without a state or buttons, which an edit adds, and not edited while it is true', async () => {
    await make();
    expect(await show()).toBe('done');
    expect(seen({ blocks: posts()[0]?.['blocks'] as unknown[] })).toMatchObject({ buttons: [] });
    expect(seen(scene.theCard()).buttons).toContain('Pause');
    expect(await show()).toBe('done');
    expect([posts().length, edits().length]).toEqual([1, 1]);
    await change('paused', ['running']);
    expect(await show()).toBe('done');
    expect(seen(scene.theCard()).text).toContain('Paused');
    expect([posts().length, edits().length]).toEqual([1, 2]);
  });

  test('that nobody has confirmed yet, or that there is not, is not posted', async () => {
    expect(await show()).toBe('done');
    expect(posts()).toEqual([]);
  });

  test('is edited again after a refused edit, though it is to show again what it showed before', async () => {
    await make();
    await show();
    await change('paused', ['running']);
    refuse('invented');
    expect(await show()).toMatch(/^later: invented/);
    // The text alone was taken.
    expect(edits().at(-1)).toMatchObject({ blocks: [] });
    await change('running', ['paused']);
    expect(await show()).toBe('done');
    expect(seen(scene.theCard()).text).toContain('Making');
  });

  test('of a dead process is edited at once and again when nothing of it can still come', async () => {
    await make();
    await show();
    const tables = await openTables(scene.database.place);
    const die = async (): Promise<void> => {
      await scene.store.jobs.addAll([buildShow(CARD)], scene.clock.now());
      await tables.run("update jobs set lease_token = 'dead', due_at = 0 where kind = 'show'");
    };
    await die();
    const shown = await scene.run(buildShow(CARD));
    await tables.close();
    expect(edits()).toHaveLength(2);
    expect(shown).toMatchObject({ outcome: 'later' });
    expect(await card()).toMatchObject({ shown: null, settlesAt: NOW + 60_000 });
    await scene.clock.advance(60_000);
    expect(await show()).toBe('done');
    expect(edits()).toHaveLength(3);
    expect(await card()).toMatchObject({ shown: expect.any(String) });
  });

  test.each([
    ['is_archived', 'is archived, so this card is here'],
    ['message_not_found', 'It was deleted'],
  ])(
    'that its channel refuses with %s goes on in a person’s messages, once, and says why',
    async (code, why) => {
      await make();
      await show();
      await change('paused', ['running']);
      refuse(code);
      expect(await show()).toBe('done');
      expect(await card()).toMatchObject({ channelId: SARA_DM, userId: SARA, refusedAs: code });
      const { text } = seen(scene.messageToSara());
      expect(text).toMatch(/^⏸️ \*Paused/);
      expect(text).toContain(why);
      await change('running', ['paused']);
      expect(await show()).toBe('done');
      expect(seen(scene.messageToSara()).text).toContain('Making');
      expect(scene.slack.messages(SARA_DM)).toHaveLength(1);
    },
  );

  test('that a person’s messages do not take in its form is not posted there again', async () => {
    await make(SARA);
    await show();
    await change('paused', ['running']);
    refuse('invalid_blocks');
    expect(await show()).toBe('failed: invalid_blocks');
    expect(posts()).toHaveLength(1);
  });

  test('that is behind is asked for again by a later sweep, whatever it follows', async () => {
    const repair = createRepairMessages({ store: scene.store, clock: scene.clock });
    await make();
    await show();
    await change('paused', ['running']);
    await scene.store.messages.doubt(CARD, null, NOW);
    await repair();
    expect(await scene.store.jobs.ofKind('show')).toEqual([]);
    await scene.clock.advance(2 * 60_000);
    await repair();
    expect(await scene.store.jobs.ofKind('show')).toMatchObject([{ payload: { id: CARD.id } }]);
  });
});

test('what this version cannot read of a job waits for the one that planned it, and is given up after a day', async () => {
  const unreadable = [
    ['show', { what: 'unheard of', id: '1' }],
    ['show', { of: 'batch' }],
    ['tell', { to: SARA, what: 'unheard of', ids: {} }],
    ['tell', { to: SARA, what: 'two-links', ids: { others: [] } }],
    ['tell', { to: SARA }],
    ['post', { card: CARD, what: 'unheard of', ids: {} }],
    ['post', { card: CARD, what: 'two-links', ids: { others: [] } }],
    ['export', { what: 'unheard of', userId: SARA }],
    ['export', { what: 'report', userId: SARA }],
    ['what-came', { about: 'unheard of' }],
  ] as const;
  for (const [kind, payload] of unreadable) {
    const job = { id: 'job_1', teamId: CARD.teamId, kind, payload };
    const words = `${kind} ${JSON.stringify(payload)}`;
    expect(await scene.outcome(job), words).toBe('later: of another version after 60000 ms, a try');
    expect(await scene.outcome(job, { unclearForMs: DAY_MS }), words).toBe('failed: of another version');
  }
});
