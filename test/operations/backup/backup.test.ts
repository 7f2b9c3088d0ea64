// @module-tag long

import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Database from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore, type Store } from '../../../src/open-store.ts';
import { backupCommand, buildRestoreCommand, runCommand } from '../../../src/operations/backup.ts';
import { runStandIn } from '../../../tools/stand-in.ts';
import { AT, openLink, reserveLink } from '../../links/open-link.ts';

const DIST = fileURLToPath(new URL('../../../dist/src/', import.meta.url));

/** More than can be written while a backup is made. */
const MOST_WRITTEN = 20_000;

let folder: string;
let dataDir: string;
const stores: Store[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paylink-backup-'));
  dataDir = join(folder, 'data');
});

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  await rm(folder, { recursive: true });
});

const open = async (place = dataDir): Promise<Store> => {
  const store = await openStore({ dataDir: place });
  stores.push(store);
  return store;
};

interface Ended {
  code: number | null;
  output: string;
}

/** As an operator runs it: another process, whose only setting is the place of the data. */
const run = async (
  command: 'backup' | 'restore',
  args: string[],
  env: Record<string, string> = { DATA_DIR: dataDir },
  place = folder,
  /** The largest file that it may write, in blocks of the shell: a disk that is full. */
  fileBlocks?: number,
): Promise<Ended> => {
  const line = [process.execPath, join(DIST, 'cli.js'), command, ...args];
  const [program = '', ...rest] =
    fileBlocks === undefined
      ? line
      : ['/bin/sh', '-c', `ulimit -f ${fileBlocks} && exec "$@"`, 'sh', ...line];
  const { code, stdout, stderr } = await runStandIn(rest, {
    program,
    folder: place,
    env: { PAYLINK_ENV_FILE: '', ...env },
  });
  return { code, output: stdout + stderr };
};

const backUp = (to: string) => run('backup', ['--to', to]);
const restore = (from: string, to = dataDir) => run('restore', ['--from', from], { DATA_DIR: to });
const fileIn = (name: string) => join(folder, name);

const countLinks = (path: string): number => {
  const database = new Database(path, { readonly: true });
  try {
    return database.prepare('select id from links').all().length;
  } finally {
    database.close();
  }
};

test('dist/ is built', () => {
  expect(existsSync(join(DIST, 'cli.js')), 'run `npm run build` first').toBe(true);
});

/** libsql closes a database, and removes its log, only when its statements are garbage-collected, and might remove a later log. */
const closeFiles = async () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  await setImmediate();
};

