import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { isSameDay } from '../blocks/money-and-time.ts';
import { dayOf, spanOfDays } from '../calendar/date-span.ts';
import { readDateSpan } from '../calendar/date-words.ts';
import { buildReportEvent } from '../listings/report-event.ts';
import { handleSwitchCommand, type TypedSwitch } from '../schedules/schedule-command.ts';
import { isSwitch } from '../schedules/schedule-words.ts';
import type { Typed } from '../slack/frame.ts';
import { sayWhenSlow } from '../slack/post-response.ts';
import type { Asker } from '../slack/rows.ts';
import { buildDayFigures, buildDayWaiting } from './close-view.ts';
import { readClose } from './read-close.ts';

/** `/paylink daily …`: a day, or the close of this channel. */
export const handleDailyCommand = async (typed: TypedSwitch, request: Request): Promise<unknown> => {
  const words = typed.words.trim().toLowerCase();
  const isOfChannel = words === '' || isSwitch(words);
  const day = isOfChannel ? null : await showDay(typed.asker, { words, tell: typed.tell }, request);
  return day === null ? handleSwitchCommand('day', typed, request) : typed.tell(day);
};

/** The figures of any day that has begun, of today until now. Null: the words are no such day. */
const showDay = async (
  { teamId, userId }: Asker,
  { words, tell }: Pick<Typed, 'words' | 'tell'>,
  request: Request,
): Promise<Message | null> => {
  const { clock, timeZone, config, stopping, audit } = request;
  const now = clock.now();
  const typed = readDateSpan(words, { now, timeZone });
  if (typed === null || !isSameDay(typed.from, typed.to, timeZone) || typed.from > now) return null;
  const day = dayOf(typed.from, timeZone);
  const days = spanOfDays(day, day, timeZone);
  const asker = { teamId, userId };
  await audit.write(buildReportEvent('report-read', asker, { subject: 'daily', span: days }, timeZone));
  const ask = { teamId, isLastTry: true, most: config.exportRows, signal: stopping };
  const reading = readClose(request, ask, { days, to: days.to, counted: null, isPast: days.to < now });
  const waiting = () => tell(buildDayWaiting(days, timeZone));
  const { figures } = await sayWhenSlow(reading, request, waiting);
  return buildDayFigures({ ...figures, every: 'day', missed: null, timeZone });
};
