import { expect, test } from 'vitest';
import { buildCardButtons } from '../../src/links/card/card-buttons-view.ts';
import { DISPLAY_STATES } from '../../src/links/card/display-states.ts';
import { isPermitted, PERMISSIONS, ROLES } from '../../src/people/members.ts';
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
