import type { AllMiddlewareArgs, SlackEventMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { PendingWork } from '../delivery/pending-work.ts';
import type { JobHandler, JobKind } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { noteFailure } from '../request-context.ts';
import { isDiskFull } from '../store/engine/database-errors.ts';
import { readTeamId } from './read-origin.ts';
import { explainRefusedToken, FOREIGN_TOKEN } from './slack-errors.ts';
import { NotInstalledError, readSlackFailure } from './slack-failure.ts';
import { ResponseRefused } from './slack-fetch.ts';

/** What the frames below use of a request. */
export interface ListenerParts {
  /** For calls after the ack: longer timeout, not bound by the trigger's 3 seconds. */
  patientClient: WebClient;
  clock: Clock;
  ids: Pick<Ids, 'reference'>;
  log: Log;
  /** Finished before the process ends. */
  work: Pick<PendingWork, 'track'>;
}

export type EventArgs = SlackEventMiddlewareArgs & AllMiddlewareArgs;

/** An error that can explain itself: what it means for the person, and what to do next. */
export abstract class ExplainedError extends Error {
  /** `report` ends the sentence: which reference to give to which person. */
  abstract explain(report: string): string;
  /** Called with the answer to the message that explained it. */
  onTold?: (posted: unknown) => void;
}

/**
 * Runs a listener's work. An error is logged under a reference, and the person gets the same reference. If the
 * reply fails too, both errors are in the log.
 */
export const guard = async (
  { ids, log }: { ids: Pick<Ids, 'reference'>; log: Log },
  what: string,
  work: () => Promise<void>,
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  try {
    await work();
  } catch (error) {
    noteFailure();
    const reference = ids.reference();
    log.error({ err: error, reference, what }, 'listener failed');
    try {
      const posted = await tell(describe(error, reference));
      if (error instanceof ExplainedError) error.onTold?.(posted);
    } catch (replyError) {
      log.error({ err: replyError, reference, what }, 'no reply to the person');
    }
  }
};

/** We do not know how far the work got, so we say nothing about it unless the error explains itself. */
function describe(error: unknown, reference: string): string {
  const report = `give reference ${reference} to the person who looks after Paylink`;
  if (error instanceof ExplainedError) return error.explain(report);
  if (error instanceof ResponseRefused && error.isOver)
    return `Slack allows five answers to one command or button, within 30 minutes. Run the command again. If that doesn’t help, ${report}.`;
  const { why, code } = readSlackFailure(error);
  if (why === 'token') return `${explainRefusedToken(code)} Reference ${reference}.`;
  if (why === 'triggerForeign') return `${FOREIGN_TOKEN} Nothing was done. Reference ${reference}.`;
  if (why === 'triggerExpired')
    return `Slack opens a window only within three seconds, and they were over. Try again. If that doesn’t help, ${report}.`;
  if (isDiskFull(error))
    return `The disk that Paylink writes to is full, and this may not be finished. Tell the person who looks after Paylink that it needs more space; after that, check what was done before you try again. Reference ${reference}.`;
  return `Something went wrong in Paylink, and this may not be finished. Check what was done before you try again; if it happens again, ${report}.`;
}

/** Who submitted a form, and how to reach them: by direct message, because the window is closed. */
export interface Submitted {
  asker: { teamId: string; userId: string };
  tell: (text: string) => Promise<unknown>;
}

/**
 * The work of a form after its answer: a stopping process waits for it, and every failure is reported.
 */
export const afterSubmission = (
  name: string,
  body: ViewSubmitAction,
  dependencies: ListenerParts,
  work: (submitted: Submitted) => Promise<void>,
): Promise<void> => {
  const asker = { teamId: readTeamId(body), userId: body.user.id };
  const tell = (text: string) => dependencies.patientClient.chat.postMessage({ channel: asker.userId, text });
  return dependencies.work.track(guard(dependencies, `${name} submitted`, () => work({ asker, tell }), tell));
};

/** For a button with an address: Slack opens it by itself, but still wants an acknowledgement. */
export const acknowledge = ({ ack }: { ack: () => Promise<void> }): Promise<void> => ack();

/** The listeners of a file that is loaded with the first request for one of them, so that startup does not wait for it. */
export const listenersOf =
  <File>(load: () => Promise<File>) =>
  <Name extends keyof File>(name: Name): File[Name] =>
    (async (...args: never[]) => {
      const listener = (await load())[name] as (...args: never[]) => Promise<void>;
      await listener(...args);
    }) as File[Name];

/** A job whose handler is loaded when it arrives, for its workspace, so that startup does not wait for it. */
export const whenDue = (
  make: (job: Parameters<JobHandler>[0]) => Promise<JobHandler>,
  says: Omit<JobKind, 'run'> = {},
): JobKind => ({
  run: async (job, context) => {
    let handler: JobHandler;
    try {
      handler = await make(job);
    } catch (error) {
      // The workspace removed the app: nobody is waiting, and there is nowhere to report it.
      if (error instanceof NotInstalledError) return { outcome: 'failed', reason: 'app removed' };
      throw error;
    }
    return handler(job, context);
  },
  ...says,
});
