// @module-tag store

import { afterEach, expect, test } from 'vitest';
import type { Click } from '../../packages/local-slack/src/local-slack-api.ts';
import { RAVI, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { modalWith } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { createLinks, giveFile, previewOf } from './batch-scene.ts';
import { HEAD, OMAR, SARA as SARA_KHAN } from './read-list.ts';
import { buildWorkbook } from './sheets.ts';

let scene: Scene;

afterEach(() => scene.close());

const QUESTION = /what does each column hold/;

/** Presses in the window that is open. */
const pressIn = async (as: string, click: Click): Promise<void> => {
  const viewId = scene.slack.topModal(as)?.id ?? '';
  const pressed = await scene.slack.click(as, { viewId }, click);
  if (!pressed.ok) throw new Error(pressed.problem);
};

test('what was answered is remembered for the same headings, and can be changed', async () => {
  scene = await startScene({ env: { PAYLINK_ADMINS: `${RAVI},${SARA}` } });
  const text = 'Patient,Mobile,Email,Net Due,Service\nSara Khan,0501234567,a@example.com,250.00,Visit';
  await giveFile(scene, { text });
  const asked = await modalWith(scene, QUESTION);
  expect(seen(asked).fields).toMatchObject({
    'Amount to be paid': 'Net Due: 250.00',
    'Customer’s name': '',
    Phone: 'Mobile: 0501234567',
    'Can be paid until': 'As in the form',
  });
  await scene.slack.submit(SARA, asked.id, {
    'batch_FullName.0': { batch_FullName: '0:Patient' },
    'batch_notes.0': { batch_notes: '4:Service' },
  });
  expect(seen(await previewOf(scene)).text).not.toContain('chose on');
  await createLinks(scene, /0 of 1 paid/);

  await giveFile(scene, { text: `${text}\nOmar Ali,0507654321,b@example.com,300.00,Visit` }, { as: RAVI });
  const preview = seen(await previewOf(scene, RAVI)).text;
  expect(preview).toContain('name from *Patient*');
  expect(preview).toMatch(new RegExp(`As <@${SARA}> chose for these headings, `));

  await pressIn(RAVI, { actionId: 'batch_change' });
  const again = await modalWith(scene, QUESTION, RAVI);
  expect(seen(again).fields).toMatchObject({ 'Customer’s name': 'Patient: Sara Khan' });
  await scene.slack.submit(RAVI, again.id, { 'batch_notes.0': { batch_notes: '0:Patient' } });
  expect(seen(await previewOf(scene, RAVI)).text).toContain('what for from *Patient*');
});

test('an amount that had a rival is asked about again, filled in', async () => {
  scene = await startScene();
  const text = 'Amount,Name,Phone,E-mail,For,Unpaid\n250.00,Sara Khan,0501234567,a@example.com,Rent,150.00';
  await giveFile(scene, { text });
  const asked = await modalWith(scene, QUESTION);
  expect(seen(asked).fields['Amount to be paid']).toBe('');
  await scene.slack.submit(SARA, asked.id, { 'batch_invoiceAmount.0': { batch_invoiceAmount: '5:Unpaid' } });
  expect(seen(await previewOf(scene)).text).toContain('AED 150.00');
  await scene.slack.closeView(SARA, asked.id, true);
  await giveFile(scene, { text });
  expect(seen(await modalWith(scene, QUESTION)).fields['Amount to be paid']).toBe('Unpaid: 150.00');
});

test('another sheet refills the window, and what was chosen by its heading stays', async () => {
  scene = await startScene();
  const sheet = (name: string, amount: number, extra: string[]) => ({
    name,
    rows: [
      [...extra, ...HEAD, 'Net Due'],
      [...extra.map(() => 'x'), amount + 50, ...SARA_KHAN, 'Rent', amount],
      [...extra.map(() => 'y'), amount + 60, ...OMAR, 'Rent', amount],
    ],
  });
  const notes = { name: 'Notes', rows: [['Call the bank']] };
  const bytes = buildWorkbook([sheet('Jan', 100, []), sheet('Feb', 200, ['Class']), notes]);
  await giveFile(scene, { bytes, name: 'year.xlsx' });
  const asked = await modalWith(scene, QUESTION);
  expect(seen(asked).fields).toMatchObject({ 'Which sheet is the list?': 'Jan' });
  const filled = {
    'batch_invoiceAmount.0': { batch_invoiceAmount: '5:Net Due' },
    'batch_notes.0': { batch_notes: '1:Name' },
  };
  await pressIn(SARA, { actionId: 'batch_sheet', chosen: '2', filled });
  await scene.slack.closeView(SARA, (await modalWith(scene, /found no list in this file/)).id);
  await pressIn(SARA, { actionId: 'batch_sheet', chosen: '1' });
  const refilled = await modalWith(scene, /Class: x/);
  expect(seen(refilled).fields).toMatchObject({
    ...{ 'Which sheet is the list?': 'Feb', Phone: 'Phone: 0501234567' },
    ...{ 'Amount to be paid': 'Net Due: 200', 'What is it for?': 'Name: Sara Khan' },
  });
  await scene.slack.submit(SARA, refilled.id, {});
  const { text } = seen(await previewOf(scene));
  expect(text).toContain('Sheet “Feb”');
  expect(text).toContain('AED 400.00');
});
