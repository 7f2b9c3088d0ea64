// @module-tag long
// @module-tag store

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { systemClock } from '../../src/clock.ts';
import { startStandIn } from '../../tools/stand-in.ts';
import { readCode, readDocs, SUBCOMMANDS } from '../docs/read-docs.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let scene: Scene;
let folder: string;
/** What a clone has after a build, and nothing else: no `.env`. */
let clone: string;
let env: Record<string, string>;

beforeAll(async () => {
  scene = await startScene({ clock: systemClock });
  folder = await mkdtemp(join(tmpdir(), 'paylink-commands-'));
  clone = await mkdtemp(join(tmpdir(), 'paylink-clone-'));
  for (const name of ['package.json', 'manifest.json', 'dist', 'node_modules'])
    await symlink(join(ROOT, name), join(clone, name));
  env = {
    HOME: folder,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    PUBLIC_URL: scene.appUrl,
    SLACK_API_URL: scene.slack.apiUrl,
    SLACK_SIGNING_SECRET: scene.slack.signingSecret,
    SLACK_BOT_TOKEN: scene.slack.botToken,
    PAYLINK_BASE_URL: scene.sandbox.baseUrl,
    PAYLINK_API_KEY: 'key',
    PAYLINK_ACCOUNT_ID: 'account',
    PAYLINK_SECRET_KEY: 'secret',
  };
});

afterAll(async () => {
  await scene.close();
  await rm(folder, { recursive: true, force: true });
  await rm(clone, { recursive: true, force: true });
});

/** As typed in a shell, without the build before it: other tests use the built files. */
const npm = (...words: string[]) => {
  const child = startStandIn(['--ignore-scripts', ...words], {
    program: 'npm',
    folder: clone,
    env,
    isGroup: true,
  });
  const seen = { stdout: '', text: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    seen.stdout += chunk;
    seen.text += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    seen.text += chunk;
  });
  return { child, seen };
};

const run = async (...words: string[]) => {
  const { child, seen } = npm(...words);
  const [code] = await once(child, 'close');
  return { code, ...seen };
};

const paylink = (...words: string[]) =>
  run('exec', '--offline', '--', 'node', packageJson.bin.paylink, ...words);

const end = async (child: ChildProcess) => {
  const ended = once(child, 'close');
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  await ended;
};

/** What people who run Paylink type, and output that identifies it. `npm run doctor` and its like run `paylink doctor`. */
const COMMANDS: Record<string, () => Promise<void>> = {
  demo: async () => {
    const { child, seen } = npm('run', 'demo');
    await vi.waitUntil(() => /Open\s+http:\/\/127\.0\.0\.1:\d+/.test(seen.text), { timeout: 120_000 });
    const url = /Open\s+(http:\/\/127\.0\.0\.1:\d+)/.exec(seen.text)?.[1] ?? '';
    expect((await fetch(url)).status).toBe(200);
    await end(child);
  },
  // It runs this test.
  test: async () => {
    expect(packageJson.scripts).toMatchObject({
      pretest: expect.stringMatching(/lint.*types.*build/),
      test: 'vitest run',
    });
  },
  start: async () => {
    const { child, seen } = npm('start');
    await vi.waitUntil(() => seen.text.includes('"msg":"Paylink is ready"'), { timeout: 120_000 });
    await end(child);
    expect(seen.text).toContain('"msg":"stopped"');
    expect(await readdir(env['DATA_DIR'] ?? '')).toContain('paylink.db');
  },
  doctor: async () => {
    const { code, stdout } = await run('run', '--silent', 'doctor', '--', '--json');
    const { ok, checks } = JSON.parse(stdout);
    expect({ code, ok }).toEqual({ code: ok ? 0 : 1, ok: expect.any(Boolean) });
    expect(checks).toHaveLength(7);
  },
  manifest: async () => {
    const { code, stdout } = await run(
      'run',
      '--silent',
      'manifest',
      '--',
      '--url',
      'https://pay.example.com',
    );
    expect(code).toBe(0);
    const { features } = JSON.parse(stdout);
    expect(features.slash_commands[0]).toMatchObject({
      command: '/paylink',
      url: 'https://pay.example.com/slack/events',
    });
  },
  rehearsal: async () => {
    const { code, text } = await run('run', '--silent', 'rehearsal', '--', '--blocks-only');
    expect(text).toContain('Slack accepted everything that Paylink needs.');
    expect(code, text).toBe(0);
  },
  backup: async () => {
    await COMMANDS['start']?.();
    const { code, text } = await run('run', 'backup', '--', '--to', join(folder, 'paylink.backup'));
    expect(code, text).toBe(0);
    expect(await readdir(folder)).toContain('paylink.backup');
  },
  '--version': async () => {
    const { code, stdout } = await paylink('--version');
    expect(stdout).toContain(`Paylink ${packageJson.version} (`);
    expect(code).toBe(0);
  },
  adopt: async () => {
    const { code, stdout } = await paylink('adopt');
    expect(stdout).toContain('Nothing to confirm');
    expect(code).toBe(0);
  },
  restore: async () => {
    await COMMANDS['backup']?.();
    await cp(join(folder, 'paylink.backup'), join(folder, 'another.backup'));
    const { code, text } = await run('run', 'restore', '--', '--from', join(folder, 'another.backup'));
    expect(code, text).toBe(0);
    expect(text).toMatch(/Restored 0 links\./);
    await rm(join(folder, 'paylink.backup'));
  },
};

/** CONTRIBUTING explains them. */
const FOR_DEVELOPERS =
  /^(pre|bench|build|house|lint|load|local-slack|record|reference|simulate|snapshot|test:|types)/;

test('every command of the shell is tested here', () => {
  const scripts = Object.keys(packageJson.scripts).filter((name) => !FOR_DEVELOPERS.test(name));
  expect(Object.keys(COMMANDS).toSorted()).toEqual([...new Set([...scripts, ...SUBCOMMANDS])].toSorted());
});

test.each(Object.keys(COMMANDS).filter((name) => name !== 'backup'))('%s does what the texts say', (name) =>
  COMMANDS[name]?.(),
);

test('every option that a text gives a command is in its help', async () => {
  const given = readDocs()
    .flatMap(({ text }) => readCode(text))
    .flatMap((code) => [...code.matchAll(/npm run (?:--silent )?([a-z]+) -- (--[^\n#]*)/g)])
    .filter(([, name = '']) => !FOR_DEVELOPERS.test(name));
  expect(given).not.toEqual([]);
  const lost = given.map(async ([line, name = '', options = '']) => {
    const { text } = await run('run', '--silent', name, '--', '--help');
    return (options.match(/--[a-z-]+/g) ?? []).every((option) => text.includes(option)) ? [] : [line];
  });
  expect((await Promise.all(lost)).flat()).toEqual([]);
});
