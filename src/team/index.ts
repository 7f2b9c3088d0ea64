import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import type { Message, TwinMessage } from '../blocks/message.ts';
import { pointer } from '../blocks/pointer.ts';
import { capitalise } from '../blocks/text.ts';
import { dayOf, describeSpan, wholeSeconds } from '../calendar/date-span.ts';
import { nameSpan, readDateWords } from '../calendar/date-words.ts';
import { defineFile } from '../exports/file-job.ts';
import { orderFile } from '../exports/order-file.ts';
import { writeCsv, writeWorkbook } from '../exports/write-file.ts';
import { STANDINGS, SUMS } from '../figures/sale-figures.ts';
import { buildReportEvent } from '../listings/report-event.ts';
import { press } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { carried } from '../slack/admit.ts';
import type { Pressed, Typed } from '../slack/frame.ts';
import { postResponse, sayWhenSlow } from '../slack/post-response.ts';
import type { Asker } from '../slack/rows.ts';
import {
  buildSheet,
  type Column,
  FILE_FORMATS,
  type FileFormat,
  moneyColumn,
  numberColumn,
  textColumn,
} from '../tables/table.ts';
import { listPeople, type TeamRow } from './team-rows.ts';
import {
  buildTeamFigures,
  buildTeamFileDone,
  buildTeamHelp,
  buildTeamNothing,
  buildTeamWaiting,
  TEAM_CSV_ACTION,
  TEAM_XLSX_ACTION,
} from './team-view.ts';

const daysSchema = z.object({ from: z.int(), to: z.int() });
type Days = z.infer<typeof daysSchema>;
const DAYS = pointer(daysSchema);

/** `/paylink team last week`: who made which sales, what came, and what is still to come. */
export const handleTeamCommand =
  ({ command, words, asker }: Typed, request: Request) =>
  async (): Promise<void> => {
    const { clock, timeZone } = request;
    const to = { url: command.response_url, isReplacing: false };
    const { span } = readDateWords(words, { now: clock.now(), timeZone });
    if (span === null) return postResponse(to, buildTeamHelp(words), request);
    const reading = readTeam(asker, span, request);
    const waiting = () => postResponse(to, buildTeamWaiting(), request);
    await postResponse(to, await sayWhenSlow(reading, request, waiting), request);
  };

/** Reading adds an entry to the audit trail. */
const readTeam = async (
  asker: Asker,
  span: Days,
  { store, audit, clock, timeZone }: Request,
): Promise<Message | TwinMessage> => {
  const { teamId } = asker;
  const sales = await store.saleFigures.of({ teamId, span: wholeSeconds(span) });
  const toCome = await store.saleFigures.toCome(teamId);
  await audit.write(buildReportEvent('report-read', asker, { subject: 'team', span }, timeZone));
  const shown = {
    name: nameSpan(span, { now: clock.now(), timeZone }),
    dates: describeSpan(span, timeZone),
  };
  const rows = listPeople(sales, toCome);
  const { made, received, refunded, chargedBack } = sales.all;
  if (made.count + received.count + refunded.count + chargedBack.count === 0) return buildTeamNothing(shown);
  const all = { figures: sales.all, toCome: toCome.all };
  return buildTeamFigures({ ...shown, all, rows, pointer: DAYS.write(span) });
};

const fileSchema = daysSchema.extend({ userId: z.string(), format: z.enum(FILE_FORMATS) });

const orderTeamFile =
  (format: FileFormat) =>
  async ({ about: span, place, tell }: Pressed & { about: Days }, request: Request): Promise<void> => {
    const { teamId, userId } = place;
    const payload: z.infer<typeof fileSchema> = { userId, ...span, format };
    const read = { subject: 'team', span, detail: { format } };
    const entry = buildReportEvent('report-exported', place, read, request.timeZone);
    const same = `${span.from}-${span.to}:${format}`;
    await tell(await orderFile({ teamId, what: 'team', same, payload, entry }, request));
  };

/** People in the file. */
const countSchema = z.number();

/** The figures of all people. */
export const TEAM_FILE = defineFile(
  fileSchema,
  countSchema,
  ({ teamId, payload: { userId, format, ...span } }, { store, timeZone }) => {
    const [from, to] = [dayOf(span.from, timeZone), dayOf(span.to, timeZone)];
    const name = `team-${from}${from === to ? '' : `-to-${to}`}.${format}`;
    return {
      ...{ userId, name, format, needs: 'export' },
      title: `The team’s sales, ${describeSpan(span, timeZone)}`,
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
      done: (made) => buildTeamFileDone(made, name),
    };
  },
);

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
];

const ofTable = (name: string) => ({ name, needs: 'export', about: carried('table', DAYS) }) as const;

export const TEAM = {
  actions: {
    [TEAM_CSV_ACTION]: press(ofTable('team_csv'), orderTeamFile('csv')),
    [TEAM_XLSX_ACTION]: press(ofTable('team_xlsx'), orderTeamFile('xlsx')),
  },
} satisfies Room;
