import type { ActDeps } from '../acts/find-target.ts';
import { sendEvent } from '../acts/send-event.ts';
import type { StepOutcome, StepParameter } from '../page/page-api.ts';
import type { JsonRecord } from '../page/read-json.ts';
import { findParameterFaults } from './parameters.ts';

const EVENT = 'function_executed';

const describe = ({ isRequired, ...parameter }: StepParameter): JsonRecord => ({
  ...parameter,
  is_required: isRequired,
});

/** A workflow comes to one of the app’s steps. The event is sent again if the app does not take it. */
export const actRun = async (deps: ActDeps, callbackId: string, inputs: JsonRecord): Promise<StepOutcome> => {
  const { features, ids, now, stepRuns, team } = deps;
  const step = features?.steps.find((one) => one.callbackId === callbackId);
  if (step === undefined) return { ok: false, problem: `The app’s manifest has no step ${callbackId}.` };
  const faults = findParameterFaults(step.inputs, inputs, deps);
  if (faults.length > 0) return { ok: false, problem: faults.join('; ') };
  const run = stepRuns.start(callbackId, inputs);
  const seconds = Math.trunc(now() / 1000);
  const event = {
    type: EVENT,
    function: {
      ...{ id: ids.next('Fn'), callback_id: callbackId, title: step.title, description: step.description },
      ...{ type: 'app', app_id: team.ids.app },
      input_parameters: step.inputs.map(describe),
      output_parameters: step.outputs.map(describe),
      ...{ date_created: seconds, date_updated: seconds, date_deleted: 0 },
    },
    ...{ inputs, function_execution_id: run.id, workflow_execution_id: ids.next('Wx') },
    ...{ event_ts: ids.ts(), bot_access_token: run.token },
  };
  // Slack sends an app only what it subscribes to: the step then never ends.
  if (features?.events.includes(EVENT)) await sendEvent(deps, event);
  return { ok: true, id: run.id };
};
