// @module-tag long
// @module-tag store

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdAnswers } from '../fixtures/hold-answers.ts';
import { fillLinkForm } from '../fixtures/link-form.ts';
import { createHands } from '../fixtures/northern-life.ts';
import { press } from '../fixtures/press-card.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { type ManyScene, NORTH, SOUTH, startMany } from '../fixtures/start-many.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: ManyScene;

beforeEach(async () => {
  scene = await startMany({ env: { PAYLINK_BATCH_ROWS_PER_SECOND: '4', PAYLINK_CHECK_AFTER_SECONDS: '1' } });
  await scene.settle(NORTH, people().ravi);
});

afterEach(() => scene.close());

const people = () => scene.slack.team(NORTH).team.ids;
const hands = () => createHands(scene.slack.team(NORTH));
const shown = (as: string, words: RegExp, channel?: string) => hands().shown(as, words, channel);
const made = (merchant: string) => scene.merchants.of(merchant).links();

/** Another merchant's credentials are entered for the workspace. */
const enter = async (merchant: string) => {
  const { ravi } = people();
  const { status, text } = await scene.connect(await scene.install(NORTH, ravi), merchant);
  expect(status).toBe(200);
  return text;
};

const homeOf = (as: string) => seen({ blocks: scene.slack.team(NORTH).home(as)?.blocks ?? [] });

const confirmIn = async (as: string) => {
  const slack = scene.slack.team(NORTH);
  await slack.openHome(as);
  await slack.until(() => /The payment account has changed/.test(homeOf(as).text));
  const outcome = await slack.clickHome(as, { actionId: 'confirm_account' });
  if (!outcome.ok) throw new Error(outcome.problem);
  await slack.until(() => !/The payment account has changed/.test(homeOf(as).text));
};

/** As if the next row of the batch had been tried at the account of before, whose service made no link. */
const refuseNextRow = async () => {
  const tables = await openTables(scene.database.place);
  const [last] = await tables.rows('links');
  const next = (await tables.rows('batch_rows')).findLast((row) => row['state'] === 'waiting');
  const columns = Object.keys(last ?? {}).filter((column) => last?.[column] !== null);
  const failed: Record<string, unknown> = {
    ...last,
    ...{
      id: 'lnk_failed',
      sale_id: 'lnk_failed',
      nonce: next?.['nonce'],
      invoice_id: 'PL-1',
      invoice_key: 'pl-1',
      order_id: null,
    },
    ...{ address: null, state: 'failed', amount_fils: next?.['amount_fils'], callback_token_hash: 'h' },
    failure: JSON.stringify({ what: 'Refused.', next: 'Try again.', reference: null, field: null }),
  };
  const values = columns.map((column) => (failed[column] === null ? 'null' : `'${failed[column]}'`));
  await tables.run(
    `insert into links (${columns.join()}, failure) values (${values.join()}, '${failed['failure']}')`,
  );
  await tables.run(`update batch_rows set tries = 1 where number = ${next?.['number']}`);
  await tables.close();
};

const makeLink = async (changes: Record<string, string> = {}) => {
  await hands().makeLink(people().sara, changes);
  return shown(people().sara, /🟡 Waiting/);
};

