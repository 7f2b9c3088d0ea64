import type { WebClient } from '@slack/web-api';
import type { Message } from '../blocks/message.ts';
import type { JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Log } from '../log.ts';
import { ReportInterrupted } from '../reports/read-rows.ts';
import { createEditableMessage, type EditableMessage, type MessagePlace } from '../slack/messages.ts';
import { readSlackFailure, settleRefusal } from '../slack/slack-failure.ts';
import type { Job } from '../store/job.ts';

/** How long figures wait for a service that cannot be read. */
export const PATIENCE_MS = 60 * 60_000;
const SERVICE_AGAIN_MS = 60_000;
/** Long enough that the tries last into the night. */
const SLACK_AGAIN_MS = 10 * 60_000;

/** `what`: as the log calls it, such as `daily close`. */
interface Posting {
  what: string;
  log: Log;
}

interface Figures extends Posting {
  client: WebClient;
  channel: string;
  /** Says that the figures are coming. A second copy after a crash does no harm. */
  line: Message;
  figures: Message;
  /** Where the line is; null: not posted yet. */
  place: MessagePlace | null;
  /** Saves where the line is. False: another process has the job. */
  keep: (place: MessagePlace) => Promise<boolean>;
}

/** Posts the line, unless it is there, and puts the figures into it. False: another process does. */
export const postFigures = async ({ line, figures, keep, ...of }: Figures): Promise<boolean> => {
  let isOurs = true;
  const message = createEditableMessage({
    ...of,
    keep: async ({ channelId, ts }) => {
      isOurs = await keep({ channelId, ts });
    },
  });
  await message.ensurePosted(line);
  if (isOurs) await fill(message, figures, of);
  return isOurs;
};

const fill = async (line: EditableMessage, figures: Message, { what, log }: Posting): Promise<void> => {
  try {
    await line.edit(figures);
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    // Without blocks, the text still gives the main figures.
    if (failure.why === 'blocks') await line.edit({ text: figures.text, blocks: [] });
    else if (failure.why !== 'gone') throw error;
    log.warn({ reason: failure.code }, `${what} not shown as it was meant`);
  }
};

/** How a failed posting ends; `closedBy`: Slack's code, if its channel accepts no more posts. */
export const settlePosting = (
  error: unknown,
  { job, signal, what, log }: Posting & { job: Job; signal: AbortSignal },
): JobOutcome | { closedBy: string } => {
  if (signal.aborted) return stopped();
  if (error instanceof ReportInterrupted) {
    log.warn({ job: job.id, err: error }, `${what} waits for the service`);
    return { outcome: 'later', reason: 'service not read', retryAfterMs: SERVICE_AGAIN_MS };
  }
  return settleRefusal(error, ({ why, code }) => {
    // Only `closed` is about the channel. Any other refusal is about the app, and can be fixed.
    if (why === 'closed') return { closedBy: code };
    log.error({ job: job.id, err: error }, `Slack refuses the ${what}`);
    return { outcome: 'later', reason: code, retryAfterMs: SLACK_AGAIN_MS };
  });
};

/** Not a failed try: another process has the job by now, or this one is stopping. */
export const stopped = (): JobOutcome => ({ outcome: 'later', reason: 'stopped', retryAfterMs: null });
