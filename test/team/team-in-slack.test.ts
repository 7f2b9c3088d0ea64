// @module-tag store

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  FATIMA,
  FRONT_DESK,
  OMAR,
  RAVI,
  RAVI_DM,
  SALES,
  SARA,
} from '../../packages/local-slack/src/people-and-places.ts';
import { readCsvTable } from '../exports/read-csv.ts';
import { readWorkbook } from '../exports/read-xlsx.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { ask, DAY, HOUR, report } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

/** Sara and Fatima are cashiers, Omar a supervisor, Ravi an admin. */
let scene: Scene;

const MINUTE = 60_000;
/** Noon is on a Saturday, so last week ended six days ago. */
const LAST_WEEK = NOON - 7 * DAY;

const link = (
  n: number,
  owner: string,
  channel: string,
  { fils = 12_500, state = 'open', paidAfter = null as number | null, at = LAST_WEEK } = {},
) =>
  `('l${n}', 1, 'l${n}', 'n${n}', 'T0PLAY', '${channel}', '${owner}', '${owner}', 'x', 'I${n}', 1, 'h${n}', '${state}', 1, ${fils},
    ${NOON + DAY}, '{}', ${paidAfter === null ? 'null' : at + paidAfter}, 0, 'i${n}', ${at}, ${at})`;

const paid = { state: 'paid' };
const PAYMENT = JSON.stringify({ ...buildPayment({ amountFils: null, happenedAt: null }), noticedAt: 'at' });

beforeAll(async () => {
  scene = await startScene({
    env: { PAYLINK_ADMINS: RAVI },
    slack: { allowance: Number.POSITIVE_INFINITY },
  });
  const tables = await openTables(scene.database.place);
  await tables.run(`insert into members (team_id, user_id, role, set_by, set_at) values
    ('T0PLAY', '${OMAR}', 'supervisor', '${RAVI}', 0)`);
  await tables.run(`
    insert into links (sale_id, sale_order, id, nonce, team_id, channel_id, creator_id, owner_id, creator_name, invoice_id, invoice_id_is_ours,
      callback_token_hash, state, version, amount_fils, expires_at, details, paid_at, asked_at,
      invoice_key, created_at, updated_at) values ${[
        link(1, SARA, FRONT_DESK, { ...paid, paidAfter: 9 * MINUTE }),
        link(2, SARA, FRONT_DESK, { ...paid, fils: 100_050, paidAfter: 40 * MINUTE }),
        link(3, SARA, SALES, { ...paid, paidAfter: 3 * DAY }),
        link(4, SARA, FRONT_DESK),
        link(5, FATIMA, SALES, { state: 'expired' }),
        link(6, FATIMA, FATIMA),
        link(7, FATIMA, FRONT_DESK, { state: 'failed' }),
        link(8, FATIMA, FRONT_DESK, { ...paid, at: NOON - HOUR, paidAfter: MINUTE }),
      ].join(',')}`);
  await tables.run(`insert into link_movements (link_id, nth, team_id, at, kind, received_by, fils)
    select id, 0, team_id, paid_at, 'payment', owner_id, amount_fils from links where paid_at is not null`);
  await tables.run(`update links set finding = 'confirmed', payment = replace('${PAYMENT}', '"at"', paid_at)
    where paid_at is not null`);
  await tables.run(`update links set owner_id = '${RAVI}' where id = 'l5'`);
  await tables.close();
});

afterAll(() => scene.close());

interface Cell {
  type: string;
  text?: string;
  elements?: { elements: { user_id?: string }[] }[];
}

/** The cells of the table, with ids in place of names. */
const rowsOf = ({ blocks }: { blocks: unknown[] | null }): string[][] => {
  const table = (blocks ?? []).find((block) => (block as { type: string }).type === 'data_table');
  return (table as { rows: Cell[][] }).rows.map((cells) =>
    cells.map(({ text, elements }) => text ?? elements?.[0]?.elements[0]?.user_id ?? '?'),
  );
};