describe('credentials of another account', () => {
  test('make no link until an admin says in Home that it is ours, which the audit trail keeps', async () => {
    const { sara, ravi } = people();
    await makeLink();
    expect(await enter(SOUTH)).toContain('no link is made until an admin of Paylink opens its Home in Slack');
    await hands().send(sara, '250');
    expect(
      (await shown(sara, /payment account has changed and nobody has confirmed the new one/)).text,
    ).toContain(`<@${ravi}>`);
    await scene.slack.team(NORTH).openHome(sara);
    await scene.slack.team(NORTH).until(() => /payment account has changed/.test(homeOf(sara).text));
    expect(homeOf(sara).buttons).not.toContain('This is our account');
    expect(made(SOUTH)).toHaveLength(0);
    await confirmIn(ravi);
    await makeLink({ invoiceAmount: '310' });
    expect(made(SOUTH)).toHaveLength(1);
    await hands().send(ravi, 'audit');
    await shown(ravi, /confirmed the payment account/);
  });

  testAtLength('keep an open form from making a link', async () => {
    const { sara } = people();
    const slack = scene.slack.team(NORTH);
    await hands().send(sara, '');
    const form = await hands().modal(sara, ({ submit }) => submit === 'Create link');
    await enter(SOUTH);
    expect(await slack.submit(sara, form.id, fillLinkForm())).toMatchObject({
      errors: { invoiceAmount: expect.stringMatching(/payment account has changed.*no link can be made/) },
    });
    expect([made(NORTH), made(SOUTH)]).toEqual([[], []]);
  });

  test('never judge a link of the first by a record of theirs, and it is read again when its account is back', async () => {
    const { sara, ravi } = people();
    const slack = scene.slack.team(NORTH);
    const refresh = (card: { channel: string; ts: string }) =>
      press({ slack } as never, card, 'refresh_link', sara);
    const card = await makeLink();
    const [first] = made(NORTH);
    await enter(SOUTH);
    await confirmIn(ravi);
    await makeLink({ FullName: 'Omar Haddad', Email: 'omar@example.com', Phone: '050 765 4321' });
    // The same amount and the same order id, and it is paid: at the other account.
    expect(made(SOUTH)[0]?.orderId).toBe(first?.orderId);
    await scene.merchants.of(SOUTH).pay(first?.orderId ?? '');
    await shown(sara, /✅ Paid/);
    const textOfFirst = () =>
      seen(slack.messages(card.channel).find(({ ts }) => ts === card.ts) ?? { blocks: [] }).text;
    await refresh(card);
    await shown(sara, /Belongs to account planted-account-T0NORTH: Paylink can’t see whether it is paid/);
    await slack.until(() => /🟡 Waiting.*Belongs to account/s.test(textOfFirst()));
    await enter(NORTH);
    await scene.merchants.of(NORTH).pay(first?.orderId ?? '');
    await refresh(card);
    await slack.until(() => /✅ Paid/.test(textOfFirst()));
  });

  testAtLength('approve no request that was made for the first', async () => {
    const { sara, omar, ravi, saraDm } = people();
    await hands().saveSettings(ravi, { approvalLimitFils: '1000', supervisor: [omar] });
    await hands().makeLink(sara, { invoiceAmount: '5000' });
    const request = await shown(omar, /Waiting for approval|5,000\.00/);
    await enter(SOUTH);
    await hands().press(omar, request, 'approve_link');
    await shown(omar, /nobody has confirmed the new one/);
    await confirmIn(ravi);
    await hands().press(omar, request, 'approve_link');
    await shown(omar, /Not approved: this link was asked for at the payment account planted-account-T0NORTH/);
    await shown(sara, /can’t be approved/, saraDm);
    expect([made(NORTH), made(SOUTH)]).toEqual([[], []]);
    await enter(NORTH);
    await confirmIn(ravi);
    await hands().press(omar, request, 'approve_link');
    await expect.poll(() => made(NORTH).length).toBe(1);
  });

  test('make no other row of a batch until its person says so', async () => {
    const { sara, ravi, frontDesk } = people();
    await hands().saveSettings(ravi, { supervisor: [sara] });
    const rows = Array.from(
      { length: 12 },
      (_, at) => `${101 + at}.50,Sara Khan,+97150${1_000_000 + at},p${at}@example.com,June`,
    );
    await hands().giveFile(sara, frontDesk, ['Amount,Name,Phone,E-mail,For', ...rows].join('\n'));
    const preview = await hands().modal(sara, (modal) =>
      seen(modal).buttons.includes('Upload a corrected file'),
    );
    const entered = holdAnswers(scene.merchants.of(NORTH), 3);
    await scene.slack.team(NORTH).click(sara, { viewId: preview.id }, { actionId: 'batch_create' });
    await expect.poll(() => made(NORTH).length).toBeGreaterThan(2);
    await enter(SOUTH);
    entered();
    const card = await shown(sara, /payment account has changed.*no link can be made.*Then press Resume/s);
    const before = made(NORTH).length;
    expect(before).toBeLessThan(12);
    // A row that the first account had refused is made at the other one, too.
    await refuseNextRow();
    await hands().press(sara, card, 'batch_go_on');
    await shown(sara, /nobody has confirmed the new one yet, so no link can be made\. Ask/);
    await confirmIn(ravi);
    await hands().press(sara, card, 'batch_go_on');
    await shown(sara, /Press the button again to make the rest at planted-account-T0SOUTH/);
    expect([made(NORTH).length, made(SOUTH).length]).toEqual([before, 0]);
    await hands().press(sara, card, 'batch_go_on');
    await expect.poll(() => made(SOUTH).length).toBe(12 - before);
    const tables = await openTables(scene.database.place);
    const links = await tables.rows('links');
    await tables.close();
    expect(links.filter((row) => row['account'] === 'planted-account-T0SOUTH')).toHaveLength(12 - before);
  });

  testAtLength('of the same account ask nothing: keys rotate', async () => {
    expect(await enter(NORTH)).toContain('Paylink is ready');
    await makeLink();
    expect(made(NORTH)).toHaveLength(1);
  });
});
