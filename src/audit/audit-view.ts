import type { KnownBlock } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, buildMessage, type Message, section } from '../blocks/message.ts';
import { formatAed, slackDate } from '../blocks/money-and-time.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import type { AuditAction, AuditEntry } from '../store/audit-store.ts';

export const AUDIT_OLDER_ACTION = 'audit_older';
export const AUDIT_NEWER_ACTION = 'audit_newer';
export const AUDIT_EXPORT_ACTION = 'audit_export';

export const AUDIT_PAGE_SIZE = 10;

/** A section takes 3000 characters, and a line at most its share of them. */
const LINES_IN_SECTION = 5;
const LONGEST_LINE = Math.floor(limits.section.text / LINES_IN_SECTION) - 1;
const LONGEST_SUBJECT = 80;
const LONGEST_DETAIL = 120;

export interface AuditList {
  /** Newest first. */
  entries: readonly AuditEntry[];
  /** References by link id. */
  references: ReadonlyMap<string, string>;
  /** Null: not restricted. */
  query: { dates: string | null; actorId: string | null; word: string | null };
  /** What the buttons carry; null: no such page. */
  pointers: { newer: string | null; older: string | null; all: string };
  timeZone: string;
}

/** A page of the audit trail, shown only to the person who asked. */
export const buildAuditList = (list: AuditList): Message => {
  const { entries, pointers } = list;
  const title = `*Audit trail*${describeQuery(list.query)}`;
  const lines = entries.map((entry) => cut(describeEntry(entry, list), LONGEST_LINE));
  const buttons = [
    ...(pointers.newer
      ? [buildButton(pointers.newer, AUDIT_NEWER_ACTION, 'Newer', 'Show newer entries')]
      : []),
    ...(pointers.older
      ? [buildButton(pointers.older, AUDIT_OLDER_ACTION, 'Older', 'Show older entries')]
      : []),
    ...(entries.length > 0
      ? [
          buildButton(
            pointers.all,
            AUDIT_EXPORT_ACTION,
            'Export CSV',
            'Every entry of this search as a CSV file',
          ),
        ]
      : []),
  ];
  const count = entries.length === 1 ? '1 entry' : `${entries.length} entries`;
  return {
    text: entries.length === 0 ? 'No entry in the audit trail matches.' : `Audit trail: ${count}`,
    blocks: [
      section(title, 'audit_title'),
      ...buildSections(lines.length > 0 ? lines : [describeNothing(list)]),
      ...(buttons.length > 0 ? [actions('audit_pages', buttons)] : []),
    ],
  };
};

function describeQuery({ dates, actorId, word }: AuditList['query']): string {
  const parts = [
    ...(dates === null ? [] : [escapeMrkdwn(dates)]),
    ...(actorId === null ? [] : [`by ${mention(actorId)}`]),
    ...(word === null ? [] : [`with “${escapeMrkdwn(cut(word, LONGEST_SUBJECT))}”`]),
  ];
  return parts.map((part) => ` · ${part}`).join('');
}

function describeNothing({ pointers }: AuditList): string {
  return pointers.newer === null
    ? 'No entry matches. Try `/paylink audit`, or add dates, a person or a word: `/paylink audit last week @omar export`.'
    : 'There are no older entries.';
}

function describeEntry(entry: AuditEntry, { references, timeZone }: AuditList): string {
  const detail = cut(describeAuditDetail(entry), LONGEST_DETAIL);
  const facts = [
    slackDate(entry.at, timeZone),
    `${mention(entry.actorId)} ${escapeMrkdwn(cut(describeAction(entry), LONGEST_SUBJECT))}`,
    ...(entry.subject === null ? [] : [describeSubject(entry.subject, references)]),
    ...(detail === '' ? [] : [escapeMrkdwn(detail)]),
  ];
  return `• ${facts.join(' · ')}`;
}

const PERSON = /^[UW][A-Z0-9]{5,20}$/;
const CHANNEL = /^[CG][A-Z0-9]{5,20}$/;

