// @module-tag long

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLocalSlack } from '../../src/local-slack.ts';
import { readOptions, WrongOption } from '../../src/read-options.ts';
import { createClient, snapshotOf } from './call-slack.ts';

const WORKSPACE = {
  people: [
    { id: 'U0ANNA0001', name: 'anna', realName: 'Anna Berg' },
    { id: 'U0BO000001', name: 'bo', isRestricted: true },
    { id: 'U0CARL0001', name: 'carl', teamId: 'T0OTHER' },
  ],
  channels: [
    { id: 'C0GENERAL1', name: 'general', members: ['anna', 'carl'] },
    { id: 'C0HIDDEN01', name: 'hidden', members: ['anna'], isPrivate: true, app: false },
  ],
};

test('people and channels can be given, and everybody of the workspace has a conversation with the app', async () => {
  const slack = await createLocalSlack({ workspace: WORKSPACE, appName: 'Oven', scopes: ['chat:write'] });
  const { code } = createClient(slack);
  const seenBy = async (as: string) =>
    (await snapshotOf(slack, as)).conversations.map(
      ({ id, isExtShared }) => `${id}${isExtShared ? ' shared' : ''}`,
    );
  expect(await seenBy('U0ANNA0001')).toEqual(['C0GENERAL1 shared', 'C0HIDDEN01', 'D0ANNA0001']);
  expect(await seenBy('U0BO000001')).toEqual(['D0BO000001']);
  expect(await seenBy('U0CARL0001')).toEqual(['C0GENERAL1 shared']);
  const { people } = await snapshotOf(slack, 'U0ANNA0001');
  expect(people).toMatchObject([
    { initials: 'AB' },
    { initials: 'B' },
    { isExternal: true },
    { realName: 'Oven', isBot: true },
  ]);
  for (const [channel, answer] of [
    ['C0GENERAL1', 'ok'],
    ['U0BO000001', 'ok'],
    ['C0HIDDEN01', 'channel_not_found'],
  ])
    expect(await code('chat.postMessage', { channel, text: 'x' })).toBe(answer);
  await slack.close();
});

const folder = mkdtempSync(join(tmpdir(), 'local-slack-options-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, value: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
};
const MANIFEST = write('manifest.json', {
  display_information: { name: 'Oven' },
  features: { slash_commands: [{ command: '/bake', description: 'Bakes' }] },
  oauth_config: { scopes: { bot: ['commands'] } },
});

test('the command line reads the app’s manifest and people, and leaves the rest as it is', () => {
  const people = write('people.json', WORKSPACE);
  expect(
    readOptions(['--manifest', MANIFEST, '--people', people, '--app', 'http://127.0.0.1:3000']),
  ).toMatchObject({
    ...{ port: 4000, appName: 'Oven', appUrl: 'http://127.0.0.1:3000', scopes: ['commands'] },
    manifest: { commands: [{ command: '/bake' }], events: [] },
    workspace: { people: [{ name: 'anna' }, {}, {}] },
  });
  expect(readOptions(['--manifest', MANIFEST, '--name', 'Stove'])?.appName).toBe('Stove');
  expect(readOptions([])).not.toHaveProperty('appUrl');
  expect(readOptions(['--help'])).toBeNull();
});

test.each([
  [['--ports', '1'], '--ports'],
  [['app'], 'app'],
  [['--port', '70000'], 'from 0 to 65535'],
  [['--port', '4e3'], 'from 0 to 65535'],
  [['--app', 'ftp://x'], 'begins with http://'],
  [['--app', '127.0.0.1:3000'], 'begins with http://'],
  [['--manifest', '/nowhere.json'], 'ENOENT'],
  [['--manifest', write('broken.json', '{')], 'JSON'],
  [
    ['--people', write('strangers.json', { ...WORKSPACE, people: WORKSPACE.people.slice(1) })],
    '#general has a member anna',
  ],
  [['--people', write('more.json', { ...WORKSPACE, teams: [] })], 'teams'],
])('the command line refuses %j', (args, words) => {
  expect(() => readOptions(args)).toThrow(WrongOption);
  expect(() => readOptions(args)).toThrow(words);
});
