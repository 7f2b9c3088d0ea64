import { expect, test } from 'vitest';
import { perTest } from '../../../../test/fixtures/per-test.ts';
import { createLocalSlack } from '../../src/local-slack.ts';
import { isRecord, readRecord, readText } from '../../src/page/read-json.ts';
import { FRONT_DESK, SARA } from '../../src/people-and-places.ts';
import { readManifest } from '../../src/read-manifest.ts';
import { createClient, play, snapshotOf, startApp } from './call-slack.ts';

const string = (title: string) => ({ type: 'string', title });
const MANIFEST = {
  display_information: { name: 'Orders' },
  functions: {
    order: {
      ...{ title: 'Order', description: 'Orders a thing' },
      input_parameters: {
        properties: {
          ...{ thing: string('Thing'), note: string('Note'), count: { type: 'integer', title: 'How many' } },
          place: { type: 'slack#/types/channel_id', title: 'Where' },
        },
        required: ['thing', 'place'],
      },
      output_parameters: {
        properties: { number: string('Number'), due: { type: 'slack#/types/timestamp', title: 'Due' } },
        required: ['number'],
      },
    },
  },
  oauth_config: { scopes: { bot: ['chat:write'] } },
  settings: {
    event_subscriptions: { bot_events: ['function_executed'] },
    ...{ function_runtime: 'remote', org_deploy_enabled: true },
  },
};
const INPUTS = { thing: 'Dates', place: FRONT_DESK };

let time = 1_000_000;
const start = async () => {
  const { features: manifest, scopes } = readManifest(MANIFEST);
  return createLocalSlack({ manifest, scopes, now: () => time, eventRetryDelaysMs: [0, 0, 0] });
};
const slack = perTest(start);
const app = perTest(() => startApp(slack));

const run = async (inputs: object = INPUTS) => {
  const outcome = await slack.runStep('order', { ...inputs });
  if (!outcome.ok) throw new Error(outcome.problem);
  const event = readRecord(app.payloads().at(-1)?.['event']);
  return { id: outcome.id, event, token: readText(event['bot_access_token']) };
};
const ended = (id: string) => slack.runs().find((one) => one.id === id);

test('the event of a run has what the manifest says of the step, and comes again until it is taken', async () => {
  app.answer = () => (app.sent.length < 2 ? 500 : '');
  const { id, event } = await run({ ...INPUTS, count: 2 });
  expect(event).toMatchObject({
    type: 'function_executed',
    ...{ function_execution_id: id, inputs: { ...INPUTS, count: 2 } },
    bot_access_token: expect.stringMatching(/^xwfp-/),
    function: { callback_id: 'order', title: 'Order', type: 'app' },
  });
  const { input_parameters } = readRecord(event['function']);
  expect(input_parameters).toMatchObject([
    { name: 'thing', type: 'string', is_required: true },
    { name: 'note', is_required: false },
    { name: 'count', type: 'integer' },
    { name: 'place' },
  ]);
  await slack.until(() => app.sent.length === 2);
  expect(app.payloads()[1]).toEqual(app.payloads()[0]);
});

test.each([
  ['without what is required', { place: FRONT_DESK }, /thing: is required/],
  ['with another type', { ...INPUTS, count: '2' }, /count: must be of type integer/],
  ['in no channel', { ...INPUTS, place: 'C1' }, /place: must be of type slack/],
  ['with what the step does not have', { ...INPUTS, colour: 'red' }, /colour: is not defined/],
])('no run begins %s', async (_what, inputs, words) => {
  expect(await slack.runStep('order', inputs)).toEqual({ ok: false, problem: expect.stringMatching(words) });
  expect(slack.runs()).toEqual([]);
});

test('a run ends once, with the outputs of the manifest', async () => {
  const { id, token } = await run();
  const { call, code } = createClient(slack, token);
  const complete = (outputs: unknown) => ({ function_execution_id: id, outputs });
  const method = 'functions.completeSuccess';
  expect(await code(method, { function_execution_id: 'Fx1', outputs: {} })).toBe(
    'function_execution_not_found',
  );
  for (const outputs of [{}, { number: 7 }, { number: '7', more: 'x' }, { number: '7', due: 'today' }]) {
    const refused = await call(method, complete(outputs));
    expect(refused).toMatchObject({ error: 'parameter_validation_failed', errors: [expect.any(String)] });
  }
  expect(await code(method, complete(undefined))).toBe('invalid_arguments');
  expect(await code('functions.completeError', { function_execution_id: id })).toBe('invalid_arguments');
  expect(await code(method, complete({ number: '7', due: 1 }))).toBe('ok');
  expect(ended(id)).toMatchObject({ state: 'completed', outputs: { number: '7', due: 1 } });
  // Its token ends with it.
  expect(await code('functions.completeError', { function_execution_id: id, error: 'x' })).toBe(
    'token_revoked',
  );
  const own = createClient(slack);
  expect(await own.code('functions.completeError', { function_execution_id: id, error: 'x' })).toBe(
    'execution_not_in_running_state',
  );
});

test('a token of a run may do what the app’s may, for fifteen minutes, and ends no other run', async () => {
  const [one, other] = [await run(), await run()];
  const client = createClient(slack, one.token);
  expect(await client.code('chat.postMessage', { channel: FRONT_DESK, text: 'x' })).toBe('ok');
  expect(await client.code('users.info', { user: SARA })).toBe('missing_scope');
  const fail = { function_execution_id: other.id, error: 'Sold out' };
  expect(await client.code('functions.completeError', fail)).toBe('access_denied');
  time += 15 * 60_000 + 1;
  expect(await createClient(slack, other.token).code('functions.completeError', fail)).toBe('token_expired');
  slack.behaviours.set('runEndedByBotToken', 'refused');
  expect(await createClient(slack).code('functions.completeError', fail)).toBe('access_denied');
  slack.behaviours.set('runEndedByBotToken', 'taken');
  expect(await createClient(slack).code('functions.completeError', fail)).toBe('ok');
  expect(ended(other.id)).toMatchObject({ state: 'failed', error: 'Sold out' });
});

test('the page runs a step with what was typed, and shows how it ended', async () => {
  const inputs = { thing: 'Dates', note: ' ', count: '3', place: FRONT_DESK };
  const answer: unknown = await (await play(slack, 'run', { callbackId: 'order', inputs })).json();
  const id = isRecord(answer) ? readText(answer['id']) : '';
  const { steps, runs } = await snapshotOf(slack, SARA);
  expect(steps).toMatchObject([{ callbackId: 'order', title: 'Order' }]);
  expect(runs).toEqual([
    {
      ...{ id, callbackId: 'order', state: 'running', outputs: null, error: null },
      inputs: { thing: 'Dates', count: 3, place: FRONT_DESK },
    },
  ]);
});

test('Slack takes no manifest whose steps it would not run', () => {
  const { function_runtime: _, ...settings } = MANIFEST.settings;
  expect(() => readManifest({ ...MANIFEST, settings })).toThrow(/function_runtime/);
});
