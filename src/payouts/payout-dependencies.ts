import type { ReportDependencies } from '../reports/report-dependencies.ts';
import type { NotePayouts } from './note-payouts.ts';

/** What the windows of payouts use. */
export interface PayoutDependencies extends ReportDependencies {
  notePayouts: NotePayouts;
}
