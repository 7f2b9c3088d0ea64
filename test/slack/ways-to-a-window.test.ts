// @module-tag long
// @module-tag store

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeenMessage, SeenView } from '../../packages/local-slack/src/local-slack.ts';
import {
  FRONT_DESK,
  OMAR,
  RAVI,
  RAVI_DM,
  SARA,
  SARA_DM,
  TEAM,
} from '../../packages/local-slack/src/people-and-places.ts';
import type { Request } from '../../src/app-parts.ts';
import { systemClock } from '../../src/clock.ts';
import { COMMANDS } from '../../src/command/paylink-command.ts';
import { LEASE_MS } from '../../src/delivery/run-claimed-job.ts';
import { createIds } from '../../src/ids.ts';
import { createHalfFilled } from '../../src/links/form/half-filled.ts';
import { LISTENERS } from '../../src/rooms.ts';
import { buildCsv, createLinks, giveFile } from '../batches/batch-scene.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { fillLinkForm, issueLink, openForm, openLongForm, textOf } from '../fixtures/link-form.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { pressReport, report, seedPaid, shown } from '../fixtures/reports.ts';
import { openSection, openSettings, saveSettings } from '../fixtures/settings-windows.ts';
import { createSlowStore } from '../fixtures/slow-store.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { sample } from '../fixtures/whole-suite.ts';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

/** They open in the same way as the one below `/paylink payouts due`, or in its place. */
const OF_PAYOUTS = /^payouts?_/;

/** What opens a modal, by the table of all listeners; and the commands that open one, without words or with unknown ones. */
const listOpeners = async (): Promise<string[]> => {
  const { actions, shortcuts, commands } = LISTENERS;
  const openers = Object.entries({ ...actions, ...shortcuts }).flatMap(([id, { row }]) =>
    (row.does === 'open' || row.does === 'shortcut') && !OF_PAYOUTS.test(id) ? [id] : [],
  );
  const halfFilled = createHalfFilled(systemClock, AbortSignal.abort());
  const request = { clock: systemClock, timeZone: 'Asia/Dubai', ids: createIds(), halfFilled } as Request;
  const opens = async (does: (typeof COMMANDS)['new']['does'], words: string) => {
    const command = { channel_id: FRONT_DESK, channel_name: '' };
    const asker = { teamId: 'T1', userId: SARA };
    const typed = { command, text: words, words, asker, tell: async () => undefined } as never;
    return 'read' in (await does(typed, request));
  };
  const words = await Promise.all(
    Object.entries(COMMANDS).map(async ([word, { does }]) =>
      (await opens(does, '')) || (await opens(does, 'bluesday')) ? [`/paylink ${word}`] : [],
    ),
  );
  return [...openers, ...words.flat(), ...Object.keys(commands)];
};

/** The same window as another way's. */
const THE_SAME: Record<string, string> = {
  // The same window, of one that owes.
  unpaid_remind: 'batch_remind',
  '/paylink new': '/paylink',
  '/paylink report': '/paylink-report',
  '/paylink links': '/paylink transactions',
};

interface Way {
  name: string;
  /** The button, shortcut or command that opens it. */
  by: string;
  go: (there: There, as: string) => Promise<unknown>;
  /** Opens the modal in which it starts. */
  before?: (there: There) => Promise<unknown>;
  /** The modal's final content, however slow the store is. */
  shows: RegExp;
  as: string;
}
type Row = [name: string, by: string, go: Way['go'], shows: RegExp];

interface There {
  scene: Scene;
  card: SeenMessage;
  request: SeenMessage;
  /** Direct messages about links that were not created, or may not have been. */
  failed: SeenMessage;
  unknown: SeenMessage;
  part: SeenMessage;
  /** Batches: a preview whose modal was closed, and a finished one's card. */
  preview: SeenMessage;
  batch: SeenMessage;
  /** A batch above the limit. */
  above: SeenMessage;
  /** The file of the finished one, with its links. */
  links: SeenMessage;
  /** A finished export, and the list of repeated exports. */
  exported: SeenMessage;
  schedules: SeenMessage;
  /** A question about a record that is not understood. */
  asked: SeenMessage;
}

const type =
  (command: string, text = ''): Way['go'] =>
  ({ scene }, as) =>
    scene.slack.command(as, FRONT_DESK, command, text);

