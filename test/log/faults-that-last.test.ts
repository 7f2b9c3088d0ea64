// @module-tag long

import { beforeEach, expect, test } from 'vitest';
import { createLog, type Log } from '../../src/log.ts';

const SECOND = 1_000;

let time: number;
let written: Record<string, unknown>[];
let log: Log;

beforeEach(() => {
  time = Date.UTC(2026, 10, 21, 8);
  written = [];
  log = createLog('info', { write: (line) => void written.push(JSON.parse(line)) }, () => time);
});

const gone = (message = 'nothing listens there') =>
  Object.assign(new Error(message), { code: 'ECONNREFUSED' });
/** Five workers meet it every second for two and a half minutes. */
const meet = (write: (number: number) => void) => {
  for (let number = 0; number < 750; number += 1) {
    write(number);
    time += SECOND / 5;
  }
};

test('a fault that lasts is one line a minute, which says how often it was met in between', () => {
  meet(() => log.error({ err: gone() }, 'jobs not read; trying again'));
  expect(written).toMatchObject([
    { msg: 'jobs not read; trying again', err: { code: 'ECONNREFUSED' } },
    { msg: 'jobs not read; trying again', repeated: 299 },
    { msg: 'jobs not read; trying again', repeated: 299 },
  ]);
  expect(written[0]).not.toHaveProperty('repeated');
});

test('for whichever link or job it is met, and however many it concerns, it is the same fault', () => {
  meet((number) =>
    log.warn({ link: `lnk_${number}`, job: `job_${number}`, callbacks: number, err: gone() }, 'not checked'),
  );
  expect(written).toHaveLength(3);
});

test('a library’s lines of words alone are told once a minute, too', () => {
  meet(() => log.error({}, 'Failed to retrieve a new WSS URL'));
  meet(() => log.error('Failed to retrieve a new WSS URL'));
  expect(written).toHaveLength(6);
});

test.each<[string, (number: number) => void]>([
  ['another error', (number) => log.error({ err: gone(`no. ${number}`) }, 'jobs not read')],
  ['another workspace', (number) => log.error({ team: `T${number}`, err: gone() }, 'not swept')],
  [
    'another reference, which a person may read out',
    (number) => log.error({ reference: `R${number}`, err: gone() }, 'link not issued'),
  ],
  ['a job given up', (number) => log.warn({ job: `job_${number}`, reason: 'is_archived' }, 'job given up')],
  ['no fault', () => log.info({ err: gone() }, 'listings swept')],
])('%s is told each time', (_, write) => {
  meet(write);
  expect(written).toHaveLength(750);
});
