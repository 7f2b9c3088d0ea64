import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import type { Message, TwinMessage } from '../blocks/message.ts';
import { describeSpan, wholeSeconds } from '../calendar/date-span.ts';
import { nameSpan, readDateWords } from '../calendar/date-words.ts';
import { askForFile } from '../exports/ask-for-file.ts';
import { buildFileStarted } from '../exports/file-messages-view.ts';
import { buildReportEvent } from '../listings/report-event.ts';
import type { Pressed, Typed } from '../slack/frame.ts';
import { postResponse, sayWhenSlow } from '../slack/post-response.ts';
import type { TeamFilePayload } from './team-file.ts';
import { listPeople } from './team-rows.ts';
import { buildTeamFigures, buildTeamHelp, buildTeamNothing, buildTeamWaiting } from './team-view.ts';

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

type TeamPress = Pressed & { about: TeamPointer };

/** Null: the button is not of this version. */
export const findTeamTable = async ({ place }: Pressed): Promise<TeamPointer | null> =>
  parseTeamPointer(place.value);

const handleFile =
  (format: TeamFilePayload['format']) =>
  async ({ about: { from, to }, place, tell }: TeamPress, request: Request): Promise<void> => {
    const { audit, timeZone } = request;
    const { teamId, userId } = place;
    const query = { teamId, userId, kind: 'links', span: { from, to } } as const;
    const event = buildReportEvent('report-exported', query, null, { timeZone });
    // Recorded first, so that nobody has a file without an entry in the audit trail.
    await audit.write({ ...event, subject: 'team', detail: { ...event.detail, format } });
    const payload: TeamFilePayload = { userId, from, to, format };
    const same = `${from}-${to}:${format}`;
    const isNew = await askForFile({ teamId, kind: 'team-file', same, payload }, request);
    await tell(buildFileStarted(null, isNew));
  };

export const handleTeamCsv = handleFile('csv');
export const handleTeamXlsx = handleFile('xlsx');

/** Reading adds an entry to the audit trail. */
const readTeam = async (
  { teamId, userId }: { teamId: string; userId: string },
  { from, to }: TeamPointer,
  { store, audit, clock, timeZone }: Request,
): Promise<Message | TwinMessage> => {
  const span = { from, to };
  const sales = await store.saleFigures.of({ teamId, span: wholeSeconds(span) });
  const toCome = await store.saleFigures.toCome(teamId);
  const event = buildReportEvent('report-read', { teamId, userId, kind: 'links', span }, null, { timeZone });
  await audit.write({ ...event, subject: 'team' });
  const shown = {
    name: nameSpan(span, { now: clock.now(), timeZone }),
    dates: describeSpan(span, timeZone),
  };
  const rows = listPeople(sales, toCome);
  const { made, received, refunded, chargedBack } = sales.all;
  if (made.count + received.count + refunded.count + chargedBack.count === 0) return buildTeamNothing(shown);
  const all = { figures: sales.all, toCome: toCome.all };
  return buildTeamFigures({ ...shown, all, rows, pointer: JSON.stringify(span) });
};

const pointerSchema = z.object({
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
});

/** What a button carries: the days. */
type TeamPointer = z.infer<typeof pointerSchema>;

/** Null if the text is not from a button of this version. */
const parseTeamPointer = (value: string | null): TeamPointer | null => {
  try {
    return pointerSchema.safeParse(JSON.parse(value ?? '')).data ?? null;
  } catch {
    return null;
  }
};
