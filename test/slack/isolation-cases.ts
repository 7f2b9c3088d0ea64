import { AUDIT_PAGE } from '../../src/audit/index.ts';
import { MENU_CHOICES } from '../../src/links/card/card-buttons-view.ts';
import { EMPTY_LINK_FORM } from '../../src/links/form/link-form-values.ts';
import { PRESET_ACTIONS } from '../../src/links/form/link-form-view.ts';
import { STEP } from '../../src/workflow/step-function.ts';
import { fillLinkForm } from '../fixtures/link-form.ts';
import type { SlackPost } from '../fixtures/post-as-slack.ts';
import { NORTH, SOUTH } from '../fixtures/start-many.ts';
import type { Isolation } from './start-isolation.ts';

/** The sender: both are admins of SOUTH, so that a missing permission does not hide a missing check. */
export type Person = 'sara' | 'ravi';

interface Case {
  as: Person;
  /** Expected answer to another workspace's id; null: none. */
  says: RegExp | null;
  /** The call that shows the person's own data instead. */
  opens?: string;
}

const NOT_THIS_LINK: Case = { as: 'sara', says: /find this payment link any more/ };
const NOT_THIS_REQUEST: Case = { as: 'sara', says: /find this request any more/ };
const NOT_YOUR_LINK: Case = { as: 'sara', says: /find this payment link any more/ };
/** The button carries kind and days; the press determines the workspace. */
const OWN_REPORT: Case = { as: 'sara', says: /Transactions|Making transactions|find this report any more/ };
const NO_SUCH_PAYOUT: Case = { as: 'sara', says: /find this payout any more|Something went wrong/ };
const NOT_THIS_BATCH: Case = { as: 'sara', says: /find this batch any more/ };
const NOT_YOUR_PREVIEW: Case = { as: 'sara', says: /find this preview any more/ };
const NOT_YOUR_EXPORT: Case = { as: 'sara', says: /find this file any more/ };
export const NOTHING: Case = { as: 'sara', says: null };
/** Requests not made by Slack have no valid trigger, so the own form stays closed. */
const OWN_FORM = (call: string): Case => ({ as: 'ravi', says: /the token of another app/, opens: call });

/** Modals have no response_url: the audit trail is never in one. */
const OWN_TRAIL: Case = { as: 'ravi', says: /Audit trail|find this page|Something went wrong/ };
const OWN_FILE: Case = { as: 'ravi', says: /get the file in a direct message|find this (page|table)/ };

/** It carries days, and any other words find nothing. */
const OWN_SALES: Case = { as: 'sara', says: /payment links|Received|unpaid/i };

/** Buttons and menus that answer the same. */
const ALIKE: readonly [Case, actions: string][] = [
  [
    NOT_THIS_LINK,
    'refresh_link link_details show_qr copy_text next_customer whatsapp make_another change_link link_for_rest ask_refund count_as_paid take_over take_over_all',
  ],
  [
    NOT_THIS_LINK,
    'hand_over reminder_english reminder_arabic whatsapp_text whatsapp_english whatsapp_arabic',
  ],
  [NOT_YOUR_LINK, 'try_again make_another_anyway check_again'],
  // They carry where a page begins.
  [{ as: 'sara', says: /unpaid|Something went wrong/ }, 'unpaid_previous unpaid_next'],
  [{ ...NOTHING, opens: 'views.update' }, 'unpaid_remind_next'],
  [OWN_REPORT, 'report_previous report_next report_open report_totals export_csv export_xlsx'],
  // Payouts are looked up in the pressing person's account.
  [NO_SUCH_PAYOUT, 'payout_open payout_previous payout_next'],
  [
    OWN_FORM('views.open'),
    'payouts_due payouts_due_previous payouts_due_next export_schedule_new unpaid_remind',
  ],
  [OWN_FORM('views.open'), 'home_new_link home_report home_settings home_terms home_try'],
  [OWN_SALES, 'who_paid who_has_not'],
  [NOT_YOUR_EXPORT, 'export_cancel export_send_again export_again'],
  [OWN_TRAIL, 'audit_newer audit_older'],
  // The button carries the days; the press determines the workspace.
  [OWN_FILE, 'team_csv team_xlsx'],
  [NOT_YOUR_PREVIEW, 'batch_create batch_create_all batch_again batch_faults'],
  [NOT_YOUR_PREVIEW, 'batch_list_file batch_change'],
  [NOT_THIS_BATCH, 'batch_pause batch_go_on batch_cancel batch_retry batch_result_file batch_remind'],
  [NOT_THIS_BATCH, 'batch_remind_next batch_approve batch_decline batch_withdraw'],
  [NOT_THIS_BATCH, 'batch_rows batch_rows_file'],
  [
    NOT_THIS_BATCH,
    'batch_held batch_held_create batch_held_leave batch_repeat batch_repeat_day batch_repeat_off',
  ],
  [NOT_THIS_REQUEST, 'approve_link approve_link_anyway decline_link withdraw_link'],
  [{ ...NOT_THIS_LINK, as: 'ravi' }, 'see_what_came'],
  [NOTHING, 'open_connect open_connection open_card'],
  [
    { ...NOTHING, opens: 'views.update' },
    ['more_details card_place same_again', ...PRESET_ACTIONS].join(' '),
  ],
  [{ ...NOTHING, opens: 'views.publish' }, 'home_refresh confirm_account'],
];

