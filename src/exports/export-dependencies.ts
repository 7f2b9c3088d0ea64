import type { ReportDependencies } from '../reports/report-dependencies.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';
import type { ExportServices } from './start-export.ts';

/** What the listeners of exports use. */
export interface ExportDependencies extends ReportDependencies, Pick<WorkspaceDependencies, 'jobWorker'> {
  exports: ExportServices;
}
