import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExportFiles, type ExportFiles } from '../../src/exports/export-files.ts';

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

describe('the folder of exports', () => {
  test('keeps the files still needed, and touches no other files', async () => {
    const kept = await files.fresh(JOB, 'csv');
    const left = await files.fresh({ teamId: 'T1', id: 'job_2' }, 'csv');
    for (const { path } of [kept, left]) await writeFile(path, 'rows');
    await writeFile(join(folder, 'README'), 'not ours');
    const asked: string[] = [];
    const another = createExportFiles({ folder, newToken: () => 'another' });
    const removed = await another.removeLeftovers(async ({ teamId, id }, touchedAt) => {
      asked.push(`${teamId} ${id}`);
      expect(touchedAt).toBeGreaterThan(0);
      return id === JOB.id;
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
