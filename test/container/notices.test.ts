import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describePackages } from '../../tools/build/notices.mjs';
import { ROOT } from './read-dockerfile.ts';

const scratch = mkdtempSync(join(tmpdir(), 'paylink-notices-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('the notices name each package in the bundle and beside it, with its version, licence and text', () => {
  const notices = readFileSync(join(ROOT, 'dist/paylink/THIRD-PARTY.txt'), 'utf8');
  // Two in the bundle, one beside it, and one that names its licence as packages once did.
  for (const name of ['@slack/bolt', 'zod', 'libsql', 'buffer-crc32'])
    expect(notices).toMatch(
      new RegExp(`^${name} [\\d.]+: MIT\n(?:(?!---)[^])*Permission is hereby granted`, 'm'),
    );
  expect(notices).not.toMatch(/^(?:vitest|typescript|rolldown) [\d.]+:/m);
});

test('a package that names no licence ends the build', () => {
  const folder = join(scratch, 'node_modules/bare');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(scratch, 'package-lock.json'), '{ "packages": {} }');
  writeFileSync(join(folder, 'package.json'), '{ "name": "bare", "version": "1.2.3" }');
  const describe = () => describePackages({ modules: [join(folder, 'index.js')], root: scratch });
  expect(describe).toThrow('bare 1.2.3 does not name its licence.');
});
