import { whenUsed } from '../slack/when-used.ts';
import { AUDIT_EXPORT_ACTION, AUDIT_NEWER_ACTION, AUDIT_OLDER_ACTION } from './audit-list-view.ts';

const handleAuditPage = whenUsed(async () => (await import('./audit-presses.ts')).handleAuditPage);
const handleAuditExport = whenUsed(async () => (await import('./audit-presses.ts')).handleAuditExport);

/** The audit trail: its pages and its export. */
export const AUDIT = {
  actions: {
    [AUDIT_NEWER_ACTION]: handleAuditPage,
    [AUDIT_OLDER_ACTION]: handleAuditPage,
    [AUDIT_EXPORT_ACTION]: handleAuditExport,
  },
};