const click =
  (on: Exclude<keyof There, 'scene'>, actionId: string): Way['go'] =>
  (there, as) => {
    const { channel, ts } = there[on];
    return there.scene.slack.click(as, { channel, ts }, { actionId });
  };

const choose =
  (choice: string): Way['go'] =>
  ({ scene, card }) =>
    press(scene, card, choice);

const clickHome =
  (actionId: string): Way['go'] =>
  ({ scene }, as) =>
    scene.slack.clickHome(as, { actionId });

const FORM = /invoiceAmount/;

const SARAS: Row[] = [
  ['/paylink', '/paylink', type('/paylink'), FORM],
  ['/paylink with words', '/paylink', type('/paylink', '250 omar@example.com for rent'), /omar@example\.com/],
  [
    '/paylink for a customer who was here before',
    '/paylink',
    type('/paylink', '250 0501234567'),
    /971501234567/,
  ],
  ['New payment link', 'new_link', ({ scene }) => scene.slack.shortcut(SARA, 'new_link'), FORM],
  [
    'Make payment link',
    'link_from_message',
    ({ scene, card: { channel, ts } }) => scene.slack.shortcut(SARA, 'link_from_message', { channel, ts }),
    FORM,
  ],
  ['the home’s new link', 'home_new_link', clickHome('home_new_link'), FORM],
  ['Details', 'link_details', choose('link_details'), /sara\.khan@example\.com/],
  ['WhatsApp', 'whatsapp', click('card', 'whatsapp'), /whatsapp_1/],
  ['Show QR', 'show_qr', click('card', 'show_qr'), /AED 250\.00/],
  ['Change amount or details', 'change_link', choose('change_link'), /June rent/],
  [
    'Make another',
    'make_another',
    async ({ scene }) => press(scene, await cardIn(scene, /Odd lamp/), 'make_another'),
    /Odd lamp/,
  ],
  ['Link for the remaining', 'link_for_rest', click('part', 'link_for_rest'), /700\.00/],
  ['Hand over', 'hand_over', choose('hand_over'), /users_select/],
  ['Try again, in a message', 'try_again', click('failed', 'try_again'), FORM],
  ['Make another anyway, in a message', 'make_another_anyway', click('unknown', 'make_another_anyway'), FORM],
];

const RAVIS: Row[] = [
  ['/paylink settings', '/paylink settings', type('/paylink', 'settings'), /Approval/],
  ['/paylink batch', '/paylink batch', type('/paylink', 'batch'), /batch_file/],
  ['Upload a corrected file, in a message', 'batch_again', click('preview', 'batch_again'), /batch_file/],
  ['Same again', 'batch_repeat', click('batch', 'batch_repeat'), /Same again/],
  ['Remind me…', 'batch_repeat_day', click('links', 'batch_repeat_day'), /repeat_day/],
  ['Remind the unpaid', 'batch_remind', click('batch', 'batch_remind'), /whatsapp_1/],
  [
    '/paylink transactions of days that nobody understands',
    '/paylink transactions',
    type('/paylink', 'transactions bluesday'),
    /bluesday/,
  ],
  ['/paylink reconcile', '/paylink reconcile', type('/paylink', 'reconcile'), /so far/],
  ['/paylink-report', '/paylink-report', type('/paylink-report'), /from_day/],
  ['the home’s report', 'home_report', clickHome('home_report'), /from_day/],
  ['the home’s settings', 'home_settings', clickHome('home_settings'), /Approval/],
  ['the home’s terms and e-mail', 'home_terms', clickHome('home_terms'), /defaultEmail/],
  ['the home’s test payment', 'home_try', clickHome('home_try'), /with your own card/],
  ['See what came', 'see_what_came', click('asked', 'see_what_came'), /What the payment service said/],
  ['Decline', 'decline_link', click('request', 'decline_link'), /Everyone who sees the card/],
  ['/paylink payouts due', '/paylink payouts', type('/paylink', 'payouts due'), /be paid out/],
  ['Schedule…, on an export', 'export_send_again', click('exported', 'export_send_again'), /How often/],
  [
    'Set up another, under the list of exports',
    'export_schedule_new',
    click('schedules', 'export_schedule_new'),
    /How often/,
  ],
];

