import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Shapes } from '../../src/store/engine/table.ts';
import { DATA_MIGRATIONS, RELEASED, type Snapshot } from '../../src/store/releases.ts';
import { version } from '../../src/version.ts';
import { describeJson, describeStored } from '../../tools/build/describe-stored.ts';
import { canRead, listOpenChanges } from '../../tools/build/open-changes.ts';

type Jobs = Record<string, Snapshot['jobs'][string]>;

const FOLDER = new URL('../../src/store/snapshots/', import.meta.url);
const isNewer = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true }) > 0;
const today = { version: 'next', ...describeStored() };
const released = RELEASED.map((snapshot) => snapshot.version);

test('each release has its snapshot, which is listed', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(released.map((one) => `${one}.json`).sort());
  expect(released.every((one, at) => at === 0 || isNewer(one, released[at - 1] ?? ''))).toBe(true);
  expect(isNewer(version, released.at(-1) ?? ''), 'npm run snapshot').toBe(false);
});

/** What to do about a change that this finds is in docs/architecture.md, *To add a column*. */
test.each([...RELEASED, today].slice(1).map((after, at) => [after.version, RELEASED[at], after] as const))(
  'what %s stores otherwise than the release before is answered by a data migration',
  (to, before, after) => {
    const steps = DATA_MIGRATIONS.filter((step) =>
      to === 'next' ? !released.includes(step.to) : step.to === to,
    );
    const open = listOpenChanges(before ?? after, after);
    expect(open.sort()).toEqual(steps.flatMap(({ answers }) => answers).sort());
  },
);

describe('of two releases', () => {
  const change = (work: (tables: Shapes, jobs: Jobs) => void) => {
    const { tables, jobs } = structuredClone(today);
    work(tables, jobs);
    return listOpenChanges(today, { tables, jobs });
  };
  const setJson = (json: z.ZodType) => (tables: Shapes) => {
    Object.assign(tables['links']?.columns['settled'] ?? {}, { json: describeJson(json) });
  };

  const setJob =
    (name: string, change: Partial<Jobs[string]>) =>
    (_: Shapes, jobs: Jobs): unknown =>
      Object.assign(jobs[name] ?? expect.fail(name), change);
  const other = describeJson(z.object({ linkId: z.number() }));

  test.each<[string, (tables: Shapes, jobs: Jobs) => void, string]>([
    ['a table goes', (tables) => delete tables['callbacks'], 'callbacks is gone'],
    ['a column goes', ({ links }) => delete links?.columns['threadTs'], 'links.threadTs is gone'],
    [
      'a column has another type',
      ({ links }) => Object.assign(links?.columns['version'] ?? {}, { type: 'text' }),
      'links.version is another kind of column',
    ],
    [
      'a column may be null',
      ({ links }) => Object.assign(links?.columns['version'] ?? {}, { isNullable: true }),
      'links.version is another kind of column',
    ],
    [
      'a column has another default',
      ({ links }) => Object.assign(links?.columns['qrUploads'] ?? {}, { fallback: 1 }),
      'links.qrUploads is another kind of column',
    ],
    [
      'a column refers elsewhere',
      ({ jobs }) => Object.assign(jobs?.columns['linkId'] ?? {}, { target: 'batches.id' }),
      'jobs.linkId is another kind of column',
    ],
    [
      'a new column has no value for older rows',
      ({ links }) => Object.assign(links?.columns ?? {}, { shop: { type: 'text' } }),
      'links.shop is new, and no older row has a value: it may be null, or has a default',
    ],
    [
      'the key is another',
      ({ meta }) => Object.assign(meta ?? {}, { key: ['value'] }),
      'meta has another key',
    ],
    [
      'a unique index goes',
      ({ links }) => delete links?.indexes['by_nonce'],
      'links, index by_nonce, decides otherwise what may be there twice',
    ],
    [
      'a unique index comes',
      ({ links }) => Object.assign(links?.indexes ?? {}, { by_qr: { on: ['qrFileId'], isUnique: true } }),
      'links, index by_qr, decides otherwise what may be there twice',
    ],
    ['stored JSON is another', setJson(z.object({ by: z.number() })), 'links.settled holds other JSON'],
    ['a kind of job goes', (_, jobs) => delete jobs['sweep'], 'jobs, sweep, is gone'],
    ['nobody tells any more what waits', (_, jobs) => delete jobs['tell news'], 'jobs, tell news, is gone'],
    [
      'a kind of job waits elsewhere',
      setJob('check', { queue: 'notices' }),
      'jobs, check, waits in another queue',
    ],
    [
      'a job is about something else',
      setJob('check', { payload: other }),
      'jobs, check, is about other JSON',
    ],
    [
      'what a message is about is another',
      setJob('tell happened', { payload: other }),
      'jobs, tell happened, is about other JSON',
    ],
    ['a job keeps something else', setJob('turn', { progress: other }), 'jobs, turn, keeps other JSON'],
  ])('a step is asked for when %s', (_, work, expected) => {
    expect(change(work)).toEqual([expected]);
  });

  test('new tables, columns with a value for older rows, and indexes are made without one', () => {
    expect(
      change((tables) => {
        tables['visits'] = {
          columns: { id: { type: 'text' } },
          key: ['id'],
          indexes: { by_id: { on: ['id'], isUnique: true } },
        };
        Object.assign(tables['links']?.columns ?? {}, {
          note: { type: 'text', isNullable: true },
          stars: { type: 'integer', fallback: 0 },
        });
        Object.assign(tables['links']?.indexes ?? {}, {
          by_day: { on: ['createdAt'] },
          by_note: { on: ['note'] },
        });
        delete tables['links']?.indexes['by_phone'];
      }),
    ).toEqual([]);
  });
});

const old = z.object({
  by: z.string(),
  kind: z.enum(['a', 'b']),
  rows: z.array(z.object({ at: z.number().nullable() })),
});
const { shape } = old;

describe('JSON of one shape is read as another', () => {
  test.each<[string, z.ZodType, boolean]>([
    ['that is the same', z.object(shape), true],
    ['with a name that may be missing', z.object({ ...shape, note: z.string().optional() }), true],
    ['in which a name may be missing', z.object({ ...shape, by: z.string().optional() }), true],
    ['with one more word', z.object({ ...shape, kind: z.enum(['b', 'c', 'a']) }), true],
    ['in which any word is taken', z.object({ ...shape, kind: z.string() }), true],
    ['that may be null', z.object({ ...shape, by: z.string().nullable() }), true],
    [
      'whose rows have more',
      z.object({
        ...shape,
        rows: z.array(z.object({ at: z.number().nullable(), to: z.number().optional() })),
      }),
      true,
    ],
    ['of which it is one', z.union([old, z.string()]), true],
    ['but not with a name more', z.object({ ...shape, note: z.string() }), false],
    ['but not without a name', z.object({ by: shape.by, kind: shape.kind }), false],
    ['but not with a word less', z.object({ ...shape, kind: z.enum(['a']) }), false],
    ['but not with words where any was taken', z.object({ ...shape, by: z.enum(['a']) }), false],
    ['but not of another type', z.object({ ...shape, by: z.number() }), false],
    ['but not with a limit', z.object({ ...shape, by: z.string().max(3) }), false],
    [
      'but not whose rows are other',
      z.object({ ...shape, rows: z.array(z.object({ at: z.number() })) }),
      false,
    ],
    ['but not of none', z.array(old), false],
  ])('%s', (_, now, expected) => {
    expect(canRead(describeJson(now), describeJson(old))).toBe(expected);
  });
});
