// @module-tag long

import { expect, test } from 'vitest';
import { perTest } from '../../../../test/fixtures/per-test.ts';
import { createLocalSlack } from '../../src/local-slack.ts';
import { FRONT_DESK, QUIET } from '../../src/people-and-places.ts';
import { findPage } from '../../src/rule-sources.ts';
import { createClient, openView } from './call-slack.ts';
import { actions, button, image, input, modal, section, select } from './limit-cases.ts';

const slack = perTest(() => createLocalSlack());
const { call } = createClient(slack);
const KIT = 'https://docs.slack.dev/reference/block-kit';
const METHODS = 'https://docs.slack.dev/reference/methods';
const broken = () => slack.calls().at(-1)?.broken;
const long = (length: number): string => 'x'.repeat(length);

test.each<[method: string, args: object, rule: string, source: string]>([
  [
    'chat.postMessage',
    { blocks: [section(long(3_001))] },
    'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
    `${KIT}/blocks/section-block`,
  ],
  [
    'chat.postMessage',
    { blocks: JSON.stringify([actions(button({ value: long(2_001) }))]) },
    'must be less than 2001 characters [json-pointer:/blocks/0/elements/0/value]',
    `${KIT}/block-elements/button-element`,
  ],
  [
    'chat.postMessage',
    { channel: QUIET, text: 'x' },
    'the app writes only where',
    `${METHODS}/chat.postMessage`,
  ],
  [
    'chat.postMessage',
    { blocks: [section(long(12_001))] },
    'all text of all blocks',
    'seen: https://github.com/slackapi/bolt-js/issues/2867',
  ],
  ['chat.postMessage', { colour: 'red' }, 'unknown argument: colour', `${METHODS}/chat.postMessage`],
  ['views.open', { trigger_id: 'x', view: modal() }, 'invalid_trigger_id', `${METHODS}/views.open`],
  ['users.info', {}, 'the token needs one of the scopes', `${METHODS}/users.info`],
  ['search.all', {}, 'the local Slack has no such method', METHODS],
])('a refused %s names the rule and where it is written ($#)', async (method, args, rule, source) => {
  await call(method, method === 'chat.postMessage' ? { channel: FRONT_DESK, ...args } : args);
  expect(broken()).toEqual([{ rule: expect.stringContaining(rule), source }]);
  expect(slack.exchanges().at(-1)?.broken).toEqual(broken());
});

test('each fault of a view has its own source; a success and a fault that was switched on name no rule of Slack', async () => {
  const blocks = [image({ alt_text: undefined }), input({ type: 'plain_text_input', initial_value: '' })];
  await openView(slack, modal({ blocks }));
  expect(broken()?.map(({ source }) => source)).toEqual([
    `${KIT}/blocks/image-block`,
    expect.stringMatching(/^inferred/),
  ]);
  await call('chat.postMessage', { channel: FRONT_DESK, text: 'x' });
  expect(broken()).toBeUndefined();
  slack.faults.add({ error: 'fatal_error', times: 1 });
  await call('chat.postMessage', { channel: FRONT_DESK, text: 'x' });
  expect(broken()).toMatchObject([{ source: 'the Faults panel' }]);
});

test.each([
  [select({}), 'elements/0/options/0/text/text', `${KIT}/composition-objects/option-object`],
  [select({}), 'elements/0/placeholder/text', `${KIT}/block-elements/select-menu-element`],
  [{ type: 'multi_users_select' }, 'elements/0/action_id', `${KIT}/block-elements/multi-select-menu-element`],
  [{ type: 'datepicker' }, 'elements/0/action_id', `${KIT}/block-elements/date-picker-element`],
  [button({}), 'elements/0/confirm/title', `${KIT}/composition-objects/confirmation-dialog-object`],
])('the page of %o at %s', (element, at, page) => {
  expect(findPage({ blocks: [actions(element)] }, `/blocks/0/${at}`)).toBe(page);
});
