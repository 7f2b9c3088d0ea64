import { expect, test } from 'vitest';
import { COMMAND_WORDS } from '../../src/command/command-words.ts';
import { COMMAND_FORMS } from '../../src/command/help-view.ts';
import { buildReference, COMMANDS_DO } from './build-reference.ts';

test('docs/reference.md is up to date: npm run reference writes it', async () => {
  await expect(await buildReference()).toMatchFileSnapshot('../../docs/reference.md');
});

test('the list of commands says what each does, and knows every word of a command', () => {
  expect(Object.keys(COMMANDS_DO)).toEqual(COMMAND_FORMS.map(({ usage }) => usage));
  const untold = COMMAND_WORDS.filter((word) =>
    Object.entries(COMMANDS_DO).every((row) => !new RegExp(`\\b${word}\\b`).test(row.join(' '))),
  );
  expect(untold).toEqual([]);
});
