import type { App, Request } from '../app-parts.ts';
import { press } from '../people/frame.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import { type AuditPointer, parseAuditPointer } from './audit-pointer.ts';
import { AUDIT_EXPORT_ACTION, AUDIT_NEWER_ACTION, AUDIT_OLDER_ACTION } from './audit-view.ts';

const listeners = listenersOf(() => import('./audit-command.ts'));

const PAGE: About<Request, AuditPointer, Pressed> = {
  noun: 'page of the audit trail',
  find: async ({ place }) => parseAuditPointer(place.value),
};

const ofTrail = (name: string) => ({ name, needs: 'read-audit', about: PAGE }) as const;
const handleAuditPage = press(ofTrail('audit page'), listeners('handleAuditPage'));

export const AUDIT = {
  actions: {
    [AUDIT_NEWER_ACTION]: handleAuditPage,
    [AUDIT_OLDER_ACTION]: handleAuditPage,
    [AUDIT_EXPORT_ACTION]: press(ofTrail('audit_export'), listeners('handleAuditExport')),
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
