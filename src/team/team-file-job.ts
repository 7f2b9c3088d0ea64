import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { dayOf, describeSpan, wholeSeconds } from '../calendar/date-span.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { EXPORT_FORMATS } from '../exports/export-job-state.ts';
import { buildOwnColumn, createMadeFileJob } from '../exports/made-file-job.ts';
import { buildReportSheet, writeReportFile, writeWorkbook } from '../exports/write-file.ts';
import { formatFils } from '../payment-service/index.ts';
import type { ReportColumn } from '../reports/report-columns.ts';
import { createOwnRowReader } from '../reports/row-reader.ts';
import type { LinkTally } from './team-figures-store.ts';
import { halfPaidWithin, listChannels, listPeople } from './team-rows.ts';
import {
  buildTeamFileAsked,
  buildTeamFileDone,
  buildTeamFileFailed,
  buildTeamFileRefused,
} from './team-view.ts';

const payloadSchema = z.object({
  userId: z.string(),
  from: z.number(),
  to: z.number(),
  format: z.enum(EXPORT_FORMATS),
});

export type TeamFilePayload = z.infer<typeof payloadSchema>;

/** Sends the figures of all people and channels as a file to the person who asked. */
export const createTeamFileJob = (app: App, client: WebClient): JobHandler => {
  const { store, timeZone } = app;
  return createMadeFileJob(app, client, ({ teamId, payload }) => {
    const { userId, format, ...span } = payloadSchema.parse(payload);
    const [from, to] = [dayOf(span.from, timeZone), dayOf(span.to, timeZone)];
    const name = `team-${from}${from === to ? '' : `-to-${to}`}.${format}`;
    return {
      userId,
      needed: 'export',
      name,
      format,
      write: async (path, signal) => {
        const figures = await store.teamFigures.made(teamId, wholeSeconds(span), signal);
        const people = listPeople(figures).map(({ id, tally }) => buildFields('Person', id, tally));
        const channels = listChannels(figures).map(({ id, tally }) =>
          buildFields('Channel', id ?? 'Direct messages', tally),
        );
        const entries = people.length + channels.length;
        if (entries === 0) return { bytes: 0, entries };
        const readRow = createOwnRowReader();
        const read = (rows: typeof people) => [rows.map((fields) => readRow(fields))];
        if (format === 'csv') {
          const rows = read([...people, ...channels]);
          const bytes = await writeReportFile({
            path,
            format,
            columns: [BY, ...FIGURES],
            rows,
            timeZone,
            signal,
          });
          return { bytes, entries };
        }
        // Each link counts for a person and for a channel: one total over both would count it twice.
        const sheets = [
          buildReportSheet('People', { columns: FIGURES, timeZone }, read(people)),
          buildReportSheet('Channels', { columns: FIGURES, timeZone }, read(channels)),
        ];
        return { bytes: await writeWorkbook({ path, sheets, timeZone, signal }), entries };
      },
      words: {
        asked: buildTeamFileAsked(describeSpan(span, timeZone)),
        done: (entries) => buildTeamFileDone(entries, name),
        failed: buildTeamFileFailed,
        notPermitted: buildTeamFileRefused(),
      },
    };
  });
};

const BY = buildOwnColumn('.by', 'By');
const FIGURES: readonly ReportColumn[] = [
  buildOwnColumn('.who', 'Slack id'),
  buildOwnColumn('.made', 'Created'),
  buildOwnColumn('.madeaed', 'Created (AED)', 'amount'),
  buildOwnColumn('.paid', 'Paid'),
  buildOwnColumn('.paidaed', 'Paid (AED)', 'amount'),
  buildOwnColumn('.waiting', 'Waiting'),
  buildOwnColumn('.waitingaed', 'Waiting (AED)', 'amount'),
  buildOwnColumn('.half', 'Half paid within (minutes)'),
  buildOwnColumn('.average', 'Average time to paid (minutes)'),
];

function buildFields(by: string, who: string | null, tally: LinkTally) {
  const half = halfPaidWithin(tally);
  return {
    by,
    who,
    made: tally.made,
    madeaed: formatFils(tally.madeFils),
    paid: tally.paid,
    paidaed: formatFils(tally.paidFils),
    waiting: tally.waiting,
    waitingaed: formatFils(tally.waitingFils),
    half: half === null ? '' : Number.isFinite(half) ? half : 'more than 43200',
    average: tally.paid === 0 ? '' : Math.round(tally.paidAfterMs / tally.paid / 60_000),
  };
}
