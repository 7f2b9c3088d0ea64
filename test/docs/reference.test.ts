import { expect, test } from 'vitest';
import { COMMAND_WORDS } from '../../src/command/command-words.ts';
import { COMMAND_FORMS } from '../../src/command/help-view.ts';
import { buildReference } from './build-reference.ts';

test('docs/reference.md is up to date: npm run reference writes it', async () => {
  await expect(await buildReference()).toMatchFileSnapshot('../../docs/reference.md');
});

test('the help, which is its list of commands, knows every word of a command', () => {
  const untold = COMMAND_WORDS.filter((word) =>
    COMMAND_FORMS.every(({ usage, does }) => !new RegExp(`\\b${word}\\b`).test(`${usage} ${does}`)),
  );
  expect(untold).toEqual([]);
});
