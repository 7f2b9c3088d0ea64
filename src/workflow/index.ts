import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { buildRunJob } from '../links/issuing/step-run.ts';
import type { Room } from '../room.ts';
import type { EventArgs } from '../slack/listener.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { untilSaved } from '../tenancy/events.ts';
import { orderSchema, readOrder } from './read-order.ts';
import { notMade, RUN_STEP } from './run-step.ts';
import { STEP } from './step-function.ts';

const runSchema = z.object({
  function: z.object({ callback_id: z.literal(STEP) }),
  function_execution_id: z.string().min(1),
  inputs: orderSchema,
});

/**
 * A run comes to the step. Slack is answered once it is written down. What can never be made is not kept: it may hold a card
 * number.
 */
const handleRun = async ({ body, event }: EventArgs, request: Request): Promise<void> => {
  const { store, settings, clock, timeZone, log } = request;
  const run = runSchema.safeParse(event);
  if (!run.success) {
    log.warn({ event: event.type }, 'a run of a step that Paylink does not have');
    return;
  }
  const teamId = readTeamId(body);
  const { function_execution_id: id, inputs: order } = run.data;
  const save = async () => {
    const read = readOrder(order, await settings.of(teamId), { now: clock.now(), timeZone });
    const kept = typeof read === 'string' ? { error: notMade(read) } : { order };
    return store.jobs.add(buildRunJob(teamId, id, kept), clock.now());
  };
  const isNew = await untilSaved(save, 'a run of a step', request);
  log.info({ teamId, run: id, isNew }, 'a workflow runs the step');
};

/** *Create a payment link* in Slack's Workflow Builder. */
export const WORKFLOW = {
  events: { function_executed: handleRun },
  jobs: { 'workflow-step': RUN_STEP },
} satisfies Room;
