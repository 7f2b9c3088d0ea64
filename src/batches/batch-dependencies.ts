import type { ExportServices } from '../exports/export-dependencies.ts';
import type { LinkDependencies } from '../links/link-dependencies.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';

/** What the listeners of batches use. */
export interface BatchDependencies
  extends Pick<
      LinkDependencies,
      | 'patientClient'
      | 'clock'
      | 'ids'
      | 'timeZone'
      | 'log'
      | 'work'
      | 'stopping'
      | 'notifier'
      | 'businessName'
      | 'isConnected'
    >,
    Pick<WorkspaceDependencies, 'store' | 'members' | 'settings' | 'audit' | 'jobWorker'> {
  exports: Pick<ExportServices, 'files'>;
  batches: { mostRows: number; rowsPerSecond: number };
  /** The scopes of the workspace's install; null: not known. */
  scopesOf: (teamId: string) => Promise<readonly string[] | null>;
}
