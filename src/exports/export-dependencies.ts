import type { ReportDependencies } from '../reports/report-dependencies.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';
import type { ExportFiles } from './export-files.ts';

/** What exports need beyond what every command needs. */
export interface ExportServices {
  /** The most rows an export can hold. */
  mostRows: number;
  files: ExportFiles;
}

/** What the listeners of exports use. */
export interface ExportDependencies extends ReportDependencies, Pick<WorkspaceDependencies, 'jobWorker'> {
  exports: ExportServices;
}