/** *Change*, of a section of the settings. */
const settingsButton = (section: string, shows: RegExp): Way => ({
  name: `the settings’ button to ${section}`,
  by: `open_${section}_settings`,
  before: ({ scene }) => openSettings(scene),
  go: ({ scene: { slack } }, as) =>
    slack.click(as, { viewId: slack.topModal(as)?.id ?? '' }, { actionId: `open_${section}_settings` }),
  shows,
  as: RAVI,
});

const WAYS: Way[] = [
  ...SARAS.map(([name, by, go, shows]) => ({ name, by, go, shows, as: SARA })),
  ...RAVIS.map(([name, by, go, shows]) => ({ name, by, go, shows, as: RAVI })),
  settingsButton('links', /expiryHours/),
  settingsButton('posts', /paidMentions/),
  settingsButton('approval', /askNextMinutes/),
  settingsButton('people', /Supervisors/),
  settingsButton('form', /defaultEmail/),
  {
    name: 'the settings’ menu of who leaves',
    by: 'hand_over_from',
    before: ({ scene }) => openSection(scene, 'people'),
    go: ({ scene: { slack } }, as) =>
      slack.click(as, { viewId: slack.topModal(as)?.id ?? '' }, { actionId: 'hand_over_from', chosen: SARA }),
    shows: /open sales?\*/,
    as: RAVI,
  },
  {
    name: 'Forget, of an answer',
    by: 'taught_word_menu',
    before: ({ scene }) => openSection(scene, 'links'),
    go: ({ scene: { slack } }, as) => {
      const [, chosen = ''] = /"overflow".*?"value":"([^"]+)"/.exec(JSON.stringify(slack.topModal(as))) ?? [];
      const viewId = slack.topModal(as)?.id ?? '';
      return slack.click(as, { viewId }, { actionId: 'taught_word_menu', chosen });
    },
    shows: /this answer alone/,
    as: RAVI,
  },
  {
    ...{ name: 'See the rows', by: 'batch_rows', go: click('above', 'batch_rows') },
    ...{ shows: /asked_rows_0/, as: OMAR },
  },
  {
    ...{ name: 'Decline, of a batch', by: 'batch_decline', go: click('above', 'batch_decline') },
    ...{ shows: /Everyone who sees the card/, as: OMAR },
  },
  {
    name: 'Copy text',
    by: 'copy_text',
    before: async (there) => {
      await press(there.scene, there.card, 'show_qr');
      await modalWith(there.scene, /copy_text/);
    },
    go: ({ scene: { slack } }, as) =>
      slack.click(as, { viewId: slack.topModal(as)?.id ?? '' }, { actionId: 'copy_text' }),
    shows: /This is a payment request/,
    as: SARA,
  },
];

/** Store reads that change nothing. An expired approval is recorded when it is found, and opens nothing. */
const READS =
  /\.(find|findWith|findWithAccount|findByInvoiceId|findByNonce|findSale|get|list|history|ties|ofTeam|ofLink|ofChannel|read|recent|recall|waitingIn|nextDueAt|inState|of|rows|listIn|saleOf|openOf|salesOf|unfinishedOf|remindedAt)$/;

let there: There;
const store = createSlowStore();

const closeAll = async (): Promise<void> => {
  const { slack } = there.scene;
  for (const who of [SARA, RAVI, OMAR]) {
    const [bottom] = slack.modals(who);
    if (bottom) await slack.closeView(who, bottom.id, true);
  }
};

