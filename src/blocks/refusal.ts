import type { Role } from '../store/tables/workspaces.ts';
import { escapeMrkdwn, groupNumber } from './text.ts';

/** The start of a sentence that ends with the roles that may do it. */
const LEADS = {
  'use-any-link': 'This is a colleague’s link. Only the person who has it can do that, or',
  'hand-over-any-link': 'This is a colleague’s link. Only the person who has it can hand it over, or',
  'make-batch': 'Links from a file are for',
  'read-reports': 'Reports are for',
  export: 'Exports are for',
  'switch-daily-close': 'The daily close and the weekly summary can only be switched on and off by',
  approve: 'Requests can only be approved or declined by',
  'read-audit': 'The audit trail is for',
  'change-settings': 'The settings are for',
  'forget-customers': 'Customers can only be forgotten by',
  'explain-records': 'What the payment service said is only for',
  'settle-sales': 'A part payment can only be counted as paid in full by',
} as const;

const PLURALS: Record<Role, string> = {
  cashier: 'cashiers',
  supervisor: 'supervisors',
  finance: 'finance',
  admin: 'admins of Paylink',
};

/** Nobody reads a longer list. */
const MOST_NAMED = 3;

interface Refusal {
  permission: keyof typeof LEADS;
  roles: readonly Role[];
  /** Ids of the people who may do it, best one to ask first. */
  who: readonly string[];
  /** Who asks for an approval, and can't give it. */
  creatorId?: string | undefined;
}

/** Shown only to the person who was refused, so its mentions notify nobody. */
export const buildRefusal = ({ permission, roles, who, creatorId }: Refusal): string => {
  const lead = `${LEADS[permission]} ${joinWords(
    roles.map((role) => PLURALS[role]),
    'and',
  )}.`;
  const others = who.filter((userId) => userId !== creatorId);
  return who.length > 0 && others.length === 0
    ? `${lead} ${NOBODY_ELSE_APPROVES}`
    : `${lead} ${buildWhomToAsk(others)}`;
};

export const NOBODY_ELSE_APPROVES =
  'Nobody else here may approve it yet. An admin must make a colleague a supervisor in `/paylink settings`.';

/** What no button does. Mrkdwn. */
export const NOT_OFFERED =
  'You can’t cancel or refund here. Wrong amount? ⋯ *Change amount*. Too much paid? Ask finance.';

/** `Ask <@U1>, <@U2> or <@U3>.` */
export const buildWhomToAsk = (who: readonly string[]): string => {
  if (who.length === 0)
    return 'Nobody here may do this yet: the person who runs Paylink must name an admin in `PAYLINK_ADMINS`.';
  return `Ask ${joinWords(who.slice(0, MOST_NAMED).map(mention), 'or')}.`;
};

export const mention = (userId: string): string => `<@${escapeMrkdwn(userId).replaceAll('|', '')}>`;

/** `a, b and c` */
export const joinWords = (words: readonly string[], last: 'and' | 'or'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** The first of them: `a, b and 3 more`. */
export const joinSome = (words: readonly string[], most: number): string => {
  const more = words.length - most;
  return joinWords([...words.slice(0, most), ...(more > 0 ? [`${groupNumber(more)} more`] : [])], 'and');
};

/** The workspace has no account at the payment service to create links with. */
export const buildNotConnected = (admins: readonly string[]): string =>
  `This workspace is not connected to the payment service yet. ${buildWhomToAsk(admins)} They open \`/paylink settings\` or Paylink’s Home.`;

/** The reply to `/paylink settings` while the workspace has no admin. */
export const buildNobodyAdministers = (userId: string): string =>
  `Paylink has no admin here yet. To become its admin, ask the person who runs Paylink to set \`PAYLINK_ADMINS\` to your member ID, \`${escapeMrkdwn(userId)}\`, and restart it.`;

/** What is no longer here, and what to do next. */
const NEXT = {
  'payment link': 'Look for it with `/paylink find`, or make a new one with `/paylink`.',
  request: 'Ask the person who wants the link to fill in the form again.',
  batch: 'Look for its links with `/paylink find`.',
  preview: 'Run `/paylink batch` and upload the file again.',
  customer: 'Type the details instead.',
  report: 'Run the command again.',
  file: 'Ask for it again.',
  schedule: 'Run `/paylink exports` to see all.',
  payout: 'Run `/paylink payouts` and choose it again.',
  'page of the audit trail': 'Run `/paylink audit` again.',
  table: 'Run `/paylink team` again.',
} as const;

export type Noun = keyof typeof NEXT;

/** The one sentence for what is not here, or not for this person to see. */
export const buildGone = (noun: Noun): string => `Paylink can’t find this ${noun} any more. ${NEXT[noun]}`;

/** The same to somebody of another workspace, in a shared channel: whether or not it exists. */
export const buildElsewhere = (noun: Noun): string =>
  `Only members of the workspace that made this ${noun} can use its buttons.`;
