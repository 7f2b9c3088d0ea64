import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalSlack, type LocalSlack } from '../../../playground/slack/local-slack.ts';
import { createClient } from './call-slack.ts';
import { modal, section } from './limit-cases.ts';

let slack: LocalSlack;
beforeAll(async () => {
  slack = await createLocalSlack();
});
afterAll(() => slack.close());

const ask = (args: object) =>
  createClient({ apiUrl: slack.apiUrl })
    .blocks.validate(args)
    .catch((error: { data: unknown }) => error.data);

test('blocks, messages and views are validated without a token', async () => {
  expect(await ask({ blocks: [section('One')] })).toMatchObject({ ok: true });
  expect(await ask({ message: { blocks: [section('One')] } })).toMatchObject({ ok: true });
  expect(await ask({ view: modal({ blocks: [section('One')] }) })).toMatchObject({ ok: true });
  expect(await ask({ view: { type: 'home', blocks: [section('One')] } })).toMatchObject({ ok: true });
});

test('errors have JSON pointers and follow the same rules', async () => {
  expect(await ask({ blocks: [section('x'.repeat(3_001))] })).toMatchObject({
    ok: false,
    error: 'invalid_blocks',
    errors: [
      {
        pointer: '/blocks/0/text/text',
        message: 'must be less than 3001 characters',
        code: 'failed_constraint',
      },
    ],
    response_metadata: {
      messages: ['[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]'],
    },
  });
  const blocks = [{ type: 'alert' }];
  expect(await ask({ message: { blocks } })).toMatchObject({ ok: false, error: 'invalid_message' });
  expect(await ask({ view: modal({ blocks }) })).toMatchObject({ ok: false, error: 'invalid_view' });
});

test('exactly one of blocks, message and view is accepted', async () => {
  expect(await ask({})).toMatchObject({ ok: false, error: 'invalid_arguments' });
  expect(await ask({ blocks: [section('One')], view: modal({ blocks: [section('One')] }) })).toMatchObject({
    ok: false,
    error: 'invalid_arguments',
  });
});
