import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { buildMessage } from '../blocks/message.ts';
import type { JobOutcome } from '../delivery/run-claimed-job.ts';
import { PaymentServiceError } from '../payment-service/index.ts';
import { endFigures } from '../schedules/change-schedule.ts';
import type { Schedule } from '../schedules/schedule-store.ts';
import { everyOf, FIGURES } from '../schedules/scheduled.ts';
import type { TakeTurn } from '../schedules/turn-job.ts';
import type { LoadShowing } from '../slack/show.ts';
import { readSlackCode } from '../slack/slack-errors.ts';
import { buildShow, keyOfShow, type Subject } from '../store/message-store.ts';
import { closeOfTurn } from './close-span.ts';
import { buildClose, buildCloseDetails, isQuiet } from './close-view.ts';
import { type Counted, countedSchema } from './count-since.ts';
import { readClose } from './read-close.ts';

/** What is shown: the figures in the channel, and in their thread. Their id is that of the turn's job. */
export const SHOWN_FIGURES = 'figures';
export const SHOWN_DETAILS = 'figures-details';

/** How long figures wait for a service that cannot be read. */
const PATIENCE_MS = 60 * 60_000;
const AGAIN_MS = 60_000;

const messageSchema = z.object({ text: z.string(), blocks: z.array(z.custom<KnownBlock>()) });
/** The turn's job keeps the messages, so that they are read once, however often Slack has to be asked. */
const progressSchema = z.object({
  firstTryAt: z.number(),
  read: z.object({ figures: messageSchema, details: messageSchema.optional() }).optional(),
});

/** The last turn that was taken, in the schedule: its day, and its job. */
const lastSchema = z.object({ day: z.string(), turn: z.string() });

/** What its job leaves for the next. */
const leftSchema = z.object({
  left: z.object({
    /** Nothing of another account was counted. */
    account: z.string().nullable(),
    /** If it was posted, and if it was not: then its figures are in the next. */
    after: countedSchema,
    before: countedSchema,
  }),
});

/** All that it keeps. */
export const figuresProgressSchema = progressSchema.extend(leftSchema.partial().shape);

/**
 * Reads the figures of a turn, and plans their message in the transaction that ends the turn. They wait up to an hour for a service
 * that cannot be read.
 */
export const takeFigures = (app: App): TakeTurn => {
  const { clock, log, timeZone } = app;
  return async ({ schedule, day, missed }, job, { signal, saveProgress }) => {
    const { teamId, repeat } = schedule;
    const { firstTryAt } = progressSchema.safeParse(job.progress).data ?? { firstTryAt: clock.now() };
    if (!(await saveProgress({ firstTryAt }))) return STOPPED;
    const account = (await app.store.accounts.find(teamId))?.id ?? null;
    const left = await findLeft(app, schedule, account);
    const ask = { teamId, isLastTry: clock.now() >= firstTryAt + PATIENCE_MS, signal };
    const every = everyOf(schedule);
    try {
      const span = closeOfTurn(day, repeat, timeZone);
      const { figures: of, before, after } = await readClose(app, ask, { ...span, counted: left.counted });
      const unposted = [...left.unposted, ...missed].map((turn) => closeOfTurn(turn, repeat, timeZone).days);
      const [first, last] = [unposted[0], unposted.at(-1)];
      const shown = {
        ...of,
        every,
        missed: first && last ? { from: first.from, to: last.to } : null,
        timeZone,
      };
      const read = {
        figures: buildClose(shown),
        ...(!isQuiet(shown) && { details: buildCloseDetails(shown) }),
      };
      const leaves: z.infer<typeof leftSchema> = { left: { account, before, after } };
      if (!(await saveProgress({ firstTryAt, read, ...leaves }))) return STOPPED;
      return {
        details: { day, turn: job.id } satisfies z.infer<typeof lastSchema>,
        jobs: [buildShow({ teamId, what: SHOWN_FIGURES, id: job.id })],
      };
    } catch (error) {
      if (signal.aborted) return STOPPED;
      if (!(error instanceof PaymentServiceError)) throw error;
      log.warn({ job: job.id, err: error }, `${FIGURES[every].name} waits for the service`);
      return { outcome: 'later', reason: 'service not read', retryAfterMs: AGAIN_MS };
    }
  };
};

/** Not a failed try: another process has the job by now, or this one is stopping. */
const STOPPED: JobOutcome = { outcome: 'later', reason: 'stopped', retryAfterMs: null };

/** Figures that were never posted will not be: they are in the next. */
const findLeft = async (
  { store: { messages, jobs }, clock }: App,
  { teamId, details }: Schedule,
  account: string | null,
): Promise<{ counted: Counted | null; unposted: string[] }> => {
  const last = lastSchema.safeParse(details).data;
  if (last === undefined) return { counted: null, unposted: [] };
  const { day, turn } = last;
  const { left } = leftSchema.safeParse((await jobs.find(teamId, turn))?.progress).data ?? {};
  if (left?.account !== account) return { counted: null, unposted: [] };
  const subject = { teamId, what: SHOWN_FIGURES, id: turn };
  const isPosted = async () => (await messages.find(subject)) !== null;
  if (!(await isPosted())) await jobs.cancel(teamId, keyOfShow(subject), clock.now());
  return (await isPosted())
    ? { counted: left.after, unposted: [] }
    : { counted: left.before, unposted: [day] };
};

const turnSchema = z.object({ scheduleId: z.string() });

const findRead = async ({ teamId, id }: Subject, { store }: App) => {
  const job = await store.jobs.find(teamId, id);
  const { read } = progressSchema.safeParse(job?.progress).data ?? {};
  if (job === null || read === undefined) return null;
  const { scheduleId } = turnSchema.parse(job.payload);
  return { read, schedule: await store.schedules.find(teamId, scheduleId) };
};

/** The first post says the main figures: it is what a phone shows of it. */
export const loadFigures = async (subject: Subject, app: App): ReturnType<LoadShowing> => {
  const found = await findRead(subject, app);
  if (found === null) return null;
  const { read, schedule } = found;
  const channelId = schedule?.channelId ?? null;
  return {
    post:
      channelId === null
        ? null
        : {
            channel: channelId,
            message: () => buildMessage(read.figures.text),
            beside: async () => (read.details ? [buildShow({ ...subject, what: SHOWN_DETAILS })] : []),
          },
    now: () => read.figures,
    refused: async (code, placed) => {
      const isClosed = readSlackCode(code) === 'closed';
      if (isClosed && placed === null && schedule !== null && channelId !== null)
        await endFigures(schedule, { channelId, code }, app);
      return [];
    },
  };
};

export const loadDetails = async (subject: Subject, app: App): ReturnType<LoadShowing> => {
  const found = await findRead(subject, app);
  const above = await app.store.messages.find({ ...subject, what: SHOWN_FIGURES });
  const { details } = found?.read ?? {};
  if (details === undefined) return null;
  return {
    post: above && {
      channel: above.channelId,
      threadTs: above.ts,
      message: () => buildMessage(details.text),
    },
    now: () => details,
  };
};
