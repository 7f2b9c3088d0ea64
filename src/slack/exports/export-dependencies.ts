import type { ExportFiles } from '../../reports/export-files.ts';

/** What exports need beyond the rest. */
export interface ExportDependencies {
  /** Rows that an export holds at most. */
  mostRows: number;
  files: ExportFiles;
}
