import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import type { JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import { createTurnJob, type TurnToTake } from '../reports/turn-job.ts';
import { messagePlaceSchema } from '../slack/messages.ts';
import { tellOrPassOn } from '../slack/tell.ts';
import { endedPayloadSchema, FIGURES_ENDED_JOB } from './planned-jobs.ts';
import { PATIENCE_MS, postFigures, settlePosting, stopped } from './post-figures.ts';
import { buildSwitchEnded, type FiguresKind, SWITCHED } from './switch-view.ts';

const progressSchema = z.object({
  firstTryAt: z.number(),
  /** The message, once it is posted. */
  posted: messagePlaceSchema.nullable(),
});

export type FiguresProgress = z.infer<typeof progressSchema>;

interface FiguresToRead {
  teamId: string;
  /** False: a listing that cannot be read is tried again. True: what can be read is posted. */
  isLastTry: boolean;
  signal: AbortSignal;
}

/** What a room posts of its turns. */
interface Posted {
  kind: FiguresKind;
  /** Whether it is too late to go on with a turn that began. */
  isOver?: (turn: TurnToTake, progress: FiguresProgress) => boolean;
  /** `details`: what the next turn needs. */
  read: (
    turn: TurnToTake,
    ask: FiguresToRead,
  ) => Promise<{ line: Message; figures: Message; details?: object }>;
}

/**
 * Posts the figures of a turn. What is posted is a line without figures, so that no crash puts the figures into the
 * channel twice. A conversation that accepts no more posts ends the schedule.
 */
export const createFiguresJob = (
  app: App,
  client: WebClient,
  { kind, isOver = () => false, read }: Posted,
): JobHandler => {
  const { clock, ids, log } = app;
  const what = SWITCHED[kind].name;
  return createTurnJob(app, async (turn, job, { signal, saveProgress }) => {
    const { schedule } = turn;
    const { teamId, channelId } = schedule;
    if (channelId === null) throw new Error('figures go to a conversation');
    const post = async (): Promise<{ isTaken: boolean; details?: object } | JobOutcome> => {
      const saved = job.progress === null ? null : progressSchema.parse(job.progress);
      if (saved !== null && isOver(turn, saved)) return { isTaken: false };
      const progress = saved ?? { firstTryAt: clock.now(), posted: null };
      if (saved === null && !(await saveProgress(progress))) return stopped();
      const isLastTry = clock.now() >= progress.firstTryAt + PATIENCE_MS;
      const { line, figures, ...left } = await read(turn, { teamId, isLastTry, signal });
      const isPosted = await postFigures({
        ...{ client, channel: channelId, place: progress.posted, what, log, line, figures },
        keep: (posted) => saveProgress({ ...progress, posted }),
      });
      return isPosted ? { isTaken: true, ...left } : stopped();
    };
    try {
      return await post();
    } catch (error) {
      const end = settlePosting(error, { job, signal, what, log });
      if (!('closedBy' in end)) return end;
      await app.store.schedules.stop(schedule, clock.now(), ({ id, setAt, setBy: userId }) => ({
        jobs: [
          {
            id: ids.job(),
            teamId,
            kind: FIGURES_ENDED_JOB,
            key: `${FIGURES_ENDED_JOB}:${id}:${setAt}`,
            payload: { kind, channelId, userId, code: end.closedBy } satisfies z.infer<
              typeof endedPayloadSchema
            >,
          },
        ],
      }));
      return { outcome: 'done' };
    }
  });
};

export const createFiguresEndedJob =
  (app: App, client: WebClient): JobHandler =>
  async (job) => {
    const { kind, userId, ...ended } = endedPayloadSchema.parse(job.payload);
    return tellOrPassOn(client, job, { to: userId, message: buildSwitchEnded(kind, ended) }, app);
  };
