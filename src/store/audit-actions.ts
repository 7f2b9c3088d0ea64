/** The actions recorded in the audit trail. */
export const AUDIT_ACTIONS = [
  'link-made',
  'link-asked',
  'link-approved',
  'link-declined',
  'link-withdrawn',
  'batch-made',
  'batch-asked',
  'batch-approved',
  'batch-declined',
  'batch-withdrawn',
  'batch-cancelled',
  'batch-file-read',
  'details-viewed',
  'customer-recalled',
  'customer-forgotten',
  'whatsapp-opened',
  'customer-reminded',
  'link-handed-over',
  'links-searched',
  'report-read',
  'totals-read',
  'report-shared',
  'report-exported',
  'audit-read',
  'audit-exported',
  'settings-changed',
  'word-explained',
  'role-changed',
  'daily-close-switched',
  'weekly-summary-switched',
  'export-scheduled',
  'export-schedule-stopped',
  'app-installed',
  'app-removed',
  'credentials-changed',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Never customers' data: no names, e-mails, phones, notes, addresses. */
export type AuditDetail = Record<string, string | number | boolean | null>;
