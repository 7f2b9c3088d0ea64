// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import type { SeenMessage, SeenView } from '../../packages/local-slack/src/local-slack.ts';
import {
  FRONT_DESK,
  OMAR,
  RAVI,
  RAVI_DM,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { readXlsxTable } from '../exports/read-xlsx.ts';
import { holdAnswers } from '../fixtures/hold-answers.ts';
import { closeModals, issueLink } from '../fixtures/link-form.ts';
import { createMovedClock } from '../fixtures/moved-clock.ts';
import { modalWith, press, repliesTo, whisperTo } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';
import { batchCard, buildCsv, createLinks, giveFile, previewOf, sentFile } from './batch-scene.ts';

let scene: Scene;

afterEach(() => scene.close());

const FAST = { PAYLINK_BATCH_ROWS_PER_SECOND: '200' };

const make = async (rows: number, env: Record<string, string> = FAST) => {
  scene = await startScene({ env });
  await giveFile(scene, { text: buildCsv(rows) });
  return createLinks(scene, new RegExp(`0 of ${rows} paid`));
};

const addressIn = (modal: SeenView) => Object.values(seen(modal).addresses).join();

const orders = () => scene.sandbox.links().map(({ orderId }) => orderId);

describe('the card of a batch', () => {
  test('counts paid and unpaid links, and names who has not paid without their data', async () => {
    await make(4);
    const [first = '', second = ''] = orders();
    await scene.sandbox.pay(first, { callback: true });
    await scene.sandbox.pay(second, { callback: true, decline: true });
    // Each callback may edit the card.
    const card = await batchCard(scene, /1 of 4 paid/);
    expect(seen(card).text).toMatch(/3 waiting.*\*Not paid yet:\* Sara \(···\d{3}\), Sara/s);
    expect(JSON.stringify(card.blocks)).not.toMatch(/Khan|example\.com|\+97150/);
    // One card, and no reply for each payment.
    expect(scene.slack.posts(FRONT_DESK)).toHaveLength(1);
  });

  testAtLength('counts links that the service answers after the batch was paused', async () => {
    scene = await startScene({ env: FAST });
    const paused = holdAnswers(scene.sandbox, 0);
    await giveFile(scene, { text: buildCsv(2) });
    const card = await createLinks(scene, /Making/);
    await press(scene, card, 'batch_pause');
    await batchCard(scene, /Paused: 0 of 2 done/);
    paused();
    await batchCard(scene, /Paused: 2 of 2 done/);
  });

  testAtLength('shows a WhatsApp message for each unpaid customer, one after the other', async () => {
    const card = await make(3);
    await scene.sandbox.pay(orders()[0] ?? '', { callback: true });
    await batchCard(scene, /1 of 3 paid/);
    await press(scene, card, 'batch_remind');
    const first = await modalWith(scene, /1 of 2/);
    expect(addressIn(first)).toContain('wa.me/971501000001');
    await scene.slack.click(SARA, { viewId: first.id }, { actionId: 'batch_remind_next' });
    const second = await modalWith(scene, /2 of 2/);
    expect(addressIn(second)).toContain('wa.me/971501000002');
  });

  testAtLength('sends the current file, only to people with the permission', async () => {
    scene = await startScene({ env: { ...FAST, PAYLINK_ADMINS: `${RAVI},${SARA}` } });
    await giveFile(scene, { text: buildCsv(2) });
    const card = await createLinks(scene, /0 of 2 paid/);
    await sentFile(scene, /-links\.xlsx$/);
    await scene.sandbox.pay(orders()[0] ?? '', { callback: true });
    await batchCard(scene, /1 of 2 paid/);
    await press(scene, card, 'batch_result_file', OMAR);
    expect((await whisperTo(scene, OMAR)).text).toMatch(/Links from a file are for/);
    const shares = scene.slack.calls('files.completeUploadExternal').length;
    await press(scene, card, 'batch_result_file');
    await scene.slack.until(() => scene.slack.calls('files.completeUploadExternal').length > shares);
    const rows = await readXlsxTable((await sentFile(scene, /-links\.xlsx$/)).bytes);
    expect(rows.map((row) => row['State']?.text)).toEqual(['Paid', 'Waiting']);
  });
});

describe('a batch above the approval limit', () => {
  const askAbove = async (more: Parameters<typeof startScene>[0] = {}) => {
    scene = await startScene({ ...more, env: { ...FAST, PAYLINK_ADMINS: `${RAVI},${SARA}` } });
    await saveSettings(scene, { approvalLimitFils: '150' }, { as: SARA });
    await giveFile(scene, { text: buildCsv(2) });
    return createLinks(scene, /Waiting for approval/);
  };

  const decline = async (card: SeenMessage) => {
    await press(scene, card, 'batch_decline', RAVI);
    const form = await modalWith(scene, /Everyone who sees the card can read it/, RAVI);
    const sent = await scene.slack.submit(RAVI, form.id, { reason: { reason: 'July, not June' } });
    expect(sent.ok).toBe(true);
  };

  test('mentions nobody in the channel, and makes nothing when it is declined, with a reason', async () => {
    const card = await askAbove();
    expect(seen(scene.slack.posts(FRONT_DESK)[0]).text).not.toContain('<@');
    await decline(card);
    await batchCard(scene, /Declined by.*\n>July, not June/);
    await scene.slack.until(() =>
      scene.slack
        .messages(SARA_DM)
        .find(({ text }) => /Declined by <@U0RAVI0001>: 2 links[\s\S]*>July, not June/.test(text)),
    );
    expect(scene.sandbox.links()).toHaveLength(0);
  });

  test('is in the approvers’ Home and messages until it is decided', async () => {
    await askAbove();
    const { slack } = scene;
    const asked = await slack.until(() =>
      slack.messages(RAVI_DM).find((message) => {
        const { text, buttons } = seen(message);
        return /asks you to approve/.test(text) && buttons.includes('Approve');
      }),
    );
    const homeWith = (as: string, button: string) => {
      const { text, buttons } = seen({ blocks: slack.home(as)?.blocks ?? [] });
      return (/Waiting for approval/.test(text) && buttons.includes(button)) || undefined;
    };
    await slack.openHome(RAVI);
    await slack.until(() => homeWith(RAVI, 'Decline…'));
    await slack.openHome(SARA);
    await slack.until(() => homeWith(SARA, 'Withdraw'));
    await slack.clickHome(RAVI, { actionId: 'batch_approve' });
    await batchCard(scene, /0 of 2 paid/);
    const decided = await slack.until(() =>
      slack.messages(RAVI_DM).find((one) => one.ts === asked.ts && /Approved by/.test(seen(one).text)),
    );
    expect(seen(decided).buttons).toEqual([]);
    await slack.until(() => !homeWith(RAVI, 'Decline…') || undefined);
  });

  test('shows its rows to those who may approve them, and to nobody else', async () => {
    const card = await askAbove();
    expect(seen(card).buttons).toContain('See the rows');
    await press(scene, card, 'batch_rows');
    expect((await whisperTo(scene)).text).toMatch(/can’t approve your own/);
    await press(scene, card, 'batch_rows', RAVI);
    const window = await modalWith(scene, /asked_rows_0/, RAVI);
    expect(seen(window).text).toMatch(/AED 100\.50.*Sara \(···000\) · June fees[\s\S]*AED 101\.50.*···001/);
    expect(JSON.stringify(window)).not.toMatch(/parent\.0@|971501000000|Khan/);
    await scene.slack.click(RAVI, { viewId: window.id }, { actionId: 'batch_rows_file' });
    await sentFile(scene, /-to-approve\.xlsx$/, RAVI_DM);
  });

  test('is not approved once the expiry dates of all its links have passed', async () => {
    const clock = createMovedClock();
    const card = await askAbove({ clock });
    clock.move(400 * 24 * 60 * 60_000);
    await press(scene, card, 'batch_approve', RAVI);
    expect((await whisperTo(scene, RAVI)).text).toMatch(/Not approved: the expiry dates of all/);
    await decline(card);
    await batchCard(scene, /Declined by/);
    expect(scene.slack.messages(SARA_DM).filter(({ text }) => /Approved/.test(text))).toEqual([]);
  });

  testAtLength('can be withdrawn only by its creator', async () => {
    const card = await askAbove();
    await press(scene, card, 'batch_withdraw', RAVI);
    expect((await whisperTo(scene, RAVI)).text).toMatch(/Only <@U0SARA0001> can withdraw/);
    await press(scene, card, 'batch_withdraw');
    await batchCard(scene, /Withdrawn/);
    expect(scene.sandbox.links()).toHaveLength(0);
  });
});

describe('a service in trouble', () => {
  test('that is too busy gets a pause, and each link is created once', async () => {
    scene = await startScene({ env: FAST });
    await giveFile(scene, { text: buildCsv(30) });
    scene.sandbox.faults.add({
      operation: 'generate',
      kind: 'status',
      status: 429,
      retryAfter: 1,
      times: 10,
    });
    await createLinks(scene, /0 of 30 paid/);
    expect(new Set(scene.sandbox.links().map(({ request }) => request.Phone)).size).toBe(30);
    expect(scene.sandbox.links()).toHaveLength(30);
  });

  test.each(sample([false, true]))(
    'that stays too busy gets each row five times under its number, and one press goes on (after the work: %s)',
    async (afterWork) => {
      scene = await startScene({ env: FAST });
      await issueLink(scene);
      await closeModals(scene);
      await giveFile(scene, { text: buildCsv(12) });
      const fault = { kind: 'status', status: 429, retryAfter: 0, afterWork } as const;
      scene.sandbox.faults.add({ operation: 'generate', ...fault });
      if (!afterWork) {
        const card = await createLinks(scene, /Paused: 0 of 12 done/);
        expect(seen(card).text).toContain('too busy');
        scene.sandbox.faults.clear();
        await press(scene, card, 'batch_go_on');
        await batchCard(scene, /0 of 12 paid/);
      } else await createLinks(scene, /0 of 12 paid/);
      const sent = new Map<string, string[]>();
      for (const { path, body } of scene.sandbox.requests) {
        if (!path.endsWith('/generate')) continue;
        const { Phone, Invoice_Id } = body as Record<string, string>;
        sent.set(Phone ?? '', [...(sent.get(Phone ?? '') ?? []), Invoice_Id ?? '']);
      }
      expect([...sent.values()].every((numbers) => new Set(numbers).size === 1)).toBe(true);
      expect(Math.max(...[...sent.values()].map(({ length }) => length))).toBe(afterWork ? 1 : 6);
      expect(scene.sandbox.links()).toHaveLength(13);
    },
  );

  test('that refuses every row pauses the batch with the reason, until a person presses *Resume*', async () => {
    scene = await startScene({ env: FAST });
    await giveFile(scene, { text: buildCsv(30) });
    scene.sandbox.faults.add({ operation: 'generate', kind: 'status', status: 403 });
    const card = await createLinks(scene, /Paused: 0 of 30 done/);
    expect(seen(card).text).toMatch(/⚠️ .*(may not|permission|allow|refuse)/i);
    expect(scene.sandbox.calls().generate).toBeLessThan(30);
    scene.sandbox.faults.clear();
    await press(scene, card, 'batch_go_on');
    await batchCard(scene, /0 of 30 paid/);
    expect(scene.sandbox.links()).toHaveLength(30);
  });

  testAtLength('that refuses the values of one row creates the others, and the file names it', async () => {
    scene = await startScene({ env: FAST, sandbox: { amountLimitFils: 10_200 } });
    await giveFile(scene, { text: buildCsv(3) });
    await createLinks(scene, /0 of 2 paid.*1 not made/s);
    const rows = await readXlsxTable((await sentFile(scene, /-links\.xlsx$/)).bytes);
    expect(rows.map((row) => row['State']?.text)).toEqual(['Waiting', 'Waiting', 'Not made']);
    expect(rows[2]?.['What to do']?.text).not.toBe('');
  });
});

describe('each morning', () => {
  testAtLength('a reply in the thread says what was paid and what is unpaid', async () => {
    const clock = createMovedClock();
    scene = await startScene({ env: FAST, clock });
    await giveFile(scene, { text: buildCsv(3) });
    const card = await createLinks(scene, /0 of 3 paid/);
    await scene.sandbox.pay(orders()[0] ?? '', { callback: true });
    await batchCard(scene, /1 of 3 paid/);
    expect(repliesTo(scene, card)).toHaveLength(0);
    clock.move(22 * 3_600_000);
    const reply = await scene.slack.until(() => repliesTo(scene, card)[0]);
    expect(seen(reply).text).toContain(
      '1 payment in the last 24 hours: AED 100.50. 2 still unpaid: AED 204.00',
    );
  });
});

describe('a person who uploads a file', () => {
  test('reads that the installation lacks the permission', async () => {
    scene = await startScene({ env: FAST, slack: { scopes: ['commands', 'chat:write', 'files:write'] } });
    await scene.slack.command(SARA, FRONT_DESK, '/paylink', 'batch');
    expect((await whisperTo(scene)).text).toMatch(/can’t read files here yet.*files:read/s);
  });

  testAtLength('gets the preview by message after closing the window', async () => {
    scene = await startScene({ env: FAST });
    const { faults } = scene.slack;
    await giveFile(
      scene,
      { text: buildCsv(2) },
      { onceOpen: () => faults.add({ method: 'views.update', error: 'not_found' }) },
    );
    const message = await scene.slack.until(() =>
      scene.slack.messages(SARA_DM).find((one) => /^Preview of parents\.csv/.test(one.text)),
    );
    await press(scene, message, 'batch_create');
    await batchCard(scene, /0 of 2 paid/);
    const used = scene.slack.messages(SARA_DM).find(({ ts }) => ts === message.ts);
    expect(seen(used).text).toContain('Making 2 links');
  });

  testAtLength('gets a template, which is a valid list', async () => {
    scene = await startScene({ env: FAST });
    await scene.slack.command(SARA, FRONT_DESK, '/paylink', 'batch');
    const form = await modalWith(scene, /Send me a template/);
    await scene.slack.click(SARA, { viewId: form.id }, { actionId: 'batch_template' });
    const template = await sentFile(scene, /^paylink-template\.xlsx$/);
    await scene.slack.closeView(SARA, form.id, true);
    await giveFile(scene, { name: template.name, bytes: template.bytes });
    expect(seen(await previewOf(scene)).buttons).toContain('Create 1 link');
  });
});
