import { z } from 'zod';
import { buildOption, context } from '../blocks/message.ts';
import { formatAed, nameZone, sayMinute, WEEKDAYS } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { explainReadings, hasTwoReadings, readAmount } from '../blocks/read-amount.ts';
import { mention } from '../blocks/refusal.ts';
import { countOf } from '../blocks/text.ts';
import { EXPIRY_HOURS, formatFils } from '../payment-service/index.ts';
import {
  buildInput,
  channel,
  Fault,
  meaning,
  menu,
  minute,
  person,
  readForm,
  tick,
  whole,
} from '../slack/fields.ts';
import { FORM_ROWS } from './form-settings.ts';
import { always, type Chosen, chosenOf, onOrOff, orNone, type Setting } from './setting.ts';

const DAY = 24;
/** In hours. The payment service recommends 30 days and has no maximum. */
const EXPIRY_CHOICES = [
  ...[1, 2, 4, 8, 12],
  ...[1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 180, 365].map((days) => days * DAY),
];
const REMINDER_HOURS = { min: 1, max: 720 };
const ASK_NEXT_MINUTES = { min: 1, max: 1440 };
/** 23:59 */
const LAST_MINUTE = 24 * 60 - 1;

const minuteSchema = z.int().min(0).max(LAST_MINUTE);

/** Slack may show the menu empty to an admin who cannot see the channel, so clearing it needs a control of its own. */
const INSTEAD = {
  label: 'Or instead',
  optional: true,
  kind: tick(buildOption('isWhereTyped', 'In the channel where the command is typed')),
} as const;

const defaultChannelId: Setting<string | null, string> = {
  name: 'Cards of new links go to',
  under: 'posts',
  usual: null,
  schema: z.string().nullable(),
  plainly: (id) => id ?? 'none',
  inMessage: (id) => (id === null ? 'where the command is typed' : describePlace(id)),
  field: (id, { isBare }) => ({
    label: 'Cards go to',
    optional: true,
    hint: 'In a private channel, first type /invite @Paylink.',
    kind: channel({
      placeholder: id === null ? 'Where the command is typed' : 'No change',
      isShared: false,
      isBare,
    }),
  }),
  fill: (id) => id,
  below: (id) =>
    id === null
      ? []
      : [context(`Now ${describePlace(id)}`, 'default_channel'), buildInput('instead', INSTEAD)],
  take: (asked, { before, held }) =>
    readForm({ instead: INSTEAD }, held).instead ? null : (asked ?? before),
};

/** `2 hours`, `30 days`. */
const describeHours = (hours: number): string =>
  hours % DAY === 0 ? countOf(hours / DAY, 'day') : countOf(hours, 'hour');

const expiryHours: Setting<number, string> = {
  name: 'Links are valid for',
  under: 'links',
  usual: EXPIRY_HOURS,
  schema: z.int().refine((hours) => EXPIRY_CHOICES.includes(hours)),
  plainly: describeHours,
  field: () => ({
    label: 'Link valid for',
    kind: menu({ options: EXPIRY_CHOICES.map((hours) => buildOption(String(hours), describeHours(hours))) }),
    fault: 'Choose how long.',
  }),
  fill: String,
  take: (asked) => Number(asked),
};

const weeklySummaryOn: Setting<number, string> = {
  name: 'Usual day of the weekly summary',
  under: 'posts',
  usual: 0,
  schema: z.int().min(0).max(6),
  plainly: (day) => WEEKDAYS[day] ?? '',
  field: () => ({
    label: 'Weekly summary on',
    kind: menu({ options: WEEKDAYS.map((day, index) => buildOption(String(index), day)) }),
    fault: 'Choose a day.',
  }),
  fill: String,
  take: (asked) => Number(asked),
};

/** Whose links the workflow step makes; null: nobody's, and it makes none. */
const servicePersonId: Setting<string | null, string> = {
  name: 'Links made by workflows belong to',
  under: 'people',
  usual: null,
  schema: z.string().nullable(),
  plainly: (id) => id ?? 'nobody',
  inMessage: (id) => (id === null ? 'nobody' : mention(id)),
  field: (id, { isBare, isForMany }) =>
    isForMany
      ? null
      : {
          label: 'Links made by workflows belong to',
          optional: true,
          hint:
            isBare && id !== null
              ? 'Blank: no change.'
              : 'For the step “Create a payment link”. They get its messages, and never approve its links.',
          kind: person(),
        },
  fill: (id, { isBare }) => (isBare ? null : id),
  below: (id, { isBare }) => (isBare && id !== null ? [context(`Now ${mention(id)}`, 'service_person')] : []),
  take: (asked, { before, isBare }) => asked ?? (isBare ? before : null),
};

