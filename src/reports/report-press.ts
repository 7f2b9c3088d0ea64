import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import type { SavedReport } from '../store/saved-query-store.ts';
import type { ResponseAddress } from './post-response.ts';
import { parseReportPointer, type ReportPointer } from './report-pointer.ts';

/** A button or an option of a menu: both carry a pointer. */
const bodySchema = z.object({ response_url: z.string().optional() });

/** The report that a button is about, as the person who pressed has it. */
export interface PressedReport {
  /** The presser's report: a copy if the pressed one belongs to someone else. */
  report: SavedReport;
  /** The report whose button was pressed. */
  pressed: SavedReport;
  pointer: ReportPointer;
  /** The answer replaces the presser's own message, and leaves one that others see alone. */
  to: ResponseAddress;
  /** Stores the report if it is a copy. */
  save: () => Promise<void>;
}

export type ReportPress = Pressed & { about: PressedReport };

/** For members of the workspace that made it; each gets a report of their own. */
export const REPORT: About<Request, PressedReport, Pressed> = {
  noun: 'report',
  find: async ({ place, args }, { store, ids, clock }) => {
    const pointer = parseReportPointer(place.value);
    const url = bodySchema.parse(args.body).response_url ?? null;
    const pressed = pointer && (await store.reports.find(place.teamId, pointer.reportId));
    if (pressed === null || pointer === null || url === null) return null;
    const isOwn = !pressed.isShared && pressed.userId === place.userId;
    const report = isOwn
      ? pressed
      : { ...pressed, id: ids.report(), userId: place.userId, isShared: false, createdAt: clock.now() };
    return {
      report,
      pressed,
      pointer: { ...pointer, reportId: report.id },
      to: { url, isReplacing: isOwn },
      save: async () => {
        if (!isOwn) await store.reports.save(report);
      },
    };
  },
};
