import { describe, expect, test } from 'vitest';
import { findUsage, matchCommands, splitCommand } from '../../../playground/page/completion.ts';

const commands = [
  { command: '/paylink', description: 'New link', usageHint: '[amount]', shouldEscape: true },
  { command: '/paylink-report', description: 'Report', usageHint: '', shouldEscape: true },
];
const names = (typed: string) => matchCommands(typed, commands).map(({ command }) => command);

describe('the list of commands', () => {
  test('opens with a slash', () => {
    expect(names('/')).toEqual(['/paylink', '/paylink-report']);
    expect(names('')).toEqual([]);
    expect(names('hello /')).toEqual([]);
  });
  test('narrows while a name is typed, ignoring case', () => {
    expect(names('/PAYLINK-')).toEqual(['/paylink-report']);
  });
  test('disappears once arguments begin', () => {
    expect(names('/paylink ')).toEqual([]);
  });
});

test('the usage of a command shows while its arguments are typed', () => {
  expect(findUsage('/paylink 250', commands)?.usageHint).toBe('[amount]');
  expect(findUsage('/paylink', commands)).toBeUndefined();
  expect(findUsage('/other x', commands)).toBeUndefined();
});

test('a command is separated from its text, keeping line breaks', () => {
  expect(splitCommand('/Paylink  250 Sara\nKhan ')).toEqual({ command: '/paylink', text: '250 Sara\nKhan' });
  expect(splitCommand('/paylink')).toEqual({ command: '/paylink', text: '' });
  expect(splitCommand('hello')).toBeNull();
});