/** In the order of their windows. */
export const WORKSPACE_ROWS = {
  expiryHours,
  isQrNeeded: onOrOff({
    name: 'QR code on by default',
    under: 'links',
    usual: true,
    label: 'QR code',
    option: buildOption('on', 'On by default'),
  }),
  isInvoiceGenerated: onOrOff({
    name: 'Invoice on by default',
    under: 'links',
    usual: false,
    label: 'Invoice',
    option: buildOption('on', 'On by default'),
  }),
  /** Hours before an unpaid link expires to remind its owner; null: never. */
  reminderHours: orNone<number>({
    name: 'Reminder of an unpaid link',
    under: 'links',
    usual: 24,
    schema: z.int().min(REMINDER_HOURS.min).max(REMINDER_HOURS.max).nullable(),
    plainly: (hours) => String(hours ?? 'none'),
    inMessage: (hours) => (hours === null ? 'none' : `${countOf(hours, 'hour')} before it expires`),
    field: {
      label: 'Remind whoever has it, hours before it expires unpaid',
      hint: 'For new links. Blank: no reminder.',
      kind: whole(REMINDER_HOURS),
      fault: `Write a whole number of hours, from ${REMINDER_HOURS.min} to ${REMINDER_HOURS.max}, or leave it blank.`,
    },
  }),
  /** The channel for cards of new links; null: where the command was typed. */
  defaultChannelId,
  /** Minutes after midnight in the merchant's zone. */
  dailyCloseAtMinute: always<number>({
    name: 'Usual hour of the daily close',
    under: 'posts',
    usual: 21 * 60,
    schema: minuteSchema,
    plainly: sayMinute,
    field: (_, { timeZone }) => ({
      label: `Daily close at, in ${nameZone(timeZone)}`,
      hint: 'If /paylink daily on names no hour.',
      kind: minute,
      fault: 'Choose an hour.',
    }),
  }),
  /** 0 for Monday. */
  weeklySummaryOn,
  /** Minutes after midnight in the merchant's zone. */
  weeklySummaryAtMinute: always<number>({
    name: 'Usual hour of the weekly summary',
    under: 'posts',
    usual: 9 * 60,
    schema: minuteSchema,
    plainly: sayMinute,
    field: { label: 'Weekly summary at', kind: minute, fault: 'Choose an hour.' },
  }),
  /** Links above this need a second person's approval; null: no limit. */
  approvalLimitFils: orNone<number>({
    name: 'Links above this wait for approval',
    under: 'approval',
    usual: null,
    schema: z.int().nonnegative().nullable(),
    plainly: (fils) => (fils === null ? 'none' : formatAed(fils)),
    inMessage: (fils) => (fils === null ? 'no limit' : formatAed(fils)),
    field: {
      label: 'Approval for links above, in AED',
      hint: 'A supervisor or an admin approves, never their own. Blank: no limit.',
      kind: meaning({
        placeholder: '5,000',
        parse: (typed) => {
          const amount = readAmount(typed);
          if (amount === null) return new Fault();
          return hasTwoReadings(amount) ? new Fault(explainReadings(typed)) : amount.fils;
        },
        format: (fils) => formatFils(fils).replace(/\.00$/, ''),
      }),
      fault:
        'Write an amount in dirhams with at most two decimals, such as 5000 or 250.50, or leave it blank.',
    },
  }),
  /** Minutes until the next people are asked to approve a request; null: they are not asked. */
  askNextMinutes: orNone<number>({
    name: 'Others are asked if nobody approves',
    under: 'approval',
    usual: 30,
    schema: z.int().min(ASK_NEXT_MINUTES.min).max(ASK_NEXT_MINUTES.max).nullable(),
    plainly: (minutes) => String(minutes ?? 'none'),
    inMessage: (minutes) => (minutes === null ? 'never' : `after ${countOf(minutes, 'minute')}`),
    field: {
      label: 'If nobody answers, ask others after (minutes)',
      hint: 'Supervisors first, then admins. Blank: nobody else.',
      kind: whole(ASK_NEXT_MINUTES),
      fault: `Write a whole number of minutes, from ${ASK_NEXT_MINUTES.min} to ${ASK_NEXT_MINUTES.max}, or leave it blank.`,
    },
  }),
  /** Cashiers' forms recall customers of everybody's links; otherwise only of the cashier's own. */
  areCustomersShared: onOrOff({
    name: 'Cashiers find everyone’s customers',
    under: 'people',
    usual: false,
    label: 'Known customers',
    option: buildOption('on', 'Cashiers find everyone’s, not only their own'),
  }),
  servicePersonId,
  ...FORM_ROWS,
};

export type WorkspaceSettings = Chosen<typeof WORKSPACE_ROWS>;

export const chosenSettingsSchema = z.object(chosenOf(WORKSPACE_ROWS));
