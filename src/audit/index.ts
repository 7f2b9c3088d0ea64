import { whenDue, whenUsed } from '../slack/lazy.ts';
import type { SlackClientOf } from '../slack/slack-clients.ts';
import type { AuditExportJobDependencies } from './audit-export-job.ts';
import { AUDIT_EXPORT_ACTION, AUDIT_NEWER_ACTION, AUDIT_OLDER_ACTION } from './audit-view.ts';

const handleAuditPage = whenUsed(async () => (await import('./audit-command.ts')).handleAuditPage);
const handleAuditExport = whenUsed(async () => (await import('./audit-command.ts')).handleAuditExport);

export const AUDIT = {
  actions: {
    [AUDIT_NEWER_ACTION]: handleAuditPage,
    [AUDIT_OLDER_ACTION]: handleAuditPage,
    [AUDIT_EXPORT_ACTION]: handleAuditExport,
  },
};

export const auditJobs = ({
  clientOf,
  ...shared
}: Omit<AuditExportJobDependencies, 'client'> & { clientOf: SlackClientOf }) => ({
  'audit-export': whenDue(
    async ({ teamId }) => {
      const { createAuditExportJob } = await import('./audit-export-job.ts');
      return createAuditExportJob({ ...shared, client: await clientOf(teamId) });
    },
    { isCancellable: true },
  ),
});
