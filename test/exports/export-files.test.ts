import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExportFiles, type ExportFiles } from '../../src/exports/export-files.ts';
import { continueSpool, createSpool, encodeRows, type Spool } from '../../src/exports/export-spool.ts';
import type { ServiceRecord } from '../../src/payment-service/index.ts';
import { createRowReader } from '../../src/reports/row-reader.ts';

const JOB = { teamId: 'T1', id: 'job_1' };

let parent: string;
let folder: string;
let files: ExportFiles;
let token = 0;
const nextToken = () => {
  token += 1;
  return token;
};

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'paylink-files-'));
  folder = join(parent, 'exports');
  files = createExportFiles({ folder, newToken: () => String(nextToken()) });
});

afterEach(() => rm(parent, { recursive: true, force: true }));

const recordOf = (number: number): ServiceRecord => ({
  fields: { number, text: 'line\nbreak "quoted" \u2028 \u2029 \r é', nested: { list: [1, null] } },
  ...(number % 2 === 0 ? { isCut: true } : {}),
});
const recordsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => recordOf(from + index));
const linesOf = (from: number, count: number) =>
  encodeRows(recordsOf(from, count).map(createRowReader('links', 'Asia/Dubai')));

const readAll = async ({ records }: Spool) => {
  const all: ServiceRecord[] = [];
  for await (const batch of records()) all.push(...batch);
  return all;
};

describe('a spool', () => {
  test('returns every record unchanged, and only its owner can read the file', async () => {
    const { path } = await files.fresh(JOB, 'ndjson');
    const spool = await createSpool(path);
    // More than one chunk, so that some records are already written and some are not.
    for (let start = 0; start < 6_300; start += 700) await spool.append(linesOf(start, 700));
    const bytes = await spool.append(linesOf(6_300, 1));
    expect(await readAll(spool)).toEqual(recordsOf(0, 6_301));
    expect((await stat(path)).size).toBe(bytes);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await spool.close();
  });

  test('continues after the recorded bytes, and drops later ones', async () => {
    const first = await files.fresh(JOB, 'ndjson');
    const spool = await createSpool(first.path);
    const bytes = await spool.append(linesOf(0, 3));
    await spool.append('{"half a li');
    await spool.flush();
    const second = await files.fresh(JOB, 'ndjson');
    const again = await continueSpool(second.path, { path: first.path, bytes });
    expect((await stat(second.path)).size).toBe(bytes);
    // The earlier process is still alive.
    await spool.append(linesOf(90, 9));
    await spool.flush();
    await again?.append(linesOf(3, 2));
    expect(again && (await readAll(again))).toEqual(recordsOf(0, 5));
    await spool.close();
    await again?.close();
  });

  test('does not continue with a missing file, or one shorter than recorded', async () => {
    const { path } = await files.fresh(JOB, 'ndjson');
    expect(await continueSpool(path, { path: join(folder, 'gone'), bytes: 0 })).toBeNull();
    await writeFile(join(folder, 'short'), 'ab');
    expect(await continueSpool(path, { path: join(folder, 'short'), bytes: 3 })).toBeNull();
    expect(await readdir(folder)).toEqual(['short']);
  });
});

describe('the folder of exports', () => {
  test('keeps the files still needed, and touches no other files', async () => {
    const kept = await files.fresh(JOB, 'ndjson');
    const left = await files.fresh({ teamId: 'T1', id: 'job_2' }, 'csv');
    for (const { path } of [kept, left]) await writeFile(path, 'rows');
    await writeFile(join(folder, 'README'), 'not ours');
    const asked: string[] = [];
    const removed = await files.removeLeftovers(async ({ teamId, id }, { name }) => {
      asked.push(`${teamId} ${id}`);
      return name === kept.name;
    });
    expect(removed).toBe(1);
    expect(asked.sort()).toEqual(['T1 job_1', 'T1 job_2']);
    expect((await readdir(folder)).sort()).toEqual(['README', kept.name].sort());
  });

  test('deletes all files of a job, and none of a job with a longer name', async () => {
    const other = await files.fresh({ teamId: 'T1', id: 'job_11' }, 'csv');
    const own = await files.fresh(JOB, 'csv');
    for (const { path } of [own, other]) await writeFile(path, 'rows');
    await files.removeAllOf(JOB);
    expect(await readdir(folder)).toEqual([other.name]);
    expect(await readFile(other.path, 'utf8')).toBe('rows');
  });

  test('is refused if it is a symbolic link', async () => {
    await symlink(parent, folder);
    await expect(files.fresh(JOB, 'csv')).rejects.toThrow('belongs to somebody else');
  });

  test('has no leftovers if it does not exist', async () => {
    expect(await files.removeLeftovers(async () => true)).toBe(0);
  });
});
