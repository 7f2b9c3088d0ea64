// @module-tag long
// @module-tag store

import { afterEach, expect, test } from 'vitest';
import { RAVI } from '../../packages/local-slack/src/people-and-places.ts';
import { groupFils } from '../../src/blocks/money-and-time.ts';
import { modalWith } from '../fixtures/press-card.ts';
import { ask, pressReport, report, shown, startAtNoon } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { openSection } from '../fixtures/settings-windows.ts';
import { changeShown } from '../fixtures/shown-records.ts';
import type { Scene } from '../fixtures/start-paylink.ts';
import { fillIn } from '../fixtures/what-came.ts';

let scene: Scene;

afterEach(() => scene.close());

/** Payouts as the service shows them, three of their names its own. */
const startWithOwnNames = async () => {
  scene = await startAtNoon({
    env: { PAYLINK_ADMINS: RAVI },
    sandbox: { history: { days: 8, linksPerDay: 2 } },
  });
  changeShown(scene.sandbox, ({ of, records }) =>
    of === 'payouts'
      ? {
          records: records.map(({ netAmount, grossAmount, createdAt, ...rest }) => ({
            ...rest,
            ...{ wiredToBank: netAmount, pile: { taken: grossAmount }, wiredOn: createdAt, drift: '0.25' },
          })),
        }
      : {},
  );
};

const BY_RAVI = { as: RAVI };
const WORDS = 'payouts 1-21 Nov';

test('columns of payouts that nobody knows are asked about from the report, and its figures follow', async () => {
  await startWithOwnNames();
  const before = await report(scene, WORDS, /Gross, fees or net are \*not known\*/, BY_RAVI);
  expect(seen(before).text).toContain(
    '(Paylink does not know the columns “wiredToBank”, “pile.taken”, “wiredOn” and 1 more)',
  );
  await pressReport(scene, before, 'payout_columns_open', BY_RAVI);
  const window = await modalWith(scene, /doesn’t know what these columns hold/, RAVI);
  expect(Object.keys(seen(window).fields)).toEqual(['wiredToBank', 'pile.taken', 'wiredOn', 'drift']);
  const says = {
    ...{ wiredToBank: 'netAmount', 'pile.taken': 'grossAmount' },
    ...{ wiredOn: 'payoutDate', drift: 'nothing' },
  };
  await scene.slack.submit(RAVI, window.id, fillIn(window, says));
  const saved = seen(await modalWith(scene, /its figures follow/, RAVI)).text;
  expect(saved).toContain('`wiredToBank (payouts)`: *net*, said <@');

  const payouts = scene.sandbox.payouts();
  const sum = (of: 'grossFils' | 'netFils') =>
    groupFils(payouts.reduce((all, payout) => all + payout[of], 0));
  await ask(scene, WORDS, BY_RAVI);
  const after = seen(await shown(scene, new RegExp(`Gross AED ${sum('grossFils')}`), BY_RAVI)).text;
  expect(after).toContain(`net AED ${sum('netFils')}.`);
  expect(after).not.toMatch(/does not know|without a readable amount/);

  await pressReport(scene, before, 'payout_columns_open', BY_RAVI);
  const again = await modalWith(scene, /its figures follow/, RAVI);
  expect(again.submit ?? null).toBeNull();

  // Taken back, it is asked about again.
  const form = await openSection(scene, 'links');
  const blocks = form.blocks as {
    block_id: string;
    text?: { text: string };
    accessory?: { options?: { value: string }[] };
  }[];
  const listed = blocks.find(({ text }) => text?.text.startsWith('`wiredToBank (payouts)`'));
  const menu = {
    actionId: 'taught_word_menu',
    blockId: listed?.block_id ?? '',
    chosen: listed?.accessory?.options?.[0]?.value ?? '',
  };
  expect(await scene.slack.click(RAVI, { viewId: form.id }, menu)).toEqual({ ok: true });
  const asked = await modalWith(scene, /No sale counts as paid by this answer alone/, RAVI);
  await scene.slack.submit(RAVI, asked.id, {});
  await scene.slack.until(() => !seen(scene.slack.topModal(RAVI)).text.includes('wiredToBank'));
  await report(scene, WORDS, /does not know the column “wiredToBank”/, BY_RAVI);
});
