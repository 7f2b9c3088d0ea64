import {
  buildElsewhere,
  buildGone,
  buildNobodyAdministers,
  buildNotConnected,
  buildRefusal,
} from '../../src/blocks/refusal.ts';
import { buildTooLong } from '../../src/blocks/text.ts';
import {
  buildDidYouMean,
  buildHelp,
  buildNotOffered,
  buildUnknownCommand,
  type HelpFor,
} from '../../src/command/help-view.ts';
import {
  buildDailyClose,
  buildDailyCloseLine,
  type DailyCloseShown,
} from '../../src/daily-close/daily-close-view.ts';
import {
  buildDailyEnded,
  buildDailyHelp,
  buildDailyOff,
  buildDailyOn,
  buildDailyRefused,
  buildDailySwitchedOff,
  buildDailySwitchedOn,
} from '../../src/daily-close/switch-view.ts';
import {
  buildHomeFirstSteps,
  type FirstPayment,
  type HomeConnection,
} from '../../src/home/home-setup-view.ts';
import { buildHome } from '../../src/home/home-view.ts';
import { buildDecisionButtons } from '../../src/links/card/asked-card-view.ts';
import { buildGuidedForm } from '../../src/links/form/guided-form-view.ts';
import { buildMissingLinks } from '../../src/links/missing/missing-links-view.ts';
import { buildChannelSettings } from '../../src/settings/channel-settings-view.ts';
import { buildFormSettings } from '../../src/settings/form-settings-view.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';
import {
  buildChannelChanged,
  buildDefaultChannelNews,
  buildSettingsChanged,
} from '../../src/settings/settings-changed-view.ts';
import { buildSettingsView } from '../../src/settings/settings-view.ts';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '../../src/store/settings-store.ts';
import {
  buildAgreementQuestion,
  buildGuidedNews,
  buildWordQuestion,
  buildWordUnasked,
} from '../../src/teaching/question-messages-view.ts';
import type { StoredWord } from '../../src/teaching/taught-word-store.ts';
import {
  buildSavedTest,
  buildTaughtView,
  buildWhatCameView,
  type WhatCame,
} from '../../src/teaching/what-came-view.ts';
import { buildUnconfirmed } from '../../src/tenancy/account-view.ts';
import { buildWelcome, type WelcomeParts } from '../../src/tenancy/welcome-view.ts';
import { HOUR_MS, makeUpApproval, makeUpLink, NOW, ZONE } from './made-up.ts';
import { PAYOUT_VERDICTS } from './payouts.ts';
import { SUMS } from './reports.ts';
import { type Cast, message, modal, part, type Story, sentence } from './story.ts';

const LISTED = {
  ...SUMS,
  byStatus: [{ status: 'SUCCESS', currency: 'AED', fils: 900_000, rows: 8 }],
  isList: true,
};
const FIGURES = {
  issued: { count: 12, fils: 1_500_000 },
  paid: { count: 8, fils: 900_000 },
  transactions: LISTED,
  payouts: LISTED,
};
const CLOSE: DailyCloseShown = {
  day: 'Sat 21 Nov 2026',
  hours: 'midnight to 21:00 (Dubai)',
  today: FIGURES,
  lastWeek: FIGURES,
  lastWeekDay: 'Sat 14 Nov 2026',
  between: { ...FIGURES, hours: 'Fri 20 Nov 2026, 21:00 to midnight' },
  late: { day: 'Fri 20 Nov 2026', received: [{ currency: 'AED', rows: 1, fils: 25_000 }] },
  open: { count: 4, fils: 500_000 },
  reported: {
    short: [{ reference: 'INV-7', cameFils: 25_050, askedFils: 125_050 }],
    mismatched: { count: 1, fils: 125_050 },
    refunded: { count: 1, fils: 5_000 },
    unconfirmed: { count: 1, fils: 125_050 },
  },
  comparison: {
    isComparable: true,
    differences: [
      { is: 'twice', reference: 'INV-8', count: 2 },
      { is: 'amount', reference: 'INV-9', hereFils: 10_000, thereFils: 11_000 },
      { is: 'state', reference: 'INV-10', here: 'open', finding: null, there: 'PAID' },
      { is: 'not-listed', reference: 'INV-11', fils: 10_000, here: 'paid' },
    ],
    outside: { count: 2, fils: 30_000, withoutAmount: 1 },
  },
  payouts: PAYOUT_VERDICTS.map(([, tied]) => tied),
  hasMoved: true,
  leftOut: '19 – 20 Nov 2026',
};

const WELCOMES: [name: string, parts: WelcomeParts][] = [
  ['first step', { isAgain: false, isOrganisation: false, isConnected: true }],
  ['to be connected, of an organisation', { isAgain: false, isOrganisation: true, isConnected: false }],
  ['again', { isAgain: true, isOrganisation: false, isConnected: true }],
];

