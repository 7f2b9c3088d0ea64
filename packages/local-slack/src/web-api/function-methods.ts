import { isRecord, type JsonRecord, readText } from '../page/read-json.ts';
import { SlackFailure } from '../slack-failure.ts';
import type { World } from '../slack-world.ts';
import { findParameterFaults } from '../workflows/parameters.ts';
import type { StepRunRecord } from '../workflows/step-runs.ts';
import type { Method } from './method.ts';

const findRun = (args: JsonRecord, world: World, token: string | undefined): StepRunRecord => {
  const id = readText(args['function_execution_id']);
  if (id === '')
    throw new SlackFailure('invalid_arguments', ['missing required field: function_execution_id']);
  const run = world.stepRuns.find(id);
  if (run === undefined) throw new SlackFailure('function_execution_not_found');
  const own = world.stepRuns.ofToken(token ?? '');
  const isForeign = own === undefined ? world.behaviours.of('runEndedByBotToken') === 'refused' : own !== run;
  if (isForeign) throw new SlackFailure('access_denied');
  if (run.state !== 'running') throw new SlackFailure('execution_not_in_running_state');
  return run;
};

const completeSuccess: Method = (args, world, token) => {
  const { outputs } = args;
  if (!isRecord(outputs)) throw new SlackFailure('invalid_arguments', ['outputs must be an object']);
  const run = findRun(args, world, token);
  const step = world.steps.find(({ callbackId }) => callbackId === run.callbackId);
  const faults = findParameterFaults(step?.outputs ?? [], outputs, world);
  if (faults.length > 0) throw new SlackFailure('parameter_validation_failed', faults);
  world.stepRuns.end(run, { outputs });
  return { ok: true };
};

const completeError: Method = (args, world, token) => {
  const error = readText(args['error']);
  if (error === '') throw new SlackFailure('invalid_arguments', ['missing required field: error']);
  world.stepRuns.end(findRun(args, world, token), { error });
  return { ok: true };
};

export const functionMethods: Record<string, Method> = {
  'functions.completeSuccess': completeSuccess,
  'functions.completeError': completeError,
};
