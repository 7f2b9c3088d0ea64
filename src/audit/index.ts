import type { App } from '../app-parts.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import { AUDIT_EXPORT_ACTION, AUDIT_NEWER_ACTION, AUDIT_OLDER_ACTION } from './audit-view.ts';

const listeners = listenersOf(() => import('./audit-command.ts'));

export const AUDIT = {
  actions: {
    [AUDIT_NEWER_ACTION]: listeners('handleAuditPage'),
    [AUDIT_OLDER_ACTION]: listeners('handleAuditPage'),
    [AUDIT_EXPORT_ACTION]: listeners('handleAuditExport'),
  },
};

export const auditJobs = (app: App) => ({
  'audit-export': whenDue(
    async ({ teamId }) => {
      const { createAuditExportJob } = await import('./audit-export-job.ts');
      return createAuditExportJob(app, await app.clients.of(teamId));
    },
    { isCancellable: true },
  ),
});
