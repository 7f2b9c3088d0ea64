import { expect, test } from 'vitest';
import { FIGURES } from '../../src/figures/figure-names.ts';
import { buildCardButtons } from '../../src/links/card/card-buttons-view.ts';
import { DISPLAY_STATES } from '../../src/links/card/display-states.ts';
import { isPermitted, PERMISSIONS, ROLES } from '../../src/people/members.ts';
import { CHANNEL_ROWS } from '../../src/settings/channel-settings.ts';
import { FORM_ROWS } from '../../src/settings/form-settings.ts';
import type { Settings } from '../../src/settings/setting.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';
import { SETTINGS_ROWS } from '../../src/settings/workspace-settings.ts';
import { buildLink } from '../fixtures/links.ts';
import { readFile, readTables } from './read-docs.ts';

const using = readFile('docs/using.md');
const emphasized = (cell = '') => /^\*(.+)\*$/.exec(cell)?.[1];

test('every word that a card can say of a link is explained, and no other', () => {
  const words = Object.values(DISPLAY_STATES).map(({ label }) => label.replace(/^\S+ /, ''));
  expect(
    readTables(using, 'the card says')
      .map(([cell]) => emphasized(cell))
      .sort(),
  ).toEqual(words.sort());
});

test('the table of roles says what the app holds to', () => {
  const rows = readTables(using, '').map(([what, ...cells]) => ({
    what,
    cells: cells.map((cell) => cell === 'yes'),
  }));
  const permissions = PERMISSIONS.map((permission) => ROLES.map((role) => isPermitted(role, permission)));
  // Nobody needs a permission to make links.
  expect(rows.map(({ cells }) => cells)).toEqual([ROLES.map(() => true), ...permissions]);
});

test('every button of a card is explained, and no other', () => {
  const open = buildLink({ state: 'open', address: 'https://pay.example.com/1' });
  const words = [open, buildLink({ state: 'paid' })].flatMap((link) =>
    buildCardButtons(link).elements.flatMap((element) => {
      if (element.type === 'overflow') return element.options.map(({ text }) => text.text);
      return 'text' in element ? [element.text?.text] : [];
    }),
  );
  expect(readTables(using, 'button').map(([cell]) => emphasized(cell))).toEqual([...new Set(words)]);
});

test('every figure is explained, and no other', () => {
  expect(readTables(using, 'figure').map(([name, counts]) => [emphasized(name), counts])).toEqual(FIGURES);
});

test('every setting is in its table, with its usual value', () => {
  const workspace = {
    ...DEFAULT_SETTINGS,
    presets: [{ name: 'Deposit', amountFils: 50_000, notes: 'Deposit' }],
  };
  const shown = { timeZone: 'Asia/Dubai', isBare: false, workspace };
  const rows = [SETTINGS_ROWS, FORM_ROWS, CHANNEL_ROWS].flatMap((some: Settings) => Object.values(some));
  const written = rows.map((row) => {
    const { label, hint, kind } = row.field(row.usual, shown) ?? expect.fail(row.name);
    const element = kind.ask(null);
    const [box] = element.type === 'checkboxes' ? element.options : [];
    return [label, (row.inMessage ?? row.plainly)(row.usual), hint ?? box?.text.text ?? ''];
  });
  expect(readTables(using, 'setting')).toEqual(written);
});
