import { formatAed } from '../blocks/money-and-time.ts';
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '../store/audit-store.ts';

/** What a person did, as the end of a sentence that begins with their name. */
const WORDS: Record<AuditAction, string> = {
  'link-made': 'created a payment link',
  'link-asked': 'asked for a payment link above the limit',
  'link-approved': 'approved a payment link',
  'link-declined': 'declined a payment link',
  'link-withdrawn': 'withdrew a payment link before it was approved',
  'batch-made': 'created the links of a file',
  'batch-asked': 'asked for the links of a file above the limit',
  'batch-approved': 'approved the links of a file',
  'batch-declined': 'declined the links of a file',
  'batch-withdrawn': 'withdrew the links of a file before they were approved',
  'batch-cancelled': 'cancelled the remaining links of a file',
  'batch-file-read': 'downloaded the file of a batch with its links',
  'list-kept': 'set the links of a file to repeat every month',
  'list-stopped': 'stopped the links of a file from repeating',
  'details-viewed': 'looked at the details of a link',
  'customer-recalled': 'filled in a known customer',
  'customer-forgotten': 'removed a known customer',
  'whatsapp-opened': 'opened the WhatsApp message of a link',
  'customer-reminded': 'sent a customer a reminder',
  'link-handed-over': 'handed a payment link over',
  'links-searched': 'searched the payment links',
  'report-read': 'read a report',
  'totals-read': 'read the totals of a report',
  'report-shared': 'shared a report',
  'report-exported': 'exported a report',
  'audit-read': 'read this trail',
  'audit-exported': 'exported this trail',
  'settings-changed': 'changed the settings',
  'word-explained': 'explained a status of the payment service',
  'role-changed': 'changed a role',
  'daily-close-switched': 'switched the daily close on or off',
  'weekly-summary-switched': 'switched the weekly summary on or off',
  'export-scheduled': 'scheduled an export',
  'export-schedule-stopped': 'stopped a scheduled export',
  'app-installed': 'installed Paylink',
  'app-removed': 'removed Paylink',
  'credentials-changed': 'changed the payment service’s credentials',
};

/** An entry's action in words; an action from a later version keeps its own name. */
export const describeAction = ({ action }: Pick<AuditEntry, 'action'>): string => {
  const known = AUDIT_ACTIONS.find((name) => name === action);
  return known ? WORDS[known] : action;
};

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
