import type { ReportKind } from './report-words.ts';

/** Block and element share the same id. */
export const REPORT_FORM = {
  callbackId: 'report_form',
  kind: 'kind',
  from: 'from_day',
  to: 'to_day',
  size: 'size',
  place: 'place',
  audience: 'audience',
} as const;

export const AUDIENCE = { me: 'me', everybody: 'everybody' } as const;

export interface ReportFormValues {
  kind: ReportKind;
  /** `yyyy-MM-dd` in the merchant's zone. */
  fromDay: string | null;
  toDay: string | null;
  /** The conversation that shows the report. */
  place: string | null;
}