export const ACTIONS: Record<string, Case> = {
  ...Object.fromEntries(ALIKE.flatMap(([one, actions]) => actions.split(' ').map((action) => [action, one]))),
  // The form behind the question has NORTH's nonce.
  replaces_link: { as: 'sara', says: /find this payment link any more|Something went wrong/ },
  another_sale: { as: 'sara', says: /find this payment link any more|Something went wrong/ },
  known_customer: { as: 'sara', says: /find this customer any more/ },
  forget_customer: { ...NOT_THIS_LINK, as: 'ravi' },
  // The menu's option values have an action prefix.
  link_menu: { as: 'sara', says: /find this payment link any more|Something went wrong in Paylink/ },
  report_menu: { as: 'sara', says: /find this report any more|Something went wrong in Paylink/ },
  export_schedule_stop: { as: 'sara', says: /find this schedule any more/ },
  // The window names the channel in which it was requested.
  ...Object.fromEntries(
    ['links', 'posts', 'approval', 'people', 'form'].map((section) => [
      `open_${section}_settings`,
      { as: 'ravi', says: /Something went wrong|the token of another app/ } as const,
    ]),
  ),
  hand_over_from: { as: 'ravi', says: /Something went wrong|no open sales/ },
  audit_export: { as: 'ravi', says: /./ },
  batch_template: { as: 'sara', says: /emplate for a list|Making/ },
  taught_word_menu: { as: 'ravi', says: /taken back before|Something went wrong/ },
  // The window has the id of a file, which the own Slack does not have.
  batch_sheet: { as: 'sara', says: /Something went wrong/ },
  // The button carries names of columns; the press determines the workspace.
  payout_columns_open: { as: 'ravi', says: /Something went wrong/ },
};

/** They carry visible content of the own Slack, and open the own form. */
export const SHORTCUTS: Record<string, Case> = {
  new_link: OWN_FORM('views.open'),
  link_from_message: OWN_FORM('views.open'),
};

/** Queries of external selects: beginnings and ends of NORTH's customers' names and phones. */
export const OPTIONS: Record<string, (stage: Isolation) => { typed: string[]; own: [string, RegExp] }> = {
  known_customer: ({ life }) => ({
    typed: life.words.flatMap((word) => [word.slice(0, 3), word.slice(-4)]),
    own: ['jano', /Suad Janoub/],
  }),
};

export const CLOSED_VIEWS: Record<string, Case> = { link_result: NOTHING, link_form: NOTHING };

const everything = { span: null, actorId: null, word: null, subject: null };
export const NEWEST_OF_TRAIL = AUDIT_PAGE.write({ question: everything, from: null });

/** Everything of NORTH that a button value could contain. */
export const pointersTo = ({ life, north }: Isolation, as: Person): string[] => {
  const { links, report, exports, approval, batches, auditCursor, invoiceId } = life;
  const asking = (of: Partial<Record<'actorId' | 'word' | 'subject', string>>): string =>
    AUDIT_PAGE.write({ question: { ...everything, ...of }, from: null });
  const pageOfTrail = (to: 'older' | 'newer', at: number): string =>
    AUDIT_PAGE.write({ question: everything, from: { to, cursor: { at, id: auditCursor.id } } });
  return [
    ...Object.values(links),
    ...MENU_CHOICES.map((choice) => `${choice}:${links.open}`),
    report,
    ...Object.values(exports),
    approval,
    ...Object.values(batches),
    `${batches.done}:0`,
    ...(as === 'ravi'
      ? [
          NEWEST_OF_TRAIL,
          pageOfTrail('older', auditCursor.at),
          pageOfTrail('newer', 1),
          asking({ subject: links.open }),
          asking({ word: invoiceId }),
          asking({ actorId: north.team.ids.sara }),
        ]
      : []),
  ];
};

