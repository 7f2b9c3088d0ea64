import { expect, test } from 'vitest';
import { COMMAND_FORMS } from '../src/command/help-view.ts';
import { COMMANDS, findCommand } from '../src/command/paylink-command.ts';
import { LISTENERS } from '../src/rooms.ts';

/** Everything that people press, send and type, by the permission that it needs. */
const NEEDS: Record<string, string> = {
  // Everybody's, or about their own alone.
  nothing: `link_form known_customer same_again more_details card_place preset_0 preset_1 preset_2 preset_3 preset_4 preset_5 preset_6 preset_7
    replaces_link another_sale try_again make_another_anyway check_again show_qr refresh_link next_customer link_menu report_menu
    open_card open_connect open_connection
    withdraw_link batch_template batch_faults batch_list_file batch_repeat_off batch_withdraw
    export_cancel export_again
    home_new_link home_refresh who_paid who_has_not new_link link_from_message /paylink
    new help find mine unpaid unpaid_previous unpaid_next unpaid_remind unpaid_remind_next business`,
  // Nobody needs it for their own links.
  'use-any-link, but for their own': `link_details change_link link_for_rest make_another ask_refund whatsapp copy_text
    whatsapp_text whatsapp_english whatsapp_arabic reminder_english reminder_arabic`,
  'use-any-link': 'take_over take_over_all',
  'hand-over-any-link, but for their own': 'hand_over',
  'make-batch, but for their own': `batch_pause batch_go_on batch_cancel batch_retry batch_result_file batch_remind
    batch_held batch_held_create batch_held_leave batch_remind_next`,
  'make-batch': `batch batch_form batch_question batch_sheet batch_change batch_create batch_create_all batch_again batch_repeat
    batch_repeat_day`,
  'read-reports': `report_form report_previous report_next report_open report_totals payout_open payout_previous
    payout_next payouts_due payouts_due_previous payouts_due_next home_report
    /paylink-report report transactions payouts links team`,
  export: `export_schedule export_csv export_xlsx export_send_again export_schedule_new
    export_schedule_stop team_csv team_xlsx reconcile_month exports reconcile`,
  'switch-daily-close': 'daily weekly',
  approve:
    'approve_link approve_link_anyway decline_link batch_approve batch_decline batch_rows batch_rows_file',
  'read-audit': 'audit audit_newer audit_older audit_export',
  'change-settings': `settings open_links_settings open_posts_settings open_approval_settings open_people_settings
    open_form_settings hand_over_from home_settings home_terms home_try confirm_account taught_word_menu take_back`,
  'forget-customers': 'forget_customer',
  'explain-records': 'what_came see_what_came payout_columns payout_columns_open',
  'settle-sales': 'count_as_paid',
};

const listed = Object.entries(NEEDS).flatMap(([needs, names]) =>
  names.split(/\s+/).map((name) => [name, needs] as const),
);

const { commands, shortcuts, views, actions, options } = LISTENERS;

const rows = [
  ...Object.entries({ ...commands, ...shortcuts }),
  ...Object.entries(views),
  ...Object.entries(actions),
  ...Object.entries(options),
].map(([id, { row }]) => {
  const { needs, isOwnFree } = row;
  return [id, needs === null ? 'nothing' : `${needs}${isOwnFree ? ', but for their own' : ''}`] as const;
});

const words = Object.entries(COMMANDS).map(([word, { needs }]) => [word, needs ?? 'nothing'] as const);

test('everything that people press, send and type needs the permission that stands here', () => {
  const known = new Set([...rows, ...words].map((pair) => pair.join(': ')));
  expect([...known].toSorted()).toEqual(listed.map((pair) => pair.join(': ')).toSorted());
});

test('the help shows a command to those who may use it', () => {
  const needsOf = new Map<string, string>(rows);
  for (const { usage, needs = 'nothing' } of COMMAND_FORMS) {
    const [command = '', first = '', ...rest] = usage.split(/\s+/);
    const meant = first.split('|').filter((word) => word in COMMANDS);
    const typed = (word: string) => findCommand({ text: [word, ...rest].join(' '), words: rest.join(' ') });
    const found =
      meant.length > 0 ? meant.map((word) => typed(word).needs ?? 'nothing') : [needsOf.get(command)];
    expect([usage, ...new Set(found)]).toEqual([usage, needs]);
  }
});
