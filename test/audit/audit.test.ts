// @module-tag long
// @module-tag store

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import {
  FATIMA,
  FATIMA_DM,
  FRONT_DESK,
  OMAR,
  RAVI,
  SARA,
} from '../../packages/local-slack/src/people-and-places.ts';
import type { App } from '../../src/app-parts.ts';
import { AUDIT_FILE, readAuditWords } from '../../src/audit/index.ts';
import { spanOfDays } from '../../src/calendar/date-span.ts';
import type { AuditEntry } from '../../src/store/audit-store.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { ask, pressReport, report, seedPaid, shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const LINES = /looked at the details of a link · [\w-]+/g;
const ZONE = 'Asia/Dubai';

describe('the words after /paylink audit', () => {
  const now = Date.UTC(2026, 10, 21, 8);
  const read = (text: string) => readAuditWords(text, { now, timeZone: ZONE });
  const october = spanOfDays('2026-10-01', '2026-10-15', ZONE);

  test.each([
    ['', { span: null, actorId: null, word: null }],
    ['<@U0OMAR0001|omar>', { span: null, actorId: 'U0OMAR0001', word: null }],
    ['<@W0OMAR0001>', { span: null, actorId: 'W0OMAR0001', word: null }],
    ['1-15 Oct', { span: october, actorId: null, word: null }],
    ['1-15 Oct <@U0OMAR0001|omar> export', { span: october, actorId: 'U0OMAR0001', word: 'export' }],
    ['export <@U0OMAR0001|omar> 1-15 Oct', { span: october, actorId: 'U0OMAR0001', word: 'export' }],
    ['details viewed', { span: null, actorId: null, word: 'details viewed' }],
    ['PL-261121-ABC', { span: null, actorId: null, word: 'PL-261121-ABC' }],
  ])('%j is understood', (text, question) => {
    expect(read(text)).toEqual(question);
  });

  test('are shortened to fit a button', () => {
    expect(read('x'.repeat(500)).word).toHaveLength(80);
  });
});

test('no cell of the file is a formula for a spreadsheet', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paylink-audit-'));
  const path = join(folder, 'audit.csv');
  const entry: AuditEntry = {
    id: 'aud_1',
    teamId: 'T1',
    at: Date.UTC(2026, 10, 21, 8, 0, 1),
    actorId: '@SUM(A1)',
    action: 'link-made',
    subject: '=HYPERLINK("http://x")',
    detail: { amountFils: 25_000 },
  };
  async function* entries() {
    yield [entry];
  }
  const question = { span: null, actorId: null, word: null, subject: null };
  const payload = { userId: 'U1', question, askedAt: entry.at };
  const app = { audit: { all: entries }, timeZone: ZONE } as unknown as App;
  const file = await AUDIT_FILE.describe({ id: 'job_1', teamId: 'T1', payload }, app);
  const written = await file?.make(path, {
    signal: new AbortController().signal,
    onReach: () => undefined,
  });
  const text = await readFile(path, 'utf8');
  await rm(folder, { recursive: true });
  expect(written).toMatchObject({ bytes: Buffer.byteLength(text), rows: 1 });
  expect(text.split('\r\n')).toEqual([
    '\uFEFFTime,Who (Slack id),Action,What,Subject,Detail,Entry',
    '2026-11-21T12:00:01+04:00,\'@SUM(A1),link-made,made a link,"\'=HYPERLINK(""http://x"")",AED 250.00,aud_1',
    '',
  ]);
});

