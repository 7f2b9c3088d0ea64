import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { isSameDay } from '../blocks/money-and-time.ts';
import { dayOf, spanOfDays } from '../calendar/date-span.ts';
import { readDateSpan } from '../calendar/date-words.ts';
import { buildReportEvent } from '../listings/report-event.ts';
import type { Typed } from '../slack/frame.ts';
import { sayWhenSlow } from '../slack/post-response.ts';
import type { Asker } from '../slack/rows.ts';
import { buildDayFigures, buildDayWaiting } from './close-view.ts';
import { readClose } from './read-close.ts';

/** The figures of any day that has begun, of today until now. Null: the words are no such day. */
export const showDay = async (
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
  const event = buildReportEvent(
    'report-read',
    { teamId, userId, kind: 'transactions', span: days },
    null,
    request,
  );
  await audit.write({ ...event, subject: 'daily' });
  const ask = { teamId, isLastTry: true, most: config.exportRows, signal: stopping };
  const reading = readClose(request, ask, { days, to: days.to, counted: null, isPast: days.to < now });
  const waiting = () => tell(buildDayWaiting(days, timeZone));
  const { figures } = await sayWhenSlow(reading, request, waiting);
  return buildDayFigures({ ...figures, every: 'day', missed: null, timeZone });
};