/** Possible `private_metadata` of a modal. */
const metadataOf = ({ scene, life, north }: Isolation): string[] => {
  const { links, nonces, card, approval, batches, settingsMetadata } = life;
  return [
    ...nonces.map((nonce) =>
      JSON.stringify({
        nonce,
        isLong: false,
        values: {
          ...EMPTY_LINK_FORM,
          ...CUSTOMER_OF_SOUTH,
          invoiceAmount: '88.90',
          notes: 'souk',
          expiryOn: Math.floor(scene.clock.now() / 1000) + 3 * 86_400,
          isTermsAndConditionsAccepted: true,
          channel: card.channelId,
        },
      }),
    ),
    JSON.stringify({
      ...{ fileId: 'F0NORTH', fileName: 'parents.csv', channelId: card.channelId, notes: null },
      ...{ expiryOn: Math.floor(scene.clock.now() / 1000) + 86_400, sourceId: null },
      ...{ sheet: 0, about: [] },
    }),
    ...Object.values(links).map((linkId) => JSON.stringify({ linkId, ownerId: north.team.ids.sara })),
    approval,
    links.open,
    batches.done,
    JSON.stringify({ batchId: batches.preview, message: null, words: ['northern'] }),
    settingsMetadata,
    JSON.stringify({ word: 'x', settings: { id: 'V0NORTH', metadata: settingsMetadata } }),
  ];
};

/** The request's workspace and the person's. In a shared channel they can differ. */
interface Origin {
  team: string;
  userTeam: string;
}

export const SOUTHERN: Origin = { team: SOUTH, userTeam: SOUTH };
export const IN_A_CHANNEL_OF_NORTH: Origin = { team: NORTH, userTeam: SOUTH };
export const NORTHERN: Origin = { team: NORTH, userTeam: NORTH };

const interaction = ({ scene }: Isolation, type: string, as: Person, { team, userTeam }: Origin) => ({
  type,
  team: { id: team, domain: team.toLowerCase() },
  user: { id: scene.slack.team(userTeam).team.ids[as], username: as, name: as, team_id: userTeam },
  api_app_id: 'A0PAYLINK1',
  token: 'x',
  enterprise: null,
  is_enterprise_install: false,
  trigger_id: '1.2.3',
});

export const pressesOf = (
  stage: Isolation,
  actionId: string,
  pointer: string,
  as: Person,
  origin: Origin,
  places: readonly ('message' | 'modal' | 'home')[] = ['message', 'modal'],
): SlackPost[] => {
  const { life, responseUrl } = stage;
  const common = {
    ...interaction(stage, 'block_actions', as, origin),
    actions: [
      {
        type: 'button',
        action_id: actionId,
        block_id: 'b',
        action_ts: '1.1',
        value: pointer,
        selected_option: { text: { type: 'plain_text', text: 'x' }, value: pointer },
      },
    ],
  };
  const view = {
    id: 'V0NORTH',
    hash: '1.h',
    private_metadata: metadataOf(stage)[0],
    callback_id: 'link_form',
    team_id: origin.userTeam,
    state: { values: stateOf(fillLinkForm()) },
  };
  return places.map((place) => ({
    payload:
      place === 'message'
        ? {
            ...common,
            response_url: responseUrl,
            channel: { id: life.card.channelId, name: 'x' },
            container: { type: 'message', channel_id: life.card.channelId, message_ts: life.card.ts },
          }
        : { ...common, container: { type: 'view', view_id: view.id }, view: { ...view, type: place } },
  }));
};

export const suggestionOf = (
  stage: Isolation,
  actionId: string,
  value: string,
  origin: Origin,
): SlackPost => ({
  payload: {
    ...interaction(stage, 'block_suggestion', 'sara', origin),
    container: { type: 'view', view_id: 'V0NORTH' },
    view: {
      id: 'V0NORTH',
      callback_id: 'link_form',
      team_id: origin.userTeam,
      private_metadata: metadataOf(stage)[0],
    },
    action_id: actionId,
    block_id: actionId,
    value,
  },
});

export const closingOf = (
  stage: Isolation,
  callbackId: string,
  viewId: string,
  origin: Origin,
): SlackPost => ({
  payload: {
    ...interaction(stage, 'view_closed', 'sara', origin),
    view: { id: viewId, callback_id: callbackId, team_id: origin.userTeam, private_metadata: '', state: {} },
    is_cleared: false,
  },
});

