import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { capitalise } from '../blocks/text.ts';
import { dayOf, describeSpan, wholeSeconds } from '../calendar/date-span.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { EXPORT_FORMATS } from '../exports/export-job-state.ts';
import { buildOwnColumn, createMadeFileJob } from '../exports/made-file-job.ts';
import { buildReportSheet, writeReportFile, writeWorkbook } from '../exports/write-file.ts';
import { STANDING_WORDS } from '../figures/figure-names.ts';
import { type SaleFigures, STANDINGS } from '../figures/sale-figures.ts';
import { formatFils } from '../payment-service/index.ts';
import type { ReportColumn } from '../reports/report-columns.ts';
import { createOwnRowReader } from '../reports/row-reader.ts';
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
        const sales = await store.saleFigures.of({ teamId, span: wholeSeconds(span), signal });
        const people = listPeople(sales.byOwner).map(({ id, figures }) => buildFields('Person', id, figures));
        const channels = listChannels(sales.byPlace).map(({ id, figures }) =>
          buildFields('Channel', id ?? 'Direct messages', figures),
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
  buildOwnColumn('.receivedaed', 'Received (AED)', 'amount'),
  buildOwnColumn('.refundedaed', 'Refunded (AED)', 'amount'),
  buildOwnColumn('.made', 'Made'),
  buildOwnColumn('.madeaed', 'Made (AED)', 'amount'),
  ...STANDINGS.flatMap((one) => [
    buildOwnColumn(`.${one.toLowerCase()}`, capitalise(STANDING_WORDS[one])),
    buildOwnColumn(`.${one.toLowerCase()}aed`, `${capitalise(STANDING_WORDS[one])} (AED)`, 'amount'),
  ]),
  buildOwnColumn('.half', 'Half paid within (minutes)'),
];

function buildFields(by: string, who: string | null, figures: SaleFigures) {
  const { made, now, received, refunded } = figures;
  const half = halfPaidWithin(figures);
  return {
    by,
    who,
    receivedaed: formatFils(received.fils),
    refundedaed: formatFils(refunded.fils),
    made: made.count,
    madeaed: formatFils(made.fils),
    ...Object.fromEntries(
      STANDINGS.flatMap((one) => [
        [one.toLowerCase(), now[one].count],
        [`${one.toLowerCase()}aed`, formatFils(now[one].fils)],
      ]),
    ),
    half: half === null ? '' : Number.isFinite(half) ? half : 'more than 43200',
  };
}