describe('a backup', () => {
  test('taken while the app writes is one consistent moment, also when restored', async () => {
    const store = await open();
    for (let number = 0; number < 50; number += 1) await openLink(store, `lnk_${number}`);
    let isOver = false;
    let written = 50;
    const writing = (async () => {
      while (!isOver && written < MOST_WRITTEN) {
        await openLink(store, `lnk_${written}`);
        written += 1;
        // The database answers synchronously: without this nothing else would run.
        await setImmediate();
      }
    })();
    const writtenBefore = written;
    const { code, output } = await backUp(fileIn('backup.db'));
    isOver = true;
    await writing;
    expect(output).toMatch(/^Backed up \d+ links to /);
    expect(code).toBe(0);
    expect(written).toBeGreaterThan(writtenBefore);
    const writtenAfter = written;

    const elsewhere = fileIn('elsewhere');
    expect(await restore(fileIn('backup.db'), elsewhere)).toMatchObject({ code: 0 });
    const restored = await open(elsewhere);
    let found = 0;
    for (; found < writtenAfter; found += 1) {
      const link = await restored.links.find('T1', `lnk_${found}`);
      if (link === null) break;
      // The last link may be reserved and not yet open, which are two commits.
      if (link.version === 2) {
        expect(link).toEqual(await store.links.get(link.id));
        expect(await restored.links.history(link.id)).toEqual(await store.links.history(link.id));
      } else {
        expect(await restored.links.find('T1', `lnk_${found + 1}`)).toBeNull();
      }
    }
    expect(found).toBeGreaterThanOrEqual(writtenBefore);
    expect(countLinks(fileIn('backup.db'))).toBe(found);
  });

  test('is readable only by its owner, and leaves nothing else behind', async () => {
    await openLink(await open(), 'lnk_1');
    const umask = process.umask(0o000);
    const { code } = await backUp(fileIn('backup.db')).finally(() => process.umask(umask));
    expect(code).toBe(0);
    expect((await stat(fileIn('backup.db'))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual(['backup.db', 'data']);
  });

  test('never overwrites a file', async () => {
    await openLink(await open(), 'lnk_1');
    await writeFile(fileIn('precious.txt'), 'precious');
    expect(await backUp(fileIn('precious.txt'))).toEqual({
      code: 1,
      output: expect.stringMatching(/already exists.*Choose another name/),
    });
    expect(await readFile(fileIn('precious.txt'), 'utf8')).toBe('precious');
  });

  test('of two simultaneous backups to one name, one is made', async () => {
    await openLink(await open(), 'lnk_1');
    const ended = await Promise.all([1, 2, 3].map(() => backUp(fileIn('backup.db'))));
    expect(ended.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    expect(countLinks(fileIn('backup.db'))).toBe(1);
  });

  test.each([
    ['without a name', null, {}, /paylink backup --to <file>/],
    ['of no database', 'a.db', { DATA_DIR: 'nothing' }, /There is no database in .*Set DATA_DIR/],
    ['into no folder', 'no/a.db', {}, /cannot be written \(ENOENT\)/],
    ['of PostgreSQL', 'a.db', { DATABASE_URL: 'postgres://u:hunter2@h/d' }, /pg_dump/],
  ])('%s is refused with the remedy', async (_, file, changes, expected) => {
    await openLink(await open(), 'lnk_1');
    const args = file === null ? [] : ['--to', fileIn(file)];
    const readEnv = () => ({ DATA_DIR: dataDir, ...changes });
    const refused = () => runCommand(backupCommand, { args, readEnv });
    expect(refused).toThrow(expected);
    expect(refused).not.toThrow('hunter2');
    expect(await readdir(folder)).toEqual(['data']);
  });

  test('that does not fit on its disk is refused in words, and leaves nothing behind', async () => {
    await openLink(await open(), 'lnk_1');
    const { code, output } = await run('backup', ['--to', fileIn('a.db')], { DATA_DIR: dataDir }, folder, 64);
    expect(output).toMatch(/^No backup was made \(SQLITE_\w+: .*\)\. Look at the disk of .*a\.db/);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual(['data']);
  });

  test('finds the folder with spaces around its name, as the app does', async () => {
    await openLink(await open(), 'lnk_1');
    const readEnv = () => ({ DATA_DIR: ` ${dataDir} ` });
    expect(runCommand(backupCommand, { args: ['--to', fileIn('a.db')], readEnv })).toMatch(
      /^Backed up 1 link /,
    );
  });

  test.each([
    ['PostgreSQL, whose address is in a file', '--to', 1, /^DATABASE_URL is set, .* pg_dump/],
    [
      'a .env that cannot be read',
      '--to',
      78,
      /^The configuration has errors:\n {2}- \.env cannot be read \(EISDIR\): it is/,
    ],
    ['a wrong option', '--form', 1, /paylink backup --to <file>/],
  ])('with %s says so, in its exit code, too', async (what, option, code, says) => {
    if (what.includes('.env')) await mkdir(fileIn('.env'));
    if (what.includes('PostgreSQL')) {
      await writeFile(fileIn('.env'), 'DATABASE_URL_FILE=address');
      await writeFile(fileIn('address'), 'postgres://u:hidden@db.example.com/paylink\n');
    }
    expect(await run('backup', [option, 'a.db'])).toEqual({ code, output: expect.stringMatching(says) });
    expect(await readdir(folder)).not.toContain('a.db');
  });
});

describe('a restore', () => {
  let ready: string;

  beforeAll(async () => {
    ready = await mkdtemp(join(tmpdir(), 'paylink-backed-up-'));
    const data = join(ready, 'data');
    const store = await openStore({ dataDir: data });
    await openLink(store, 'lnk_1');
    await run('backup', ['--to', join(ready, 'backup.db')], { DATA_DIR: data }, ready);
    await openLink(store, 'lnk_2');
    await store.close();
    await closeFiles();
  });
  afterAll(() => rm(ready, { recursive: true }));

  /** A backup with one link, of a closed database that now has two. */
  const prepare = () => cp(ready, folder, { recursive: true, preserveTimestamps: true });

  const oldNames = async () =>
    (await readdir(dataDir)).filter((name) => name.startsWith('paylink.db.')).sort();

  test('is refused while the app runs, and changes nothing', async () => {
    await prepare();
    const running = await open();
    expect(await restore(fileIn('backup.db'))).toEqual({
      code: 1,
      output: expect.stringMatching(/Paylink is running on .*Stop it first/),
    });
    expect(await running.links.find('T1', 'lnk_2')).not.toBeNull();
    expect(await oldNames()).toEqual([]);
  });

  test('keeps a complete copy of the old database', async () => {
    await prepare();
    expect(await restore(fileIn('backup.db'))).toEqual({
      code: 0,
      output: expect.stringMatching(/^Restored 1 link\. .* kept as .*before-restore-\d{8}-\d{6}/),
    });
    const [old = '', ...others] = await oldNames();
    expect(others).toEqual([]);
    expect(countLinks(join(dataDir, old))).toBe(2);
    for (const name of ['paylink.db', old])
      expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
    const store = await open();
    expect(await store.links.find('T1', 'lnk_1')).not.toBeNull();
    expect(await store.links.find('T1', 'lnk_2')).toBeNull();
    await reserveLink(store, 'lnk_3');
  });

  test('after a kill does not mix the old log with the restored database', async () => {
    await prepare();
    const writes = `import { openStore } from ${JSON.stringify(join(DIST, 'open-store.js'))};
      const store = await openStore({ dataDir: ${JSON.stringify(dataDir)} });
      await store.meta.write('left in the log', '1');
      process.kill(process.pid, 'SIGKILL');`;
    await runStandIn(['--input-type=module', '-e', writes]);
    expect(await readdir(dataDir)).toContain('paylink.db-wal');
    expect(await restore(fileIn('backup.db'))).toMatchObject({ code: 0 });
    const store = await open();
    expect(await store.meta.read('left in the log')).toBeNull();
    const [old = ''] = await oldNames();
    const before = new Database(join(dataDir, old), { readonly: true });
    expect(before.prepare("select name from meta where value = '1'").all()).toMatchObject([
      { name: 'left in the log' },
    ]);
    before.close();
  });

  test('over a database too damaged to open keeps that one with its log', async () => {
    await prepare();
    await writeFile(join(dataDir, 'paylink.db'), 'no database at all, '.repeat(500));
    await writeFile(join(dataDir, 'paylink.db-wal'), 'its log');
    expect(await restore(fileIn('backup.db'))).toMatchObject({ code: 0 });
    const old = await oldNames();
    expect(old).toHaveLength(2);
    expect(await readFile(join(dataDir, old[1] ?? ''), 'utf8')).toBe('its log');
    expect(await (await open()).links.find('T1', 'lnk_1')).not.toBeNull();
  });

  test.each([
    [
      'that is cut short',
      async (path: string) => writeFile(path, (await readFile(path)).subarray(0, 20_000)),
      /damaged|cannot be read/,
    ],
    [
      'with a page of noise',
      async (path: string) => {
        const bytes = await readFile(path);
        bytes.fill(0xa5, 8_192, 40_960);
        await writeFile(path, bytes);
      },
      /damaged|cannot be read/,
    ],
    ['that is empty', (path: string) => writeFile(path, ''), /not a Paylink database/],
    ['that is text', (path: string) => writeFile(path, 'text '.repeat(999)), /cannot be read/],
    [
      'of another program',
      async (path: string) => {
        await rm(path);
        const other = new Database(path);
        other.exec('create table links (id text)');
        other.close();
      },
      /not a Paylink database/,
    ],
    [
      'of another version',
      async (path: string) => {
        const newer = new Database(path);
        newer.exec("insert into kysely_migration (name, timestamp) values ('9999-to-come', 'now')");
        newer.close();
      },
      /another version: .* wrote it last \(9999-to-come\), and this is .*\. Restore it with that version/,
    ],
  ])('of a file %s is refused and changes nothing', async (_, spoil, expected) => {
    await prepare();
    await chmod(fileIn('backup.db'), 0o600);
    await spoil(fileIn('backup.db'));
    expect(await restore(fileIn('backup.db'))).toEqual({ code: 1, output: expect.stringMatching(expected) });
    const names = (await readdir(dataDir)).filter((name) => !/-(?:wal|shm)$/.test(name));
    expect(names.sort()).toEqual(['paylink.db', 'paylink.lock']);
    expect(await (await open()).links.find('T1', 'lnk_2')).not.toBeNull();
  });

  test('that does not fit on the disk is refused in words, and the old database stays', async () => {
    await prepare();
    const args = ['--from', fileIn('backup.db')];
    const { code, output } = await run('restore', args, { DATA_DIR: dataDir }, folder, 64);
    expect(output).toMatch(/^DATA_DIR .* cannot be used: .*\.\n$/);
    expect(code).toBe(1);
    expect(await oldNames()).toEqual([]);
    expect(await (await open()).links.find('T1', 'lnk_2')).not.toBeNull();
  });

  test('of a folder is refused', async () => {
    expect(await restore(folder)).toEqual({ code: 1, output: expect.stringMatching(/is not a file\.\n$/) });
  });

  test('creates a missing folder', async () => {
    await prepare();
    await mkdir(fileIn('new'));
    expect(await restore(fileIn('backup.db'), fileIn('new/data'))).toMatchObject({ code: 0 });
    expect((await stat(fileIn('new/data'))).mode & 0o777).toBe(0o700);
    const store = await open(fileIn('new/data'));
    expect((await store.links.get('lnk_1')).createdAt).toBe(AT);
  });

  test('with DATABASE_URL names the tool to use', async () => {
    const readEnv = () => ({ DATABASE_URL: 'postgres://u:hunter2@h/d' });
    const refused = () => runCommand(buildRestoreCommand('1'), { args: ['--from', 'a'], readEnv });
    expect(refused).toThrow('pg_restore');
    expect(refused).not.toThrow('hunter2');
  });
});
