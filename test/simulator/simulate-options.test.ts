// @module-tag first

import { expect, test } from 'vitest';
import { readSimulateOptions } from '../../simulator/simulate-options.ts';

const read = (line: string) => readSimulateOptions(line.split(' ').filter((word) => word !== ''));

test('without options it simulates a hundred days, from seed 1', () => {
  expect(read('')).toEqual({
    is: 'run',
    options: {
      first: 1,
      count: 100,
      workers: null,
      only: null,
      isTraced: false,
      isWhole: false,
      isLong: false,
      untilFailure: false,
    },
  });
  expect(read('--seeds 7 --from 500 --workers 1')).toMatchObject({
    options: { first: 500, count: 7, workers: 1 },
  });
  expect(read('--seed 9 --seeds 7 --only sale:1,clock:2 --trace')).toMatchObject({
    options: { first: 9, count: 1, only: ['sale:1', 'clock:2'], isTraced: true },
  });
});

test.each([
  ['--frobnicate', 'Unknown option ‘--frobnicate’'],
  ['--seeds', 'Option ‘--seeds <value>’ argument missing'],
  ['seven', 'Unexpected argument ‘seven’'],
  ['--seeds 0', '--seeds takes a whole number above 0'],
  ['--seed 1.5', '--seed takes a whole number above 0'],
  ['--workers two', '--workers takes a whole number above 0'],
])('%s is refused in one line that says why', (line, why) => {
  const asked = read(line);
  expect(asked.is).toBe('refused');
  const fault = asked.is === 'refused' ? asked.fault.replace(/'(.*?)'/g, '‘$1’') : '';
  expect(fault).toContain(why);
  expect(fault).not.toContain('\n');
});

test('--help shows the options', () => {
  expect(read('--seeds 3 --help')).toEqual({ is: 'help' });
});
