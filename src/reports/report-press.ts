import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import type { ResponseAddress } from '../slack/post-response.ts';
import type { Asker } from '../slack/rows.ts';
import { REPORT_PAGE, type ReportPointer } from './report-pointer.ts';

/** A page of a report, for the person who asks. */
export type AskedReport = ReportPointer & Asker;

/** The report that a button is about. The answer replaces its message. */
export interface PressedReport {
  report: AskedReport;
  to: ResponseAddress;
}

export type ReportPress = Pressed & { about: PressedReport };

const bodySchema = z.object({ response_url: z.string().optional() });

export const REPORT: About<Request, PressedReport, Pressed> = {
  noun: 'report',
  find: async ({ place: { teamId, userId, value }, args }) => {
    const pointer = REPORT_PAGE.read(value);
    const url = bodySchema.parse(args.body).response_url;
    if (pointer === null || url === undefined) return null;
    return { report: { ...pointer, teamId, userId }, to: { url, isReplacing: true } };
  },
};