test('the report shows by person what they made, what came and what is still to come', async () => {
  const message = await report(scene, 'team last week', /^Team/, { as: OMAR });
  expect(message.ephemeralTo).toBe(OMAR);
  expect(seen(message).text).toContain(
    [
      '*AED 1,125.50 received* (2 payments)',
      'AED 1,625.50 made (6 sales · 3 paid · 2 waiting · 1 expired, unpaid)',
      '*AED 250.00 still to come* (2 sales, all days)',
    ].join('\n'),
  );
  expect(rowsOf(message)).toEqual([
    ['Person', 'Received', 'Made', 'Still to come'],
    [SARA, '1,125.50', '4', '125.00'],
    [FATIMA, '0.00', '2', '125.00'],
  ]);
  expect(seen(message).text).toContain(`Handed over: <@${FATIMA}> 1 to <@${RAVI}>`);
});

test('the answer explains a missing permission, words that are not dates, and dates without links', async () => {
  const cases: [words: string, as: string, says: RegExp][] = [
    ['team last week', SARA, /Reports are for supervisors, finance and admins/],
    ['team lunch 500', OMAR, /couldn’t read “lunch 500” as dates.*\/paylink new team lunch 500/s],
    ['team 1-3 Oct', OMAR, /no sale was made with Paylink/],
  ];
  for (const [words, as, says] of cases) await report(scene, words, says, { as });
});

test('people who may export get files that count each sale once in a sum, and the audit trail has an entry', async () => {
  const message = await report(scene, 'team last week', /^Team/, { as: RAVI });
  const target = { channel: FRONT_DESK, ts: message.ts };
  await scene.slack.click(RAVI, target, { actionId: 'team_csv' });
  const file = await scene.slack.until(() =>
    scene.slack
      .messages(RAVI_DM)
      .flatMap(({ files }) => files)
      .map(({ id }) => scene.slack.file(id))
      .find((one) => one?.name === 'team-2026-11-09-to-2026-11-15.csv'),
  );
  const [first, ...rows] = readCsvTable(file.bytes);
  expect(first).toEqual({
    'Slack id': SARA,
    'Received (AED)': '1125.50',
    'Refunded (AED)': '0.00',
    'Charged back (AED)': '0.00',
    Made: '4',
    'Made (AED)': '1375.50',
    Paid: '3',
    'Paid (AED)': '1250.50',
    'Partly paid': '0',
    'Partly paid (AED)': '0.00',
    'Refunded in full': '0',
    'Refunded in full (AED)': '0.00',
    'Disputed or charged back': '0',
    'Disputed or charged back (AED)': '0.00',
    'Another amount or currency came': '0',
    'Another amount or currency came (AED)': '0.00',
    'Reported or to check': '0',
    'Reported or to check (AED)': '0.00',
    Waiting: '1',
    'Waiting (AED)': '125.00',
    'Expired, unpaid': '0',
    'Expired, unpaid (AED)': '0.00',
    Payments: '2',
    'Still to come now': '1',
    'Still to come now (AED)': '125.00',
  });
  expect(rows).toMatchObject([{ 'Slack id': FATIMA, Paid: '0' }]);
  await scene.slack.click(RAVI, target, { actionId: 'team_xlsx' });
  const workbook = await scene.slack.until(() =>
    scene.slack
      .messages(RAVI_DM)
      .flatMap(({ files }) => files)
      .map(({ id }) => scene.slack.file(id))
      .find((one) => one?.name === 'team-2026-11-09-to-2026-11-15.xlsx'),
  );
  const sheets = await readWorkbook(workbook.bytes);
  const totals = ({ totals: { 'Made (AED)': made, 'Received (AED)': paid } }: (typeof sheets)[number]) => [
    made?.formulaResult,
    paid?.formulaResult,
  ];
  expect(sheets.map((sheet) => [sheet.name, ...totals(sheet)])).toEqual([['Team', 1_625.5, 1_125.5]]);
  const omars = await report(scene, 'team today', /^Team, Sat 21 Nov/, { as: OMAR });
  await scene.slack.click(OMAR, { channel: FRONT_DESK, ts: omars.ts }, { actionId: 'team_xlsx' });
  await scene.slack.until(() =>
    scene.slack.messages(FRONT_DESK, { as: OMAR }).find(({ text }) => /Exports are for finance/.test(text)),
  );
  await ask(scene, 'audit today', { as: RAVI });
  await report(scene, 'audit', /exported a report/, { as: RAVI });
});
