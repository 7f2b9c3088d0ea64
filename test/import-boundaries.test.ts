import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

interface Import {
  file: string;
  room: string;
  /** Path below `src/` for our own files, the package's name otherwise. */
  target: string;
  isOurs: boolean;
}

const IMPORTS: Import[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const source = readFileSync(join(SRC, file), 'utf8');
    return [...source.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, target = '']) => {
      const isOurs = target.startsWith('.');
      return {
        file,
        room: file.includes('/') ? (file.split('/')[0] ?? '') : '',
        target: isOurs ? relative(SRC, join(SRC, dirname(file), target)) : target,
        isOurs,
      };
    });
  });

const offenders = (isOffence: (found: Import) => boolean) =>
  IMPORTS.filter(isOffence).map((found) => `${found.file} -> ${found.target}`);

const isIn = (target: string, rooms: string[]) => rooms.some((room) => target.startsWith(`${room}/`));

test('the payment service client could be published alone', () => {
  expect(
    offenders(
      (found) => found.room === 'payment-service' && found.isOurs && !isIn(found.target, ['payment-service']),
    ),
  ).toEqual([]);
});

test('what the records say is judged without anything but the records', () => {
  expect(
    offenders(
      (found) =>
        found.room === 'payments' && !(found.isOurs && isIn(found.target, ['payments', 'payment-service'])),
    ),
  ).toEqual([]);
});

test('links, notices, reports, jobs, charts, pictures and workspaces know neither Bolt nor blocks', () => {
  expect(
    offenders(
      (found) =>
        ['links', 'notices', 'reports', 'jobs', 'charts', 'pictures', 'workspaces'].includes(found.room) &&
        (found.target.startsWith('@slack/') ||
          isIn(found.target, ['slack', 'messages', 'web', 'playground'])),
    ),
  ).toEqual([]);
});

test('the rehearsal says what the app says, without the app and its database', () => {
  const known = [
    'rehearsal',
    'messages',
    'store',
    'charts',
    'pictures',
    'doctor',
    'manifest',
    'workspaces/settings.ts',
    'slack/slack-fetch.ts',
  ];
  expect(
    offenders(
      ({ room, target, isOurs }) =>
        room === 'rehearsal' &&
        isOurs &&
        target.includes('/') &&
        !known.some((one) => target === one || target.startsWith(`${one}/`)),
    ),
  ).toEqual([]);
  expect(
    offenders(({ room, target }) => room !== '' && room !== 'rehearsal' && isIn(target, ['rehearsal'])),
  ).toEqual([]);
});

test('messages are pure: Slack only as types, no input or output, no clock', () => {
  expect(
    offenders(
      (found) =>
        found.room === 'messages' &&
        (found.isOurs
          ? !isIn(found.target, ['messages', 'payment-service', 'store'])
          : found.target !== '@slack/types'),
    ),
  ).toEqual([]);
});

test('only the store imports the database, and the bench as the baseline to compare with', () => {
  expect(
    offenders(
      (found) =>
        ['libsql', 'kysely', 'pg'].includes(found.target) && !['store', 'bench'].includes(found.room),
    ),
  ).toEqual([]);
});

test('the app imports nothing from the playground, the bench or the simulator', () => {
  const beside = ['playground', 'bench', 'simulator'];
  expect(offenders((found) => !beside.includes(found.room) && isIn(found.target, beside))).toEqual([]);
});

test('the playground takes from the app only schemas and limits', () => {
  const allowed = ['payment-service/link-request.ts', 'messages/limits.ts'];
  expect(
    offenders(
      (found) =>
        found.room === 'playground' &&
        found.isOurs &&
        !isIn(found.target, ['playground']) &&
        !allowed.includes(found.target),
    ),
  ).toEqual([]);
});

test('only the entry points read the environment', () => {
  const readers = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && readFileSync(join(SRC, file), 'utf8').includes('process.env'))
    .filter((file) => !file.startsWith('playground/') && !file.startsWith('bench/'));
  expect(readers.sort()).toEqual([
    'backup/backup.ts',
    'backup/restore.ts',
    'doctor/doctor.ts',
    'index.ts',
    'manifest/manifest.ts',
    'rehearsal/rehearsal.ts',
  ]);
});

test('the values of Kysely come from one file: imported in two ways they would be loaded twice', () => {
  const loads = /^import (?!type )[^;]*from 'kysely'/m;
  expect(
    readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && loads.test(readFileSync(join(SRC, file), 'utf8')),
    ),
  ).toEqual([]);
});
