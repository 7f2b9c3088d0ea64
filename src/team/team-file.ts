import { z } from 'zod';
import { capitalise } from '../blocks/text.ts';
import { dayOf, describeSpan, wholeSeconds } from '../calendar/date-span.ts';
import type { DescribeFile } from '../exports/file-job.ts';
import { writeCsv, writeWorkbook } from '../exports/write-file.ts';
import { STANDINGS, SUMS } from '../figures/sale-figures.ts';
import {
  buildSheet,
  type Column,
  FILE_FORMATS,
  moneyColumn,
  numberColumn,
  textColumn,
} from '../tables/table.ts';
import { halfPaidWithin, listPeople, type TeamRow } from './team-rows.ts';
import { buildTeamFileDone } from './team-view.ts';

const payloadSchema = z.object({
  userId: z.string(),
  from: z.number(),
  to: z.number(),
  format: z.enum(FILE_FORMATS),
});

const madeSchema = z.number();

export type TeamFilePayload = z.infer<typeof payloadSchema>;

/** The figures of all people. */
export const describeTeamFile: DescribeFile = ({ teamId, payload }, { store, timeZone }) => {
  const { userId, format, ...span } = payloadSchema.parse(payload);
  const [from, to] = [dayOf(span.from, timeZone), dayOf(span.to, timeZone)];
  const name = `team-${from}${from === to ? '' : `-to-${to}`}.${format}`;
  return {
    ...{ userId, name, format },
    title: `The team’s sales, ${describeSpan(span, timeZone)}`,
    needs: 'export',
    make: async (path, { signal }) => {
      const sales = await store.saleFigures.of({ teamId, span: wholeSeconds(span), signal });
      const people = listPeople(sales, await store.saleFigures.toCome(teamId));
      const rows = people.length;
      if (rows === 0) return { bytes: 0, rows, made: rows };
      const sheet = buildSheet('Team', COLUMNS, people);
      const file = { path, timeZone, signal };
      const bytes = await (format === 'csv' ? writeCsv(sheet, file) : writeWorkbook([sheet], file));
      return { bytes, rows, made: rows };
    },
    done: (made) => buildTeamFileDone(madeSchema.parse(made), name),
  };
};

const COLUMNS: readonly Column<TeamRow>[] = [
  textColumn('Slack id', ({ id }) => id),
  numberColumn('Made', ({ figures }) => figures.made.count),
  moneyColumn('Made (AED)', ({ figures }) => figures.made.fils),
  ...STANDINGS.flatMap((one) => [
    numberColumn<TeamRow>(capitalise(SUMS[one]), ({ figures }) => figures.now[one].count),
    moneyColumn<TeamRow>(`${capitalise(SUMS[one])} (AED)`, ({ figures }) => figures.now[one].fils),
  ]),
  numberColumn('Payments', ({ figures }) => figures.received.count),
  moneyColumn('Received (AED)', ({ figures }) => figures.received.fils),
  moneyColumn('Refunded (AED)', ({ figures }) => figures.refunded.fils),
  moneyColumn('Charged back (AED)', ({ figures }) => figures.chargedBack.fils),
  numberColumn('Still to come now', ({ toCome }) => toCome.count),
  moneyColumn('Still to come now (AED)', ({ toCome }) => toCome.fils),
  {
    ...{ title: 'Half paid within (minutes)', kind: 'number' },
    of: ({ figures }) => {
      const half = halfPaidWithin(figures);
      if (half === null) return null;
      return Number.isFinite(half) ? { decimal: String(half) } : 'more than 43200';
    },
  },
];