beforeAll(async () => {
  const scene = await startScene({
    withStore: store.withStore,
    env: { PAYLINK_ADMINS: RAVI, PAYLINK_CHECK_AFTER_SECONDS: '3600', PAYLINK_SWEEP_SECONDS: '86400' },
  });
  const { slack, sandbox } = scene;
  there = { scene } as There;
  await saveSettings(scene, { approvalLimitFils: '5000' });
  const word = { name: 'flowstate', word: 'ZED', path: 'flowState', says: 'not-paid' } as const;
  await scene.store.taughtWords.teach(TEAM, [word], {
    ...{ by: RAVI, at: scene.clock.now(), linkId: 'none', needsSecond: () => false },
    more: () => ({ entries: [], jobs: [] }),
  });
  for (const who of [SARA, RAVI]) await slack.openHome(who);

  await issueLink(scene);
  await closeAll();
  const customer = {
    FullName: 'Zaynab Saleh',
    Email: 'z@example.com',
    Phone: '+971501000001',
    notes: 'Deposit',
  };
  await issueLink(scene, { ...customer, invoiceAmount: '7000' });
  await closeAll();

  const bad = { FullName: 'Huda Ali', Email: 'h@example.com', Phone: '+971501000002', notes: 'Dress' };
  const short = await openForm(scene);
  slack.faults.add({ method: 'views.update', error: 'not_found' });
  sandbox.faults.add({ operation: 'generate', kind: 'status', status: 403, times: 1 });
  await slack.submit(SARA, short.id, fillLinkForm({ ...bad, invoiceAmount: '60' }));
  const failed = await shown(scene, /try_again/, { channel: SARA_DM });
  await closeAll();
  sandbox.faults.add({ operation: 'generate', kind: 'drop-after-work', times: 1 });
  sandbox.faults.add({ operation: 'links', kind: 'status', status: 500 });
  slack.faults.clear();
  const long = await openLongForm(scene);
  slack.faults.add({ method: 'views.update', error: 'not_found' });
  await slack.submit(
    SARA,
    long.id,
    fillLinkForm({ ...bad, notes: 'Veil', invoiceAmount: '70', Invoice_Id: 'INV-7' }),
  );
  const unknown = await shown(scene, /make_another_anyway/, { channel: SARA_DM });
  await closeAll();
  slack.faults.clear();
  sandbox.faults.clear();

  const file = { text: buildCsv(2) };
  await giveFile(scene, file, { as: RAVI });
  const batch = await createLinks(scene, /0 of 2 paid/, { as: RAVI });
  await closeAll();
  await giveFile(scene, file, {
    as: RAVI,
    onceOpen: () => slack.faults.add({ method: 'views.update', error: 'not_found' }),
  });
  const preview = await shown(scene, /batch_again/, { as: RAVI, channel: RAVI_DM });
  slack.faults.clear();
  await closeAll();

  await saveSettings(scene, { supervisor: [OMAR] }, { as: RAVI });
  const dear = buildCsv(2)
    .replaceAll(/10\d\.50/g, '6000')
    .replaceAll('+971501', '+971502');
  await giveFile(scene, { text: dear.replaceAll('parent', 'guardian') }, { as: RAVI });
  const above = await createLinks(scene, /Waiting for approval: above/, { as: RAVI });
  await closeAll();

  const links = await shown(scene, /batch_repeat_day/, { as: RAVI, channel: RAVI_DM });

  seedPaid(scene, 23);
  const own = await report(scene, 'transactions', /Rows 1–10/, { as: RAVI });
  await pressReport(scene, own, 'export_csv', { as: RAVI });
  const exported = await shown(scene, /Schedule/, { as: RAVI, channel: RAVI_DM });
  const schedules = await report(scene, 'exports', /none yet/, { as: RAVI });
  there = {
    scene,
    card: await cardIn(scene, /June rent/),
    request: await cardIn(scene, /Deposit/),
    failed,
    unknown,
    part: await payInPart(scene),
    preview,
    batch,
    above,
    links,
    exported,
    schedules,
    asked: await askAboutRecord(scene),
  };
});

const payInPart = async (scene: Scene): Promise<SeenMessage> => {
  await issueLink(scene, { notes: 'Sofa', invoiceAmount: '900' });
  await closeAll();
  const order = scene.sandbox.links().find((link) => JSON.stringify(link).includes('Sofa'))?.orderId ?? '';
  await scene.sandbox.pay(order, { amountFils: 20_000 });
  return cardIn(scene, /Partly paid.*Sofa/s);
};

/** A payment that the service reports in a word of its own. */
const askAboutRecord = async (scene: Scene): Promise<SeenMessage> => {
  const customer = { FullName: 'Noura Saeed', Email: 'n@example.com', Phone: '+971501000009' };
  await issueLink(scene, { ...customer, notes: 'Odd lamp', invoiceAmount: '90' });
  await closeAll();
  const order =
    scene.sandbox.links().find((link) => JSON.stringify(link).includes('Odd lamp'))?.orderId ?? '';
  scene.sandbox.reword(order, { statesIn: 'transactions', members: { transactionType: 'QX17' } });
  await scene.sandbox.pay(order, { callback: false });
  await press(scene, await cardIn(scene, /Odd lamp/), 'refresh_link');
  return shown(scene, /see_what_came/, { as: RAVI, channel: RAVI_DM });
};

