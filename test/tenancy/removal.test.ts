// @module-tag postgres

import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createAudit } from '../../src/people/audit.ts';
import { removeInstallation } from '../../src/tenancy/events.ts';
import { createInstallations, type Installations } from '../../src/tenancy/installations.ts';
import { createSealer } from '../../src/tenancy/sealer.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const INSTALLED = {
  name: 'Corner Shop',
  appId: 'A1',
  botUserId: 'U0BOT',
  scopes: ['commands'],
  botToken: 'xoxb-1',
  installedBy: 'U0SARA',
};
const TEAMS = ['T1', 'T7'];
const CREDENTIALS = { apiKey: 'a', accountId: 'b', secretKey: 'c' };

const { store, run, rows } = storePerTest();
let installations: Installations;
let lines: string[];
let entries = 0;
const newEntryId = () => {
  entries += 1;
  return `A${entries}`;
};

beforeEach(async () => {
  installations = createInstallations({
    store: store.installations,
    sealer: createSealer([Buffer.alloc(32, 7)]),
    clock: { now: () => NOW },
  });
  lines = [];
  for (const teamId of TEAMS) {
    await installations.save({ ...INSTALLED, teamId });
    await installations.setCredentials(teamId, CREDENTIALS);
  }
});

const deps = () => ({
  installations,
  audit: createAudit({
    entries: store.auditEntries,
    ids: { auditEntry: newEntryId },
    clock: { now: () => NOW },
  }),
  log: createLog('info', { write: (line: string) => void lines.push(line) }),
});

type Body = Partial<SlackEventMiddlewareArgs<'app_uninstalled'>['body']>;

function ofOrganisation(team_id: string | null) {
  const enterprise = { enterprise_id: 'E1', is_enterprise_install: true };
  // Slack's types know no authorisation without a workspace.
  return { ...enterprise, team_id: team_id as string, user_id: 'U0BOT', is_bot: true };
}

const envelope = (changes: Body) => ({
  token: 'verification',
  team_id: 'T1',
  enterprise_id: '',
  api_app_id: 'A1',
  type: 'event_callback' as const,
  event_id: 'Ev1',
  event_time: NOW / 1000,
  ...changes,
});

const uninstall = (changes: Body = {}) => {
  const event = { type: 'app_uninstalled' as const };
  return removeInstallation({ body: { ...envelope(changes), event }, event }, deps());
};

const revoke = (tokens: { bot?: string[]; oauth?: string[] }, changes: Body = {}) => {
  const event = { type: 'tokens_revoked' as const, tokens };
  return removeInstallation({ body: { ...envelope(changes), event }, event }, deps());
};

const left = async () => {
  const found = await Promise.all(TEAMS.map((teamId) => installations.find(teamId)));
  return TEAMS.filter((_, at) => found[at] !== null);
};

test('uninstalling removes the app from that workspace only, and a repeat changes nothing', async () => {
  await uninstall();
  expect(await left()).toEqual(['T7']);
  await uninstall();
  await revoke({ bot: ['U0BOT'] });
  expect(await rows('audit_entries')).toMatchObject([
    { team_id: 'T1', actor_id: 'slack', action: 'app-removed' },
  ]);
});

test('nothing is removed if the audit trail cannot be written', async () => {
  await run('alter table audit_entries rename to away');
  await expect(uninstall()).rejects.toThrow('audit_entries');
  expect(await left()).toEqual(['T1', 'T7']);
  await run('alter table away rename to audit_entries');
  await uninstall();
  expect(await left()).toEqual(['T7']);
  expect(await rows('audit_entries')).toHaveLength(1);
});

test('a revoked bot token counts as a removal; a revoked user token does not', async () => {
  await revoke({ oauth: ['U0SARA'] });
  await revoke({ bot: [] });
  await revoke({});
  expect(await left()).toEqual(['T1', 'T7']);
  await revoke({ oauth: ['U0SARA'], bot: ['U0BOT'] });
  expect(await left()).toEqual(['T7']);
});

test('a late event from before the newest install changes nothing', async () => {
  await uninstall({ event_time: NOW / 1000 - 1 });
  expect(await left()).toEqual(['T1', 'T7']);
  await uninstall({ event_time: NOW / 1000 });
  expect(await left()).toEqual(['T7']);
});

test.each<[string, Body]>([
  ['no installation', { team_id: '', enterprise_id: 'E1' }],
  ['an organisation in the workspace’s place', { team_id: 'E1' }],
  ['an organisation’s install', { enterprise_id: 'E1', authorizations: [ofOrganisation(null)] }],
  ['an organisation’s install, with a workspace', { authorizations: [ofOrganisation('T1')] }],
])('an event that names %s removes nothing', async (_, changes) => {
  await uninstall(changes);
  expect(await left()).toEqual(['T1', 'T7']);
  expect(await rows('audit_entries')).toEqual([]);
});
