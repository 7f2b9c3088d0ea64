import { listenersOf, whenDue } from '../slack/listener.ts';
import type { SlackClientOf } from '../slack/slack-clients.ts';
import type { AuditExportJobDependencies } from './audit-export-job.ts';
import { AUDIT_EXPORT_ACTION, AUDIT_NEWER_ACTION, AUDIT_OLDER_ACTION } from './audit-view.ts';

const listeners = listenersOf(() => import('./audit-command.ts'));

export const AUDIT = {
  actions: {
    [AUDIT_NEWER_ACTION]: listeners('handleAuditPage'),
    [AUDIT_OLDER_ACTION]: listeners('handleAuditPage'),
    [AUDIT_EXPORT_ACTION]: listeners('handleAuditExport'),
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
