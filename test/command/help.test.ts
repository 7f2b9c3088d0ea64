// @module-tag store

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FATIMA, FRONT_DESK, OMAR, RAVI, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { readyForm } from '../fixtures/link-form.ts';
import { modalWith } from '../fixtures/press-card.ts';
import { ask } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

/** Sara is a cashier, Omar a supervisor, Fatima in finance, Ravi an admin. */
let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ env: { PAYLINK_ADMINS: RAVI } });
  await saveSettings(scene, { supervisor: [OMAR], finance: [FATIMA] });
});

afterAll(() => scene.close());

/** The ephemeral answer. */
const answerTo = async (text: string, as: string) => {
  const before = scene.slack.messages(FRONT_DESK, { as }).length;
  await ask(scene, text, { as });
  const answer = await scene.slack.until(() => scene.slack.messages(FRONT_DESK, { as })[before]);
  expect(answer.ephemeralTo).toBe(as);
  return seen(answer).text;
};

const commandsIn = (text: string) =>
  [...text.matchAll(/^(?:`(\/paylink(?: [a-z|]+)?)|\*(.+?)\*$)/gm)].map(([, usage, part]) => usage ?? part);

const EVERY_DAY = ['Every day', '/paylink', '/paylink', '/paylink mine', '/paylink unpaid', '/paylink find'];
const REPORTS = [
  ...[...EVERY_DAY, '/paylink batch', 'Money', '/paylink daily', '/paylink team'],
  ...['/paylink transactions|payouts|links', '/paylink payouts'],
];
const FILES = [
  ...REPORTS,
  '/paylink reconcile',
  '/paylink exports',
  'Set up',
  '/paylink daily',
  '/paylink weekly',
];

describe('help', () => {
  test.each(['help me', '?', '-h', '--help'])('answers %j', async (typed) => {
    expect(commandsIn(await answerTo(typed, SARA))).toContain('/paylink mine');
  });

  test.each([
    ['a cashier', SARA, [...EVERY_DAY, 'Money', '/paylink daily']],
    ['a supervisor', OMAR, REPORTS],
    ['finance', FATIMA, [...FILES, '/paylink audit']],
    ['an admin', RAVI, [...FILES, '/paylink settings', '/paylink audit']],
  ])('for %s lists their commands by what they are for, and four questions', async (_, as, commands) => {
    const text = await answerTo('HELP', as);
    expect(commandsIn(text)).toEqual(commands);
    expect(text).toMatch(/\*Or ask\* after `\/paylink`: (?:`[^`]+`(?: · )?){4}\n/);
  });
});

describe('a mistyped command', () => {
  test.each([
    ['hlep', '/paylink help'],
    ['reprot', '/paylink report'],
    ['reprot last week', '/paylink report last week'],
    ['settigns', '/paylink settings'],
    ['dialy', '/paylink daily'],
    ['lnks', '/paylink links'],
    ['transactoins 1-15 Oct', '/paylink transactions 1-15 Oct'],
    ['transaction yesterday', '/paylink transactions yesterday'],
    ['payments this week', '/paylink transactions this week'],
    ['payout', '/paylink payouts'],
    ['link today', '/paylink links today'],
    ['busines', '/paylink business'],
    ['fidn', '/paylink find'],
    ['search sara', '/paylink find sara'],
    ['bulk', '/paylink batch'],
    ['business today', '/paylink business'],
  ])('%j is answered with %s', async (typed, meant) => {
    expect(await answerTo(typed, SARA)).toBe(
      `I didn’t understand “${typed}”. Did you mean \`${meant}\`?\nFor a payment link, type \`/paylink new\` and the same words.`,
    );
    expect(scene.slack.topModal(SARA)).toBeUndefined();
  });

  test.each(['Mike', 'Finn', 'Mina', 'Will', 'Grace'])(
    'does not include %j, whose sales are shown',
    async (typed) => {
      expect(await answerTo(typed, SARA)).toContain(
        `A new link? Add the amount, or type \`/paylink new ${typed}\`.`,
      );
      expect(scene.slack.topModal(SARA)).toBeUndefined();
    },
  );

  test.each([
    ...['Lina 250', 'Linus 300', 'Rupert 300', 'link 250 sara', 'payment 250 sara', 'Mark 90'],
    ...['new refund 250 sara', 'new remind nour', 'new thanks', 'new'],
    ...['Linus 300 for links', '250 links@example.com', 'Payout Trading 250 050 123 4567'],
  ])('does not include %j, which opens the form', async (typed) => {
    const before = scene.slack.messages(FRONT_DESK, { as: SARA }).length;
    await ask(scene, typed);
    const form = await scene.slack.until(() => readyForm(scene.slack.topModal(SARA)));
    expect(form.callbackId).toBe('link_form');
    expect(scene.slack.messages(FRONT_DESK, { as: SARA })).toHaveLength(before);
    await scene.slack.closeView(SARA, form.id, true);
  });
});

test('/paylink report opens the report form, filled in from the words after it', async () => {
  await ask(scene, 'report payouts yesterday', { as: OMAR });
  const form = await modalWith(scene, /from_day/, OMAR);
  expect(form.callbackId).toBe('report_form');
  expect(Object.values(seen(form).fields)).toContain('Payouts');
});
