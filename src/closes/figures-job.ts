import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { buildMessage, type Message } from '../blocks/message.ts';

import type { JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import { PaymentServiceError } from '../payment-service/index.ts';
import { createTurnJob } from '../reports/turn-job.ts';
import type { LoadShowing } from '../slack/show.ts';
import { tellOrPassOn } from '../slack/tell.ts';
import type { NewJob } from '../store/job.ts';
import { buildShow, keyOfShow, type Subject } from '../store/message-store.ts';
import { buildTurnKey, type Schedule } from '../store/schedule.ts';
import { type Counted, countedSchema } from './count-since.ts';
import type { FiguresToRead } from './read-listings.ts';
import { buildSwitchEnded, type FiguresKind, SWITCHED } from './switch-view.ts';

/** What is shown: the figures in the channel, and in their thread. Their id is that of the turn's job. */
export const SHOWN_FIGURES = 'figures';
export const SHOWN_DETAILS = 'figures-details';

/** Stops figures whose conversation refuses them, and tells the person who switched them on. */
export const FIGURES_ENDED_JOB = 'figures-ended';

/** How long figures wait for a service that cannot be read. */
const PATIENCE_MS = 60 * 60_000;
const AGAIN_MS = 60_000;

const messageSchema = z.object({ text: z.string(), blocks: z.array(z.custom<KnownBlock>()) });
/** The turn's job keeps the messages, so that they are read once, however often Slack has to be asked. */
const progressSchema = z.object({
  firstTryAt: z.number(),
  read: z.object({ figures: messageSchema, details: messageSchema.nullable() }).optional(),
});

/** What the last turn left for the next. */
const leftSchema = z.object({
  day: z.string(),
  /** If it was posted, and if it was not: then its figures are in the next. */
  after: countedSchema.nullable(),
  before: countedSchema.nullable(),
});

/** What is posted on a turn. */
export interface TurnToRead {
  schedule: Schedule;
  day: string;
  /** The days of turns before it of which nothing was posted. */
  missed: readonly string[];
  counted: Counted | null;
}

export interface FiguresRead {
  /** For the channel. */
  figures: Message;
  /** For its thread. Null: there is nothing more to say. */
  details: Message | null;
  /** What closes before it have counted, and those until now. */
  before?: Counted;
  after?: Counted;
}

type ReadFigures = (turn: TurnToRead, ask: FiguresToRead) => Promise<FiguresRead>;

/**
 * Reads the figures of a turn, and plans their message in the transaction that ends the turn. They wait up to an hour for a service
 * that cannot be read.
 */
export const createFiguresJob = (app: App, kind: FiguresKind, read: ReadFigures): JobHandler => {
  const { clock, log } = app;
  return createTurnJob(app, async ({ schedule, day, missed }, job, { signal, saveProgress, givenUp }) => {
    if (givenUp !== null) return { outcome: 'failed', reason: givenUp };
    const { id, teamId } = schedule;
    const { firstTryAt } = progressSchema.safeParse(job.progress).data ?? { firstTryAt: clock.now() };
    if (!(await saveProgress({ firstTryAt }))) return STOPPED;
    const left = await findLeft(app, schedule);
    const isLastTry = clock.now() >= firstTryAt + PATIENCE_MS;
    try {
      const {
        figures,
        details,
        before = null,
        after = null,
      } = await read(
        { schedule, day, missed: [...left.unposted, ...missed], counted: left.counted },
        { teamId, isLastTry, signal },
      );
      if (!(await saveProgress({ firstTryAt, read: { figures, details } }))) return STOPPED;
      return {
        isTaken: true,
        details: { day, before, after } satisfies z.infer<typeof leftSchema>,
        jobs: [buildShow({ teamId, what: SHOWN_FIGURES, id: buildTurnKey(id, day) })],
      };
    } catch (error) {
      if (signal.aborted) return STOPPED;
      if (!(error instanceof PaymentServiceError)) throw error;
      log.warn({ job: job.id, err: error }, `${SWITCHED[kind].name} waits for the service`);
      return { outcome: 'later', reason: 'service not read', retryAfterMs: AGAIN_MS };
    }
  });
};

/** Not a failed try: another process has the job by now, or this one is stopping. */
const STOPPED: JobOutcome = { outcome: 'later', reason: 'stopped', retryAfterMs: null };

/** Figures that were never posted will not be: they are in the next. */
const findLeft = async (
  { store: { messages, jobs }, clock }: App,
  { id, teamId, details }: Schedule,
): Promise<{ counted: Counted | null; unposted: string[] }> => {
  const left = leftSchema.safeParse(details).data;
  if (left === undefined) return { counted: null, unposted: [] };
  const subject = { teamId, what: SHOWN_FIGURES, id: buildTurnKey(id, left.day) };
  const isPosted = async () => (await messages.find(subject)) !== null;
  if (!(await isPosted())) await jobs.cancel(teamId, keyOfShow(subject), clock.now());
  return (await isPosted())
    ? { counted: left.after, unposted: [] }
    : { counted: left.before, unposted: [left.day] };
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
            otherwise: null,
            message: () => buildMessage(read.figures.text),
            beside: async () =>
              read.details === null ? [] : [buildShow({ ...subject, what: SHOWN_DETAILS })],
          },
    now: () => read.figures,
    refused: ({ code, why }, placed) =>
      why === 'closed' && placed === null && schedule !== null ? [buildEnded(schedule, code)] : [],
  };
};

export const loadDetails = async (subject: Subject, app: App): ReturnType<LoadShowing> => {
  const found = await findRead(subject, app);
  const above = await app.store.messages.find({ ...subject, what: SHOWN_FIGURES });
  const details = found?.read.details ?? null;
  if (details === null) return null;
  return {
    post: above && {
      channel: above.channelId,
      threadTs: above.ts,
      otherwise: null,
      message: () => buildMessage(details.text),
    },
    now: () => details,
    refused: () => [],
  };
};

const endedSchema = z.object({
  kind: z.enum(['daily-close', 'weekly-summary']),
  scheduleId: z.string(),
  setAt: z.number(),
  channelId: z.string(),
  userId: z.string(),
  /** Slack's reason. */
  code: z.string(),
});

const buildEnded = ({ id, teamId, kind, setAt, channelId, setBy }: Schedule, code: string): NewJob => ({
  id: `${FIGURES_ENDED_JOB}:${id}:${setAt}`,
  teamId,
  kind: FIGURES_ENDED_JOB,
  payload: { kind, scheduleId: id, setAt, channelId, userId: setBy, code },
});

export const createFiguresEndedJob =
  (app: App, client: WebClient): JobHandler =>
  async (job) => {
    const { teamId, payload } = job;
    const { kind, scheduleId, setAt, userId, ...ended } = endedSchema.parse(payload);
    await app.store.schedules.stop({ teamId, id: scheduleId, setAt }, app.clock.now());
    return tellOrPassOn(client, job, { to: userId, message: buildSwitchEnded(kind, ended) }, app);
  };
