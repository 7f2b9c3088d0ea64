import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import {
  addMonths,
  type DateSpan,
  dayOf,
  MONTH_NAMES,
  monthOf,
  spanOfDays,
  yearOf,
} from '../calendar/date-span.ts';
import { readDateWords } from '../calendar/date-words.ts';
import { readForm } from '../slack/fields.ts';
import type { Does, Typed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import { startMonthFile } from './month-file.ts';
import { spanOfMonth } from './month-span.ts';
import { buildReconcileFields, buildReconcileForm, type MonthChoice } from './reconcile-form-view.ts';

const metadataSchema = z.object({ channelId: z.string() });

/** `/paylink reconcile last month` makes the file. Without a month, opens a form that asks for it. */
export const handleReconcile = ({ command, words, asker, tell }: Typed, request: Request): Does => {
  const { clock, timeZone } = request;
  const at = { now: clock.now(), timeZone };
  const month = readMonthWords(words, at);
  if (month !== null) return async () => tell(await startMonthFile({ ...asker, month }, request));
  const form = buildReconcileForm({
    months: listMonths(at),
    unread: words.trim() || null,
    isToCome: (readDateWords(words, at).span?.from ?? 0) > at.now,
    metadata: JSON.stringify({ channelId: command.channel_id } satisfies z.infer<typeof metadataSchema>),
  });
  return { first: { form: () => form }, read: async () => ({ view: form }) };
};

/** Makes the file of the chosen month, and answers where the command was typed. */
export const handleReconcileSubmission = async (
  { teamId, userId, view, tell }: Sent,
  request: Request,
): Promise<Answer> => {
  const { clock, timeZone, patientClient } = request;
  const { channelId } = metadataSchema.parse(JSON.parse(view.metadata));
  const at = { now: clock.now(), timeZone };
  const month = parseMonth(readForm(buildReconcileFields(listMonths(at)), view.values).month, at);
  if (month === null) throw new Refused('That month has not begun. Choose another.', 'month');
  const start = async (): Promise<void> => {
    const text = await startMonthFile({ teamId, userId, month }, request);
    // Paylink may not be in the channel.
    await patientClient.chat
      .postEphemeral({ channel: channelId, user: userId, text })
      .catch(() => tell(text));
  };
  return { close: true, afterwards: start };
};

const MONTHS_OFFERED = 18;

/** This month and those before it, newest first. */
export const listMonths = ({ now, timeZone }: { now: number; timeZone: string }): MonthChoice[] => {
  const today = dayOf(now, timeZone);
  return Array.from({ length: MONTHS_OFFERED }, (_, back) => {
    const day = addMonths(`${today.slice(0, 7)}-01`, -back);
    return {
      month: day.slice(0, 7),
      title: `${MONTH_NAMES[monthOf(day) - 1]} ${yearOf(day)}`,
      isCurrent: back === 0,
    };
  });
};

/** The span of `2026-10`; null if that is not a month, or has not begun. */
const parseMonth = (month: string, { now, timeZone }: { now: number; timeZone: string }): DateSpan | null => {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) return null;
  const { from } = spanOfDays(`${month}-01`, `${month}-01`, timeZone);
  return from > now ? null : spanOfMonth(from, timeZone);
};

/** A month in words: `last month`, `October`, `Oct 2025`, `2026-10`. Null: not a month. */
export const readMonthWords = (words: string, at: { now: number; timeZone: string }): DateSpan | null => {
  const text = words.trim();
  const named = parseMonth(text, at);
  if (text === '' || named !== null) return named;
  const { span } = readDateWords(text, at);
  if (span === null) return null;
  const month = spanOfMonth(span.from, at.timeZone);
  // People mean the current month up to today.
  const isWhole = span.from === month.from && (span.to === month.to || isCurrent(month, at));
  return isWhole && span.to <= month.to && month.from <= at.now ? month : null;
};

const isCurrent = (month: DateSpan, { now }: { now: number }): boolean =>
  now >= month.from && now <= month.to;
