// @module-tag store

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FATIMA, FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { explainFieldError } from '../../src/links/form/form-remarks-view.ts';
import { EMPTY_LINK_FORM } from '../../src/links/form/link-form-values.ts';
import { readDraft } from '../../src/links/form/read-draft.ts';
import { fillLinkForm, openForm } from '../fixtures/link-form.ts';
import { ask } from '../fixtures/reports.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ env: { PAYLINK_ADMINS: FATIMA } });
});

afterAll(() => scene.close());

const TOO_LONG = (length: string) =>
  `That is ${length} characters, and Paylink reads at most 1,000 after a command: shorten it and send it again.`;

describe('text that is too long after a command is not parsed, and the person gets an error', () => {
  test.each([
    ['/paylink', `audit ${'last '.repeat(800)}`.trim(), '4,005'],
    ['/paylink', `transactions ${'last '.repeat(800)}`.trim(), '4,012'],
    ['/paylink', 'x'.repeat(1_001), '1,001'],
    ['/paylink', `daily on ${'9'.repeat(2_000)}`, '2,009'],
    ['/paylink-report', '1-15 Oct '.repeat(400).trim(), '3,599'],
  ])('%s %.20s…', async (command, text, length) => {
    await ask(scene, text, { as: FATIMA, command });
    await scene.slack.until(() =>
      scene.slack.messages(FRONT_DESK, { as: FATIMA }).find((message) => message.text === TOO_LONG(length)),
    );
    expect(scene.slack.topModal(FATIMA)).toBeUndefined();
  });
});

test('a field accepts no more than its maximum', async () => {
  const form = await openForm(scene, '', SARA);
  const filled = fillLinkForm({ Phone: '05'.repeat(400) });
  const outcome = await scene.slack.submit(SARA, form.id, filled);
  expect(outcome).toMatchObject({ errors: { Phone: 'Please enter at most 60 characters.' } });
});

test('a field that is longer anyway is named, and the form is not processed', () => {
  const asked = { ...EMPTY_LINK_FORM, Phone: '05'.repeat(400) };
  const { errors } = readDraft(asked, 0, 'Asia/Dubai');
  expect(errors?.map((error) => [error.field, explainFieldError(error)])).toEqual([
    ['Phone', 'This has 800 characters: shorten it.'],
  ]);
});
