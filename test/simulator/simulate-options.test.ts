import { expect, test } from 'vitest';
import { readSimulateOptions } from '../../tools/simulator/simulate-options.ts';

const read = (line: string) => readSimulateOptions(line.split(' ').filter((word) => word !== ''));

const USUAL = {
  ...{ first: 1, count: 100, workers: null, only: null },
  ...{ isTraced: false, isWhole: false, isLong: false, isMonth: false, untilFailure: false },
};

test.each([
  ['', {}],
  ['--seeds 7 --from 500 --workers 1', { first: 500, count: 7, workers: 1 }],
  ['--seed 9 --seeds 7 --trace', { first: 9, count: 1, isTraced: true }],
  ['--whole --until-failure', { isWhole: true, untilFailure: true }],
  ['--only sale:1,clock:2, --long', { only: ['sale:1', 'clock:2'], isLong: true }],
])('‘%s’ simulates %j', (line, options) => {
  expect(read(line)).toEqual({ is: 'run', options: { ...USUAL, ...options } });
});

test.each([
  ['--frobnicate', "Unknown option '--frobnicate'"],
  ['--seeds', "Option '--seeds <value>' argument missing"],
  ['seven', "Unexpected argument 'seven'"],
  ['--seeds 0', '--seeds takes a whole number above 0'],
  ['--seed 1.5', '--seed takes a whole number above 0'],
  ['--workers two', '--workers takes a whole number above 0'],
])('%s is refused in one line: %s', (line, why) => {
  expect(read(line)).toEqual({ is: 'refused', fault: expect.stringMatching(`^${why}.*\\.$`) });
});

test('--help shows the options', () => {
  expect(read('--seeds 3 --help')).toEqual({ is: 'help' });
});
