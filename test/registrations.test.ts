import type { AppsManifestValidateArguments } from '@slack/web-api';
import { expect, test } from 'vitest';
import manifest from '../manifest.json' with { type: 'json' };
import { limits } from '../src/blocks/limits.ts';
import { LISTENERS } from '../src/rooms.ts';
import { readFile } from './docs/read-docs.ts';

type Manifest = Extract<AppsManifestValidateArguments['manifest'], object>;

test('the manifest has only scopes that Slack knows', () => {
  const known: NonNullable<NonNullable<NonNullable<Manifest['oauth_config']>['scopes']>['bot']> = [
    'chat:write',
    'chat:write.public',
    'commands',
    'files:read',
    'files:write',
  ];
  expect(manifest.oauth_config.scopes.bot).toEqual(known);
});

test('every slash command is in the manifest and the listeners', () => {
  const inManifest = manifest.features.slash_commands.map((slash) => slash.command).sort();
  const registered = Object.keys(LISTENERS.commands);
  expect(registered.sort()).toEqual(inManifest);
});

test('every slash command escapes typed text, and every address is https', () => {
  for (const slash of manifest.features.slash_commands) {
    expect(slash).toMatchObject({ should_escape: true, url: expect.stringMatching(/^https:/) });
    expect(slash.command.length).toBeLessThanOrEqual(32);
  }
  expect(manifest.settings.interactivity.request_url).toMatch(/^https:/);
  expect(manifest.display_information.name.length).toBeLessThanOrEqual(35);
  expect(manifest.display_information.description.length).toBeLessThanOrEqual(140);
  expect(limits.button.text).toBe(75);
});

test('every shortcut is in the manifest, the listeners and docs/install.md', () => {
  expect(Object.keys(LISTENERS.shortcuts).sort()).toEqual(
    manifest.features.shortcuts.map(({ callback_id }) => callback_id).sort(),
  );
  for (const { name } of manifest.features.shortcuts) {
    expect(name.length).toBeLessThanOrEqual(24);
    expect(readFile('docs/install.md').includes(`*${name}*`), name).toBe(true);
  }
});