export const shortcutOf = (stage: Isolation, callbackId: string, origin: Origin): SlackPost => {
  const { life, responseUrl } = stage;
  return {
    payload: {
      ...interaction(stage, 'message_action', 'ravi', origin),
      callback_id: callbackId,
      response_url: responseUrl,
      channel: { id: life.card.channelId, name: 'x' },
      message_ts: life.card.ts,
      message: { type: 'message', ts: life.card.ts, thread_ts: life.card.ts, text: '88.90 for souk' },
    },
  };
};

/** Values in `view.state.values`, given under every possible field name. */
function stateOf(filled: object): object {
  return Object.fromEntries(
    Object.entries(filled).map(([block, elements]) => [
      block,
      Object.fromEntries(
        Object.entries(elements as object).map(([element, value]) => [element, shapesOf(value)]),
      ),
    ]),
  );
}

function shapesOf(value: unknown): object {
  if (Array.isArray(value))
    return { selected_options: value.map((one) => ({ value: one })), selected_users: value };
  if (typeof value === 'number') return { selected_date_time: value };
  return {
    value: String(value),
    selected_option: { value: String(value) },
    selected_conversation: String(value),
    selected_user: String(value),
    selected_date: String(value),
    selected_time: String(value),
  };
}

export interface ViewCase {
  as: Person;
  says: RegExp;
  values: (stage: Isolation) => object[];
  /** Metadata required for any answer; default: anything. */
  needs?: string;
}

/** In the format of Slack's picker. */
export const inDays = ({ scene }: Isolation, days: number) =>
  Math.floor(scene.clock.now() / 1000) + days * 86_400;

export const VIEWS: Record<string, ViewCase> = {
  link_form: {
    as: 'sara',
    says: /could not take this form/,
    values: (stage) =>
      // Below and above the approval limit.
      ['88.80', '6000.20'].map((invoiceAmount) => ({
        ...fillLinkForm({ ...CUSTOMER_OF_SOUTH, invoiceAmount, notes: 'souk' }),
        expiryOn: { expiryOn: inDays(stage, 3) },
        channel: { channel: stage.life.card.channelId },
      })),
  },
  report_form: {
    as: 'sara',
    says: /No transactions|not a number of|Transactions/i,
    values: ({ life }) => [
      {
        kind: { kind: 'transactions' },
        from_day: { from_day: '2026-01-01' },
        to_day: { to_day: '2026-11-21' },
        place: { place: life.card.channelId },
      },
    ],
  },
  // It configures the own workspace.
  export_schedule: {
    as: 'sara',
    says: /Set up: |Exports are for|such exports|nothing was set up/,
    values: ({ south }) => [
      {
        kind: { kind: 'payouts' },
        format: { format: 'csv' },
        days: { days: 'day.0' },
        at: { at: '08:00' },
        person: { person: south.team.ids.sara },
        channel: { channel: null },
      },
    ],
  },
  reconcile_month: {
    as: 'sara',
    says: /Making |Exports are for|could not do this|Something went wrong/,
    needs: '"channelId"',
    values: () => [{ month: { month: '2026-10' } }],
  },
  hand_over: {
    as: 'sara',
    says: /find this payment link any more|could not do this/,
    values: ({ south }) => [{ person: { person: south.team.ids.ravi } }],
  },
  batch_form: {
    as: 'sara',
    says: /Choose a file/,
    values: ({ life }) => [
      {
        batch_file: { batch_file: 'F0NORTH' },
        batch_channel: { batch_channel: life.card.channelId },
        batch_notes: { batch_notes: 'souk' },
        batch_expiry: { batch_expiry: 1 },
        batch_terms: { batch_terms: ['accepted'] },
      },
    ],
  },
  batch_question: {
    as: 'sara',
    says: /Slack did not do its part of this|could not do this/,
    needs: '"fileId"',
    values: () => [{ 'batch_invoiceAmount.0': { batch_invoiceAmount: '1:Amount' } }],
  },
  batch_repeat_day: {
    as: 'sara',
    says: /find this batch any more/,
    values: () => [{ repeat_day: { repeat_day: '2099-01-01' } }],
  },
  batch_decline: {
    as: 'sara',
    says: /find this batch any more/,
    values: () => [{ reason: { reason: 'no' } }],
  },
  decline_link: {
    as: 'sara',
    says: /find this request any more/,
    values: () => [{ reason: { reason: 'no' } }],
  },
  what_came: {
    as: 'ravi',
    says: /find this payment link any more/,
    values: () => [{ choice: { choice: 'paid' } }],
  },
  payout_columns: {
    as: 'ravi',
    says: /could not do this/,
    values: () => [{}],
  },
  take_back: {
    as: 'ravi',
    says: /taken back before|could not do this/,
    values: () => [{}],
  },
  settings: {
    as: 'ravi',
    says: /Someone changed the settings|could not do this/,
    values: () => [{ areCustomersShared: { areCustomersShared: ['on'] }, supervisor: { supervisor: [] } }],
  },
};

