import { createButton } from '../slack/button.ts';
import { permit } from '../workspaces/roles.ts';
import { AUDIT_EXPORT_JOB, type AuditExportPayload } from './audit-export-payload.ts';
import { buildAuditExportStarted } from './audit-export-view.ts';
import type { AuditListenerDependencies } from './audit-listener-dependencies.ts';
import { parseAuditPointer } from './audit-pointer.ts';
import { readAudit } from './read-audit.ts';

/** Another page of the trail, in place of the current one. */
export const handleAuditPage = createButton<AuditListenerDependencies>(
  'audit page',
  async ({ place, tell, args }, dependencies) => {
    if (!(await permit(place, 'read-audit', dependencies, tell))) return;
    const pointer = parseAuditPointer(place.value);
    if (pointer === null) {
      await tell('This button no longer works. Run `/paylink audit` again.');
      return;
    }
    const page = await readAudit(place, pointer, dependencies);
    await args.respond({ response_type: 'ephemeral', replace_original: true, ...page });
  },
);

/** Two presses this close together count as one. */
const SAME_PRESS_MS = 10_000;

/** Every entry that the search finds as a file, by direct message. */
export const handleAuditExport = createButton<AuditListenerDependencies>(
  'audit_export',
  async ({ place, tell }, dependencies) => {
    const { store, audit, jobWorker, ids, clock } = dependencies;
    const { teamId, userId } = place;
    if (!(await permit(place, 'read-audit', dependencies, tell))) return;
    const pointer = parseAuditPointer(place.value);
    if (pointer === null) {
      await tell('This button no longer works. Run `/paylink audit` again.');
      return;
    }
    const { question } = pointer;
    const at = clock.now();
    // Recorded before the file exists, so that nobody has a file without an entry in the audit trail.
    await audit.write({
      teamId,
      actorId: userId,
      action: 'audit-exported',
      detail: { of: question.actorId, ...(question.word === null ? {} : { isNarrowed: true }) },
    });
    const isNew = await store.jobs.add(
      {
        id: ids.job(),
        teamId,
        kind: AUDIT_EXPORT_JOB,
        key: `audit-export:${teamId}:${userId}:${place.value}:${Math.floor(at / SAME_PRESS_MS)}`,
        payload: { userId, question, askedAt: at } satisfies AuditExportPayload,
        dueAt: at,
      },
      at,
    );
    jobWorker.wake();
    await tell(buildAuditExportStarted(isNew));
  },
);
