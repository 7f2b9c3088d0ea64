import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/open-store.ts';
import { runStandIn } from '../../tools/stand-in.ts';
import { buildLink } from '../fixtures/links.ts';

const BUILT = new URL('../../dist/src/store/engine/', import.meta.url);
const NOBODY = 65_534;

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paylink-private-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

const modes = async () =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(dataDir, { recursive: true })).map(async (name) => [
        name,
        await modeOf(join(dataDir, name)),
      ]),
    ),
  );

const openAndWrite = async (warnings: string[]) => {
  const store = await openStore({ dataDir }, { onWarning: (warning) => warnings.push(warning) });
  await store.links.reserve({ ...buildLink(), callbackTokenHash: 'hash', at: 1 });
  return store;
};

/** In a separate process: everything that a process does runs as its user. `script`: an expression. */
const runAsNobody = async (script: string): Promise<string> => {
  const whole = `
    import { makeFolderPrivate } from ${JSON.stringify(new URL('data-dir.js', BUILT).href)};
    import { openSqlite } from ${JSON.stringify(new URL('open-sqlite.js', BUILT).href)};
    const dataDir = ${JSON.stringify(dataDir)};
    process.setuid(${NOBODY});
    process.stdout.write(${script});`;
  const { stdout, stderr } = await runStandIn(['--input-type=module', '-e', whole]);
  expect(stderr).toBe('');
  return stdout;
};

describe('the folder of the embedded database', () => {
  test('and its contents are open only to its owner, whatever their mode was', async () => {
    await chmod(dataDir, 0o755);
    await mkdir(join(dataDir, 'exports'));
    const old = ['paylink.db.before-restore-1', 'paylink.backup', 'exports/T1.job.csv'];
    for (const name of old) await writeFile(join(dataDir, name), 'x', { mode: 0o644 });
    for (const name of old) await chmod(join(dataDir, name), 0o644);
    await chmod(join(dataDir, 'exports'), 0o755);
    const warnings: string[] = [];
    const store = await openAndWrite(warnings);
    expect(await modeOf(dataDir)).toBe('700');
    expect(await modes()).toEqual({
      'paylink.db': '600',
      'paylink.db-wal': '600',
      'paylink.db-shm': '600',
      'paylink.lock': '600',
      'paylink.lock-journal': expect.stringMatching('600'),
      'paylink.db.before-restore-1': '600',
      'paylink.backup': '600',
      exports: '700',
      'exports/T1.job.csv': '600',
    });
    expect(warnings).toEqual([]);
    await store.close();
  });

  test('is closed at the next start if an older version left it open', async () => {
    await (await openAndWrite([])).close();
    await chmod(dataDir, 0o755);
    await chmod(join(dataDir, 'paylink.db'), 0o644);
    await chmod(join(dataDir, 'paylink.lock'), 0o644);
    const store = await openStore({ dataDir });
    await store.links.setQrFile('lnk_1', 'F1', 2);
    expect(await modeOf(dataDir)).toBe('700');
    expect(new Set(Object.values(await modes()))).toEqual(new Set(['600']));
    await store.close();
  });

  test('keeps its other files as they are', async () => {
    await writeFile(join(dataDir, 'notes.txt'), 'x');
    await chmod(join(dataDir, 'notes.txt'), 0o644);
    await (await openStore({ dataDir })).close();
    expect(await modeOf(join(dataDir, 'notes.txt'))).toBe('644');
  });

  test.runIf(process.getuid?.() === 0)('of another user is reported, with the remedy', async () => {
    for (const name of ['paylink.db', 'paylink.lock']) await writeFile(join(dataDir, name), '');
    await chmod(dataDir, 0o777);
    const warnings = JSON.parse(await runAsNobody('JSON.stringify(makeFolderPrivate(dataDir))'));
    expect(warnings[0]).toMatch(new RegExp(`^${dataDir} holds .*chmod 700 ${dataDir},.*\\(EPERM\\)$`));
    expect(warnings).toHaveLength(3);
  });

  test.runIf(process.getuid?.() === 0).each(['paylink.lock', 'paylink.db'])(
    'is refused with the remedy if this user can only read %s in it',
    async (name) => {
      await (await openStore({ dataDir })).close();
      await chmod(join(dataDir, name), 0o444);
      await chown(dataDir, NOBODY, NOBODY);
      const refusal = await runAsNobody('await openSqlite(dataDir).then(() => "opened", String)');
      expect(refusal).toBe(
        `DatabaseUnusableError: DATA_DIR ${dataDir} cannot be used: this user cannot write to it (EACCES). Give the folder and all files in it to the user that runs Paylink.`,
      );
    },
  );
});
