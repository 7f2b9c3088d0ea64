import type { ExportServices } from '../exports/export-dependencies.ts';
import type { LinkDependencies } from '../links/link-dependencies.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';
import type { PreviewDependencies } from './read-preview.ts';

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
  /** After so many days customers’ data is erased; null: never. */
  retentionDays: number | null;
  /** The scopes of the workspace's install; null: not known. */
  scopesOf: (teamId: string) => Promise<readonly string[] | null>;
}

/** What a preview is read with. */
export const buildPreviewReading = ({
  store: { batches, batchLists },
  settings,
  timeZone,
}: Pick<BatchDependencies, 'store' | 'settings' | 'timeZone'>): PreviewDependencies => ({
  ...{ batches, batchLists, timeZone },
  settingsOf: settings.of,
});
