import { type App, type ReceiverEvent, ReceiverMultipleAckError } from '@slack/bolt';
import type { Log } from '../log.ts';
import { currentRequest, noteFailure, runWithRequest } from '../request-context.ts';
import { completeBody } from './complete-body.ts';

type SlackRequestKind =
  | 'command'
  | 'action'
  | 'view_submission'
  | 'view_closed'
  | 'shortcut'
  | 'options'
  | 'event'
  | 'other';

/**
 * `unanswered`: no listener answered Slack. `failed`: something went wrong, before or after the answer.
 */
type SlackRequestOutcome = 'answered' | 'unanswered' | 'failed';

export interface SlackRequestSeen {
  kind: SlackRequestKind;
  outcome: SlackRequestOutcome;
  /** From arrival to our answer, in milliseconds; null: no answer. */
  ackMs: number | null;
}

/**
 * Gives every request from Slack an id that appears in each log line it causes, and reports how it went once all its work
 * has ended. An HTTP request keeps the id and arrival time that it already has. Bolt answers an event before a listener has
 * it; `isSavedFirst` names those that are answered only once their listener is done, so that Slack sends them again if it fails
 * or the process dies.
 */
export const withRequestId = (
  app: App,
  {
    newId,
    now,
    isSavedFirst,
    onRequest,
    log,
  }: {
    newId: () => string;
    now: () => number;
    isSavedFirst: (body: object) => boolean;
    onRequest: (seen: SlackRequestSeen) => void;
    log: Log;
  },
): void => {
  const processEvent = app.processEvent.bind(app);

  const watch = async (event: ReceiverEvent): Promise<void> => {
    const startedAt = currentRequest()?.arrivedAt ?? now();
    let ackMs: number | null = null;
    let hasThrown = true;
    const answer: ReceiverEvent['ack'] = async (...args) => {
      try {
        await event.ack(...args);
        ackMs ??= now() - startedAt;
      } catch (error) {
        if (error instanceof ReceiverMultipleAckError) throw error;
        // Slack no longer waits and has told the person. What the listener has begun still has to be finished: a link
        // that is written down must not be left unasked for.
        noteFailure();
        log.warn({ err: error }, 'answer did not reach Slack');
      }
    };
    const isLate = isSavedFirst(event.body);
    try {
      const unheard = findUnheard(event.body);
      if (unheard !== null) {
        // Bolt would leave it without an answer for seconds, and then say 404.
        await answer();
        log.warn({ type: unheard }, 'a kind of request that nothing listens to, answered');
      } else {
        const body = completeBody(event.body);
        await processEvent({ ...event, body, ack: isLate ? async () => {} : answer });
      }
      if (isLate && currentRequest()?.hasFailed !== true) await answer();
      hasThrown = false;
    } finally {
      const hasFailed = hasThrown || currentRequest()?.hasFailed === true;
      const outcome = hasFailed ? 'failed' : ackMs === null ? 'unanswered' : 'answered';
      onRequest({ kind: readKind(event.body), outcome, ackMs });
    }
  };

  app.processEvent = (event) =>
    currentRequest() ? watch(event) : runWithRequest(newId(), () => watch(event));
};

const KINDS: Record<string, SlackRequestKind> = {
  block_actions: 'action',
  view_submission: 'view_submission',
  view_closed: 'view_closed',
  shortcut: 'shortcut',
  message_action: 'shortcut',
  block_suggestion: 'options',
  event_callback: 'event',
};

/** The kind of a request that nothing listens to; null: something does, or has an answer for what it does not know. */
function findUnheard(body: Record<string, unknown>): string | null {
  const { type, event } = body;
  if (typeof event === 'object' && event !== null) return null;
  return readKind(body) === 'other' || type === 'event_callback' ? String(type) : null;
}

function readKind(body: Record<string, unknown>): SlackRequestKind {
  const { type, command } = body;
  if (typeof command === 'string') return 'command';
  return (typeof type === 'string' ? KINDS[type] : undefined) ?? 'other';
}