function describeSubject(subject: string, references: AuditList['references']): string {
  if (PERSON.test(subject)) return mention(subject);
  if (CHANNEL.test(subject)) return `<#${subject}>`;
  return escapeMrkdwn(cut(references.get(subject) ?? subject, LONGEST_SUBJECT));
}

/** An ephemeral message notifies nobody. */
function mention(userId: string): string {
  return PERSON.test(userId) ? `<@${userId}>` : escapeMrkdwn(cut(userId, 40));
}

function buildSections(lines: readonly string[]): KnownBlock[] {
  return Array.from({ length: Math.ceil(lines.length / LINES_IN_SECTION) }, (_, index) =>
    section(lines.slice(index * LINES_IN_SECTION, (index + 1) * LINES_IN_SECTION).join('\n')),
  );
}

export const buildAuditExportDone = (entries: number, fileName: string): Message =>
  buildMessage(
    entries === 0
      ? '✅ No entry in the audit trail matches, so there is no file to send.'
      : `✅ ${entries === 1 ? '1 entry' : `${entries} entries`} of the audit trail: ${escapeMrkdwn(fileName)}`,
  );

/** What a person did, as the end of a sentence that begins with their name. */
const WORDS: Record<AuditAction, string> = {
  'link-made': 'made a link',
  'link-asked': 'asked for a link above the limit',
  'link-approved': 'approved a link',
  'link-declined': 'declined a link',
  'link-withdrawn': 'withdrew a request for a link',
  'batch-made': 'made the links of a file',
  'batch-asked': 'asked for the links of a file above the limit',
  'batch-approved': 'approved the links of a file',
  'batch-declined': 'declined the links of a file',
  'batch-withdrawn': 'withdrew the request for a file',
  'batch-cancelled': 'cancelled the remaining links of a file',
  'batch-file-read': 'downloaded the file of a batch with its links',
  'details-viewed': 'looked at the details of a link',
  'customer-recalled': 'filled in a known customer',
  'customer-forgotten': 'removed a known customer',
  'whatsapp-opened': 'opened the text for a link’s customer',
  'customer-reminded': 'sent a customer a reminder',
  'refund-asked': 'asked finance for a refund',
  'counted-as-paid': 'counted a part payment as paid in full',
  'link-handed-over': 'handed a link over',
  'links-searched': 'searched the links',
  'report-read': 'read a report',
  'totals-read': 'read the totals of a report',
  'report-exported': 'exported a report',
  'audit-read': 'read this trail',
  'audit-exported': 'exported this trail',
  'settings-changed': 'changed the settings',
  'word-explained': 'explained a status of the payment service',
  'role-changed': 'changed a role',
  'daily-close-switched': 'switched the daily close',
  'weekly-summary-switched': 'switched the weekly summary',
  'export-scheduled': 'scheduled an export',
  'export-schedule-stopped': 'stopped a scheduled export',
  'app-installed': 'installed Paylink',
  'app-removed': 'removed Paylink',
  'credentials-changed': 'changed the payment service’s credentials',
  'account-confirmed': 'confirmed the payment account',
};

/** An entry's action in words. */
export const describeAction = ({ action }: Pick<AuditEntry, 'action'>): string => WORDS[action];

/** `AED 250.00, format csv`; not escaped. */
export const describeAuditDetail = ({ detail }: Pick<AuditEntry, 'detail'>): string =>
  Object.entries(detail ?? {})
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => describeFact(name, value))
    .join(', ');

function describeFact(name: string, value: string | number | boolean | null): string {
  if (name.endsWith('Fils') && typeof value === 'number') {
    const what = spell(name);
    return what === 'amount' ? formatAed(value) : `${what} ${formatAed(value)}`;
  }
  if (typeof value === 'boolean') return `${value ? '' : 'not '}${spell(name)}`;
  return `${spell(name)} ${value}`;
}

/** `approvalLimitFils` → `approval limit`, `isQrNeeded` → `qr needed` */
function spell(name: string): string {
  const bare = name.replace(/(Fils|Id)$/, '').replace(/^is(?=[A-Z])/, '');
  return bare.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
}
