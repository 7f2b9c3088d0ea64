import type { App } from '../app-parts.ts';
import { sayMinute } from '../blocks/money-and-time.ts';
import { type DateSpan, dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { daysOfTurn, describeRepeat, instantOfMinute, type Repeat } from '../calendar/repeat.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import { buildReportEvent } from '../listings/report-event.ts';
import { buildSchedulePaused } from '../schedules/schedule-view.ts';
import { exportedSchema } from '../schedules/scheduled.ts';
import type { TakeTurn } from '../schedules/turn-job.ts';
import { buildTell } from '../slack/tell.ts';
import type { ExportPayload } from './export-payload.ts';
import { buildFileJob } from './order-file.ts';

/** Starts the export of a turn. */
export const takeExport =
  ({ accounts, audit, clock, ids, timeZone }: App): TakeTurn =>
  async ({ schedule, day, missed }) => {
    const { id, teamId, repeat, userId, account } = schedule;
    const now = clock.now();
    const { kind, format } = exportedSchema.parse(schedule.details);
    const trouble = await accounts.troubleOf(schedule);
    if (trouble?.because === 'other') {
      const message = buildSchedulePaused(schedule, timeZone);
      return {
        jobs: [
          buildTell(
            { teamId, key: `export-schedule-paused:${id}:${schedule.setAt}:${trouble.to}` },
            userId,
            message,
          ),
        ],
      };
    }
    const span = daysOfTurn(repeat, day, timeZone);
    const read = { subject: kind, span, detail: { format, isScheduled: true } };
    const payload: ExportPayload = {
      kind,
      span,
      userId,
      format,
      schedule: {
        id,
        rhythm: describeRepeat(repeat, timeZone),
        missing: describeMissing(kind, { repeat, turns: missed, timeZone }),
        lateFrom: nameLateTurn(day, { repeat, now, timeZone }),
      },
      account,
    };
    const key = `scheduled-export:${id}:${day}`;
    return {
      entry: audit.build(buildReportEvent('report-exported', { teamId, userId }, read, timeZone)),
      jobs: [buildFileJob({ id: ids.job(), teamId, what: 'report', key, payload, dueAt: now })],
    };
  };

/** A service that does not answer delays an export by minutes. */
const LATE_MS = 30 * 60_000;

/** When the turn was due; null: it is not late. */
function nameLateTurn(
  day: string,
  { repeat: { atMinute }, now, timeZone }: { repeat: Repeat; now: number; timeZone: string },
): string | null {
  if (now - instantOfMinute(day, atMinute, timeZone) < LATE_MS) return null;
  return `${describeSpan(spanOfDays(day, day, timeZone), timeZone)} at ${sayMinute(atMinute)}`;
}

/** The command for the same rows, without `/paylink`: `transactions 2026-11-22 2026-11-24`. For whole days. */
const buildReportWords = (kind: string, span: DateSpan, timeZone: string): string => {
  const [from, to] = [dayOf(span.from, timeZone), dayOf(span.to, timeZone)];
  return [kind, from, ...(from === to ? [] : [to])].join(' ');
};

/** The rows that these consecutive turns would have sent. Null: no turns. */
const describeMissing = (
  kind: ReportKind,
  { repeat, turns, timeZone }: { repeat: Repeat; turns: readonly string[]; timeZone: string },
): NonNullable<ExportPayload['schedule']>['missing'] => {
  const [first, last] = [turns[0], turns.at(-1)];
  if (first === undefined || last === undefined) return null;
  const span = {
    from: daysOfTurn(repeat, first, timeZone).from,
    to: daysOfTurn(repeat, last, timeZone).to,
  };
  return {
    turns: turns.length,
    dates: describeSpan(span, timeZone),
    words: buildReportWords(kind, span, timeZone),
  };
};
