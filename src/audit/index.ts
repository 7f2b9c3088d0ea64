import type { App, Request } from '../app-parts.ts';
import { fileJob, showFile } from '../exports/file-job.ts';
import { press } from '../people/frame.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import type { Shown } from '../slack/show.ts';
import { handleAuditExport, handleAuditPage } from './audit-command.ts';
import { describeAuditFile } from './audit-file.ts';
import { type AuditPointer, parseAuditPointer } from './audit-pointer.ts';
import { AUDIT_EXPORT_ACTION, AUDIT_NEWER_ACTION, AUDIT_OLDER_ACTION } from './audit-view.ts';

const PAGE: About<Request, AuditPointer, Pressed> = {
  noun: 'page of the audit trail',
  find: async ({ place }) => parseAuditPointer(place.value),
};

const ofTrail = (name: string) => ({ name, needs: 'read-audit', about: PAGE }) as const;
const auditPage = press(ofTrail('audit page'), handleAuditPage);

export const AUDIT = {
  actions: {
    [AUDIT_NEWER_ACTION]: auditPage,
    [AUDIT_OLDER_ACTION]: auditPage,
    [AUDIT_EXPORT_ACTION]: press(ofTrail('audit_export'), handleAuditExport),
  },
};

export const auditJobs = (app: App) => ({
  'audit-export': fileJob(app, 'audit-export', describeAuditFile),
});

export const shownAudit = (app: App): Shown => ({ 'audit-export': showFile(app, describeAuditFile) });