afterAll(() => there.scene.close());

/** Past the lease of a job that is being done. */
const NEAR_MS = 2 * LEASE_MS;

/** Work started by the previous action is done: Homes redrawn, cards edited. */
const quiet = async (): Promise<void> => {
  const { slack, sandbox } = there.scene;
  const isAsking = () => store.inHand > 0 || sandbox.requests.some(({ status }) => status === null);
  /** Edits of cards wait in their lanes, and share what happens within seconds. */
  const isJobNear = async () => {
    const at = there.scene.clock.now();
    const seen = await claimJobs(there.scene.store.jobs, { at, leaseMs: 0, limit: 0, token: 'look' });
    return (seen?.nextDueAt ?? Number.POSITIVE_INFINITY) < at + NEAR_MS;
  };
  for (let known = -1; known !== slack.calls().length || isAsking() || (await isJobNear()); ) {
    known = slack.calls().length;
    await delay(150);
  }
};

const OPENED = { method: expect.stringMatching(/^views\.(open|push)$/), answer: { ok: true } };

/** The first Slack call after an action, and the store and service calls before it. */
const watch = async ({ go, before, as }: Pick<Way, 'go' | 'before' | 'as'>, { isHeld = false } = {}) => {
  const { slack, sandbox } = there.scene;
  await closeAll();
  await before?.(there);
  await quiet();
  store.asked.length = 0;
  const release = isHeld ? store.hold() : () => {};
  const known = slack.calls().length;
  const knownRequests = sandbox.requests.length;
  const going = go(there, as);
  // The Home and the window of the action before are redrawn when the service has answered, and the Home names the business.
  const first = await slack
    .until(() =>
      slack
        .calls()
        .slice(known)
        .find(({ method }) => !/^views\.(publish|update)$/.test(method)),
    )
    .finally(release);
  const asked = [...store.asked];
  const requests = sandbox.requests
    .slice(knownRequests)
    .map(({ path }) => path)
    .filter((path) => !path.endsWith('/business-details'));
  await going;
  const final = (shows: RegExp): Promise<SeenView> =>
    slack.until(() => {
      const top = slack.topModal(as);
      return top && shows.test(JSON.stringify([top.blocks, top.privateMetadata])) ? top : undefined;
    });
  return { first, asked, requests, final };
};

test('everything that opens a modal is one of these', async () => {
  const openers = (await listOpeners()).map((one) => THE_SAME[one] ?? one);
  expect(new Set(WAYS.map(({ by }) => by))).toEqual(new Set(openers));
  const direct = SOURCES.filter((file) =>
    /views\s*\.\s*(open|push)\s*\(/.test(readFileSync(`src/${file}`, 'utf8')),
  );
  expect(direct).toEqual(['slack/views.ts']);
});

describe('with a very slow payment service', () => {
  test.each(sample(WAYS))('$name: no writes and no calls before the modal is open', async (way) => {
    const { sandbox } = there.scene;
    sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 1_500 });
    // Only the first calls are slow: the modal is open by then.
    const { first, asked, requests, final } = await watch(way).finally(() => sandbox.faults.clear());
    expect(first).toMatchObject(OPENED);
    expect(asked.filter((one) => !READS.test(one))).toEqual([]);
    expect(requests).toEqual([]);
    await final(way.shows);
  });
});

describe('with a database that does not answer yet', () => {
  test.each(sample(WAYS))('$name: the modal still opens and is filled later', async (way) => {
    const { first, final } = await watch(way, { isHeld: true });
    expect(first).toMatchObject(OPENED);
    await final(way.shows);
  });
});

test('a person without permission sees that in the modal if it is already open', async () => {
  const { final } = await watch({ go: type('/paylink', 'settings'), as: SARA }, { isHeld: true });
  const view = await final(/admin/);
  expect(view.submit).toBeNull();
  expect(textOf(view)).not.toContain('Getting ready');
});