const CUSTOMER_OF_SOUTH = { FullName: 'Suad Janoub', Email: 'suad@south.example', Phone: '050 222 3344' };

export const submissionsOf = (
  stage: Isolation,
  callbackId: string,
  { as, values, needs = '' }: ViewCase,
  origin: Origin,
  metadata = metadataOf(stage),
): SlackPost[] =>
  metadata
    .filter((text) => text.includes(needs))
    .flatMap((private_metadata) =>
      values(stage).map((filled) => ({
        payload: {
          ...interaction(stage, 'view_submission', as, origin),
          response_urls: [{ response_url: stage.responseUrl, channel_id: stage.life.card.channelId }],
          view: {
            id: 'V0NORTH',
            type: 'modal',
            hash: '1.h',
            team_id: origin.userTeam,
            callback_id: callbackId,
            private_metadata,
            state: { values: stateOf(filled) },
            ...(origin.team === SOUTH ? {} : { app_installed_team_id: origin.team }),
          },
        },
      })),
    );

export const COMMANDS: Record<string, (stage: Isolation) => [text: string, says: RegExp][]> = {
  '/paylink': ({ life, north }) => [
    ['', /Create link/],
    ['new 250 suad@south.example', /Create link/],
    ['transactions last 7 days', /transactions/i],
    ['payouts last 7 days', /payouts/i],
    ['links last 7 days', /SOUTH|PL-|links/i],
    [`transactions ${life.report}`, /did not understand|Report|report_form/],
    ['find zebulon', /none found/],
    ['find 0501119922', /none found/],
    ['find zebulon@north-only.example', /none found/],
    ['find 1,321.09 or 1,322.09', /none found/],
    [`find ${life.invoiceId}`, /none found/],
    ['find unpaid last 7 days', /Payment links/],
    [`find by <@${north.team.ids.sara}|sara>`, /payment links|only your own/i],
    [`find in <#${life.card.channelId}|x>`, /Payment links|none found/],
    ['mine', /My payment links/],
    ['report', /report_form/],
    ['business', /Saffron Dune/],
    ['daily', /is off|off/i],
    ['daily off', /off/i],
    ['daily on 21:00', /daily close|not in this|invite/i],
    ['settings', /supervisors?/],
    ['help', /\/paylink/],
    ['audit', /Audit trail/],
    [`audit <@${north.team.ids.sara}|sara>`, /Audit trail/],
    [`audit ${life.links.open}`, /Audit trail/],
    [`audit ${life.invoiceId}`, /Audit trail/],
    [life.links.open, /./],
    [life.invoiceId, /./],
    [life.approval, /./],
    [life.report, /./],
  ],
  '/paylink-report': ({ life }) => [
    ['', /report_form/],
    ['payouts yesterday', /report_form/],
    [life.report, /report_form/],
  ],
};

/** `change`: changes rows of its own workspace without an answer. */
export const EVENTS: Record<string, ((stage: Isolation) => object[]) | 'change'> = {
  app_home_opened: ({ south, north }) => [
    { user: south.team.ids.sara, tab: 'home' },
    { user: south.team.ids.ravi, tab: 'home', view: { id: 'V0', team_id: NORTH, private_metadata: 'x' } },
    { user: south.team.ids.sara, tab: 'messages', channel: north.team.ids.saraDm },
  ],
  app_uninstalled: 'change',
  channel_id_changed: 'change',
  tokens_revoked: 'change',
  function_executed: 'change',
};

/** A workflow comes to the step. */
export const RUN = {
  ...{ function: { callback_id: STEP }, function_execution_id: 'Fx0' },
  inputs: { amount: '10', channel: 'C0ANOTHER1' },
};

export const eventFrom = (
  { scene }: Isolation,
  event: object,
  type: string,
  team: string,
  authorized: string,
): SlackPost => ({
  event: {
    type: 'event_callback',
    token: 'x',
    team_id: team,
    api_app_id: 'A0PAYLINK1',
    event: { ...event, type },
    event_id: `Ev${type}${team}`,
    event_time: Math.floor(scene.clock.now() / 1000),
    authorizations: [
      { enterprise_id: null, team_id: authorized, user_id: 'U1', is_bot: true, is_enterprise_install: false },
    ],
  },
});