const EVERYTHING: HelpFor['permissions'] = [
  'read-reports',
  'switch-daily-close',
  'change-settings',
  'read-audit',
];
const HOURS = { hour: '21:00', timeZone: ZONE, isOfDayBefore: false };

export const listWorkspace = (cast: Cast): Story[] => {
  const { channelId, personId } = cast;
  const link = makeUpLink(cast, { amountFils: 1_000 });
  const asked: StoredWord = {
    ...{ name: 'transactiontype', key: 'transfer', word: 'TRANSFER', path: 'transactionType' },
    ...{ linkId: link.id, askedAt: NOW, answer: null },
  };
  const answered: StoredWord = {
    ...asked,
    answer: { says: 'paid', by: personId, at: NOW, inEffect: null },
  };
  const cameOf = (isGuided: boolean): WhatCame => ({
    link,
    isGuided,
    record: {
      of: 'transaction',
      words: [
        { path: 'transactionType', value: 'TRANSFER' },
        { path: 'status', value: 'SUCCESS' },
      ],
      tie: { path: 'orderId', value: '100234' },
      amounts: [
        { path: 'amount', value: '10.00' },
        { path: 'capturedAmt', value: '9.50' },
      ],
      time: { path: 'paidAt', value: '2026-11-21 10:00:00', at: NOW - 4 * HOUR_MS, writtenIn: 'UTC' },
      listedAfterMs: 40_000,
    },
    callbackAt: NOW,
    orderIdField: 'orderId',
    hasWithheld: false,
    choices: [
      {
        ...{ id: 'choice', name: 'transactiontype', word: 'TRANSFER', path: 'transactionType' },
        said: isGuided ? null : { says: 'paid', by: personId },
        isEarlier: !isGuided,
      },
    ],
    amountChoices: [
      { id: 'amount', name: 'amount', path: 'amount', value: '10.00' },
      { id: 'captured', name: 'capturedamt', path: 'capturedAmt', value: '9.50' },
    ],
  });
  const changed = buildSettingsChanged({
    before: DEFAULT_SETTINGS,
    after: { ...DEFAULT_SETTINGS, defaultChannelId: channelId, approvalLimitFils: 500_000, expiryDays: 14 },
    roles: [{ userId: personId, from: null, to: 'supervisor' }],
    onlyApprover: personId,
  });
  const presets = [
    { name: 'Deposit', amountFils: 50_000, notes: 'Deposit' },
    { name: '_June_', amountFils: 2_500, notes: 'Delivery :tada: in Dubai' },
  ];
  const counter: ChannelSettings = {
    expiryHours: 2,
    isQrNeeded: true,
    presetName: 'Delivery',
    isThreaded: false,
    isPaidBroadcast: true,
    paidMentions: [personId],
  };
  const home = (
    name: string,
    connection: HomeConnection,
    firstPayment: FirstPayment | null = null,
  ): Story => ({
    name: `home, ${name}`,
    by: [buildHome, buildHomeFirstSteps],
    kind: 'home',
    view: buildHome({
      buttons: { canReport: true, canSet: true },
      steps: ['channel', 'settings', 'colleague'],
      connection,
      firstPayment,
      figures: {
        of: 'workspace',
        day: CLOSE.day,
        made: FIGURES.issued,
        paid: FIGURES.paid,
        open: CLOSE.open,
      },
      approvals: [{ ...makeUpApproval(cast), buttons: buildDecisionButtons(makeUpApproval(cast)) }],
      links: { shown: [makeUpLink(cast, { expiresAt: NOW + HOUR_MS }), makeUpLink(cast)], hasMore: true },
      at: NOW,
      timeZone: ZONE,
    }),
  });
  return [
    message('daily close, first line', 'daily', buildDailyCloseLine, CLOSE.day),
    message('daily close', 'daily', buildDailyClose, CLOSE),
    message('daily close, switched on', 'channel', buildDailySwitchedOn, personId, HOURS),
    message('daily close, switched off', 'channel', buildDailySwitchedOff, personId),
    message('daily close, is on', 'channel', buildDailyOn, { ...HOURS, nextAt: NOW + HOUR_MS }),
    message('daily close, is off', 'channel', buildDailyOff, true),
    message('daily close, without the app', 'channel', buildDailyRefused, channelId, 'not_in_channel'),
    message('daily close, refused', 'channel', buildDailyRefused, channelId, 'restricted_action'),
    message('daily close, help', 'channel', buildDailyHelp, 'at nine <o’clock>'),
    message('daily close, ended', 'channel', buildDailyEnded, { channelId, code: 'is_archived' }),
    ...WELCOMES.map(([name, parts]) => message(`welcome, ${name}`, 'channel', buildWelcome, parts)),
    message('help', 'channel', buildHelp, { permissions: EVERYTHING, noticedWithinMs: 60_000 }),
    message('help, for a cashier', 'channel', buildHelp, { permissions: [], noticedWithinMs: null }),
    message('help, for what is not offered', 'channel', buildNotOffered),
    message('help, for one word', 'channel', buildDidYouMean, { typed: 'lniks', nearest: 'links', rest: '' }),
    message('help, for a command', 'channel', buildUnknownCommand, '/paylnk'),
    message('default channel', 'channel', buildDefaultChannelNews, personId),
    message('question about a record', 'channel', buildWordQuestion, link, [asked]),
    message('question about a record, nobody to ask', 'channel', buildWordUnasked, link, [asked]),
    message('question about a record, to agree', 'channel', buildAgreementQuestion, link, {
      by: personId,
      words: [answered],
    }),
    message('what came for a test payment', 'channel', buildGuidedNews, link),
    modal('a test payment', buildGuidedForm, {
      nonce: 'guided-rehearsal-0',
      userName: 'ravi.menon',
      settings: { defaultEmail: null, isTermsAccepted: false },
    }),
    modal('what came for a test payment', buildWhatCameView, cameOf(true), ZONE),
    modal('what came', buildWhatCameView, cameOf(false), ZONE),
    modal(
      'what came, nothing yet',
      buildWhatCameView,
      { ...cameOf(true), record: null, callbackAt: null, orderIdField: null, choices: [], amountChoices: [] },
      ZONE,
    ),
    modal('what came, saved', buildTaughtView, {
      taught: [answered],
      earlier: [],
      second: [personId],
      left: 0,
    }),
    ...(['sending', 'sent', 'refused'] as const).map(
      (sent): Story => modal(`a record as a test, ${sent}`, buildSavedTest, '{\n  "records": []\n}', sent),
    ),
    message('links that a restored database lacks', 'channel', buildMissingLinks, {
      count: 3,
      named: [
        { invoiceId: 'PL-261121-7K3M9Q2XAB', amountFils: 25_000 },
        { invoiceId: 'PL-261121-7K3W4ZH8RD', amountFils: null },
      ],
    }),
    ...(changed === null ? [] : [part('settings, changed', 'channel', buildSettingsChanged, changed)]),
    message('settings of a channel, changed', 'channel', buildChannelChanged, {
      channelId,
      before: DEFAULT_CHANNEL_SETTINGS,
      after: counter,
    }),
    modal('settings of the form', buildFormSettings, {
      settings: {
        ...DEFAULT_SETTINGS,
        presets,
        defaultEmail: 'shop@example.com',
        terms: { confirmedBy: personId, confirmedAt: NOW },
      },
      timeZone: ZONE,
      metadata: '',
    }),
    ...[false, true].map(
      (isBare): Story =>
        modal(`settings of a channel${isBare ? ', people not shown' : ''}`, buildChannelSettings, {
          channelId,
          settings: counter,
          workspace: { ...DEFAULT_SETTINGS, presets },
          metadata: '{}',
          isBare,
        }),
    ),
    modal('settings', buildSettingsView, {
      settings: { ...DEFAULT_SETTINGS, defaultChannelId: channelId, defaultEmail: 'shop@example.com' },
      roles: { supervisor: [personId], finance: [], admin: [personId] },
      fixedAdmins: [personId],
      timeZone: ZONE,
      connectAddress: 'https://paylink.example.com/slack/connect/rehearsal',
      taughtWords: [answered, asked],
      channelId,
      metadata: '{}',
    }),
    home('all is well', { state: 'good', at: NOW, businessName: 'Corner Shop', noticedWithinMs: null }),
    ...([{ is: 'none' }, { is: 'unpaid' }, { is: 'came', linkId: link.id }] as const).map((first) =>
      home(
        `the first payment, ${first.is}`,
        { state: 'good', at: NOW, businessName: null, noticedWithinMs: null },
        first,
      ),
    ),
    home('not connected', {
      state: 'not-connected',
      address: 'https://paylink.example.com/slack/connect/rehearsal',
      admins: [personId],
      businessName: null,
      noticedWithinMs: 60_000,
    }),
    home('the service fails', {
      state: 'failing',
      at: NOW,
      what: 'The payment service did not answer.',
      next: 'Try again.',
      reference: 'rehearsal',
      businessName: null,
      noticedWithinMs: null,
    }),
    sentence('not allowed', buildRefusal, {
      permission: 'export',
      roles: ['finance', 'admin'],
      who: [personId],
    }),
    sentence('not here any more', buildGone, 'payment link'),
    sentence('of another workspace', buildElsewhere, 'payment link'),
    sentence('not connected', buildNotConnected, [personId]),
    sentence('account not confirmed', buildUnconfirmed, [personId]),
    sentence('account not confirmed, no admin', buildUnconfirmed, []),
    sentence('nobody administers', buildNobodyAdministers, personId),
    sentence('too long', buildTooLong, { length: 9_000, most: 3_000 }),
  ];
};