describe('the trail', () => {
  /** Sara is a cashier, Omar a supervisor, Fatima in finance, Ravi an admin. */
  let card: SeenMessage;

  const scene = perTest(() => startScene({ env: { PAYLINK_ADMINS: RAVI } }));

  beforeEach(async () => {
    seedPaid(scene, 3);
    await saveSettings(scene, { supervisor: [OMAR], finance: [FATIMA] });
    await issueLink(scene);
    await scene.slack.closeView(SARA, scene.slack.topModal(SARA)?.id ?? '');
    card = await cardIn(scene);
  });

  /** What each of them does in a day. */
  const live = async (): Promise<void> => {
    await press(scene, card, 'link_details', RAVI);
    await modalWith(scene, /Details|Reference|History/, RAVI);
    await scene.slack.closeView(RAVI, scene.slack.topModal(RAVI)?.id ?? '');
    await press(scene, card, 'whatsapp', OMAR);
    await modalWith(scene, /WhatsApp|pay/, OMAR);
    await scene.slack.closeView(OMAR, scene.slack.topModal(OMAR)?.id ?? '');
    const table = await report(scene, 'transactions today', /Transactions/, { as: FATIMA });
    await pressReport(scene, table, 'report_totals', { as: FATIMA });
    await shown(scene, /Sum|Total|3 rows|3 transactions/i, { as: FATIMA });
    await pressReport(scene, table, 'export_csv', { as: FATIMA });
    await shown(scene, /Done/, { as: FATIMA, channel: FATIMA_DM });
    await ask(scene, 'daily on 21:00', { as: FATIMA });
    await whisper(FATIMA, /The daily close is on/);
  };

  const whisper = (as: string, words: RegExp, button?: string): Promise<SeenMessage> =>
    scene.slack.until(() =>
      scene.slack.messages(FRONT_DESK, { as }).findLast((message) => {
        const { text, buttons } = seen(message);
        const isMeant = words.test(text) || words.test(message.text);
        return message.ephemeralTo === as && isMeant && (!button || buttons.includes(button));
      }),
    );

  const madeReference = () =>
    scene.sandbox.links().find(({ invoiceId }) => invoiceId?.startsWith('PL-'))?.invoiceId ?? 'no reference';

  const read = async (words: string, expected: RegExp, as = FATIMA): Promise<string> => {
    await ask(scene, `audit ${words}`.trim(), { as });
    return seen(await whisper(as, expected)).text.replaceAll(/<@(\w+)>/g, '$1');
  };

  test('is closed to cashiers and supervisors, who learn who can help', async () => {
    for (const as of [SARA, OMAR]) {
      await ask(scene, 'audit', { as });
      const answer = await whisper(as, /The audit trail is for finance and admins/);
      expect(answer.text).toContain(`<@${FATIMA}>`);
    }
  });

  test('shows who created, viewed, read, exported and switched what', async () => {
    await live();
    const text = await read('', /switched the daily close/);
    const reference = madeReference();
    for (const line of [
      `${SARA} made a link · ${reference} · AED 250.00`,
      `${RAVI} looked at the details of a link · ${reference}`,
      `${OMAR} opened the text for a link’s customer · ${reference}`,
      `${FATIMA} read a report · transactions · from 20`,
      `${FATIMA} read the totals of a report · transactions`,
      `${FATIMA} exported a report · transactions`,
      `${FATIMA} switched the daily close · <#${FRONT_DESK}> · on, rhythm every day at 9:00 PM (Dubai)`,
      `${RAVI} changed a role`,
    ])
      expect(text).toContain(line);
    expect(text).not.toMatch(/Khan|sara\.khan|501234567|June rent/);
  });

  testAtLength('can be searched by day, person and word', async () => {
    await live();
    const byWord = await read('whatsapp', /with “whatsapp”/);
    expect(byWord).toContain(`${OMAR} opened the text for a link`);
    expect(byWord).not.toContain('made a link');
    const byPerson = await read('@omar', new RegExp(`by <@${OMAR}>`));
    expect(byPerson).toContain('opened the text for a link');
    expect(byPerson).not.toContain('exported a report');
    await read('yesterday', /No entry matches/);
    expect(seen(await whisper(FATIMA, /No entry matches/)).buttons).toEqual([]);
    expect(await read('today @omar whatsapp', /with “whatsapp”.*opened/s)).toContain(OMAR);
  });

  testAtLength('can be searched by the reference of a link', async () => {
    await live();
    const reference = madeReference();
    const text = await read(reference, new RegExp(`with “${reference}”`));
    expect(text).toContain(`${SARA} made a link`);
    expect(text).toContain(`${RAVI} looked at the details`);
    expect(text).not.toContain('read a report');
  });

  testAtLength('records who read it', async () => {
    await read('whatsapp', /with “whatsapp”/);
    const text = await read('audit-read', /with “audit-read”/);
    expect(text).toContain(`${FATIMA} read this trail`);
    expect(text).not.toMatch(/whatsapp/i);
  });

  testAtLength('shows older and newer pages in the same message', async () => {
    await press(scene, card, 'link_details', RAVI);
    await modalWith(scene, /Details|Reference|History/, RAVI);
    for (let count = 0; count < 16; count += 1) await press(scene, card, 'change_link', OMAR);
    const first = await read('details', /with “details”/);
    const lines = first.match(LINES);
    expect(lines).toHaveLength(10);
    const page = await whisper(FATIMA, /with “details”/);
    await press(scene, page, 'audit_older', FATIMA);
    const second = await whisper(FATIMA, /with “details”/, 'Newer');
    expect(second.ts).toBe(page.ts);
    expect(seen(second).text).toContain(`<@${RAVI}> looked at the details`);
    expect(seen(second).buttons).toEqual(['Newer', 'Export CSV']);
    await press(scene, second, 'audit_newer', FATIMA);
    const back = await whisper(FATIMA, /with “details”/, 'Older');
    expect(seen(back).text.match(LINES)).toEqual(lines);
  });

  testAtLength('arrives as a file in a direct message, and records that', async () => {
    await read('today', /^\*Audit trail\* · \w{3} \d[^·]+$/m);
    const page = await whisper(FATIMA, /^\*Audit trail\* · \w{3} \d[^·]+$/m, 'Export CSV');
    await press(scene, page, 'audit_export', FATIMA);
    await shown(scene, /✅ \d+ entries of the audit trail/, { as: FATIMA, channel: FATIMA_DM });
    const ids = scene.slack.messages(FATIMA_DM).flatMap((message) => message.files ?? []);
    const file = ids.map(({ id }) => scene.slack.file(id)).find((one) => one?.name.startsWith('audit-trail'));
    const lines = file?.bytes.toString('utf8').trim().split('\r\n') ?? [];
    expect(lines[0]).toMatch(/Time,Who/);
    expect(lines.filter((line) => line.includes(',link-made,'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes(',audit-exported,'))).toHaveLength(1);
    expect(lines.join('\n')).not.toMatch(/Khan|sara\.khan|501234567|June rent/);
    expect(new Set(lines).size).toBe(lines.length);
    expect(await read('exported', /with “exported”/)).toContain(`${FATIMA} exported this trail`);
  });

  testAtLength('has buttons that check the permission again', async () => {
    for (let count = 0; count < 16; count += 1) await press(scene, card, 'change_link', OMAR);
    await read('', /^\*Audit trail\*$.*looked at the details/ms);
    const page = await whisper(FATIMA, /^\*Audit trail\*$.*looked at the details/ms, 'Export CSV');
    await saveSettings(scene, { finance: [] });
    const before = scene.slack.messages(FATIMA_DM).length;
    for (const button of ['audit_older', 'audit_export']) await press(scene, page, button, FATIMA);
    await whisper(FATIMA, /The audit trail is for/);
    expect(scene.slack.messages(FATIMA_DM)).toHaveLength(before);
  });
});
