// @module-tag store

import { beforeEach, expect, test } from 'vitest';
import type { SeenView } from '../../playground/slack/local-slack.ts';
import { SARA } from '../../playground/slack/people-and-places.ts';
import { perTest } from '../fixtures/per-test.ts';
import {
  openColumns,
  pressFor,
  pressReport,
  report,
  rowsIn,
  seedPaid,
  shown,
  startAtNoon,
} from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const scene = perTest(startAtNoon);

beforeEach(() => seedPaid(scene, 12));

interface Choice {
  block: string;
  value: string;
  title: string;
}

const choicesIn = (window: SeenView): Choice[] =>
  (
    window.blocks as {
      block_id: string;
      element?: { options?: { value: string; text: { text: string } }[] };
    }[]
  ).flatMap(({ block_id: block, element }) =>
    (element?.options ?? []).map(({ value, text }) => ({ block, value, title: text.text })),
  );

const choose = (window: SeenView, wanted: (choice: Choice) => boolean) => {
  const choices = choicesIn(window);
  const blocks = [...new Set(choices.map(({ block }) => block))];
  const filled = Object.fromEntries(
    blocks.map((block) => [
      block,
      {
        [block]: choices
          .filter((choice) => choice.block === block && wanted(choice))
          .map(({ value }) => value),
      },
    ]),
  );
  return scene.slack.submit(SARA, window.id, filled);
};

test('the report shows the chosen columns, on the next page and after a restart too', async () => {
  const first = await report(scene, 'transactions', /Rows 1–10 of 12/);
  const window = await openColumns(scene, first);
  const wanted = ['Created', 'Amount', 'Fee', 'Card brand'];
  expect(await choose(window, ({ title }) => wanted.includes(title))).toEqual({ ok: true });
  const other = await shown(scene, /Card brand/);
  expect(other.ts).toBe(first.ts);
  const headings = ['Created', 'AED', 'Fee (AED)', 'Card brand'];
  expect(rowsIn(other)[0]).toEqual(headings);
  await scene.restart();
  expect(rowsIn(await pressFor(scene, other, 'report_next', /Rows 11–12 of 12/))[0]).toEqual(headings);
});

testAtLength('the modal opens with the current columns, and closing it changes nothing', async () => {
  const first = await report(scene, 'transactions', /Rows 1–10 of 12/);
  const window = await openColumns(scene, first);
  expect(seen(window).title).toBe('Columns');
  expect(JSON.stringify(window.blocks)).toContain('Only in your own copy: may be about customers');
  expect(JSON.stringify(window)).not.toContain('Sample Customer');
  await scene.slack.closeView(SARA, window.id);
  expect((await shown(scene, /Rows 1–10 of 12/)).blocks).toEqual(first.blocks);
});

testAtLength('the modal refuses an empty choice', async () => {
  const first = await report(scene, 'transactions', /Rows 1–10 of 12/);
  const window = await openColumns(scene, first);
  expect(await choose(window, () => false)).toMatchObject({
    ok: false,
    errors: { columns_0: 'Choose at least one column.' },
  });
});

testAtLength('the modal says if the page cannot be read', async () => {
  const first = await report(scene, 'transactions', /Rows 1–10 of 12/);
  scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 403, times: 1 });
  const window = await openColumns(scene, first, /does not allow this app’s key/);
  expect(window.submit).toBeNull();
});

testAtLength('a report says where the other fields of a very wide row are', async () => {
  const members = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`field${n}`, n]));
  const [link] = scene.sandbox.links();
  scene.sandbox.reword(link?.orderId ?? '', { members });
  const page = await report(scene, 'transactions', /Rows 1–10 of 12/);
  expect(seen(page).text).not.toContain('more than 500 fields');
  await pressReport(scene, page, 'report_next');
  expect(seen(await shown(scene, /Rows 11–12/)).text).toContain(
    'A row has more than 500 fields: the others are in the service’s dashboard.',
  );
});
