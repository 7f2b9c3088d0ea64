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
const KEYS = {
  alone: { enterpriseId: null, teamId: 'T1' },
  branch: { enterpriseId: 'E1', teamId: 'T7' },
  group: { enterpriseId: 'E1', teamId: null },
};
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
  for (const key of Object.values(KEYS)) {
    await installations.save({ ...INSTALLED, ...key });
    await installations.setCredentials(key, CREDENTIALS);
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
  const found = await Promise.all(Object.values(KEYS).map((key) => installations.find(key)));
  return Object.keys(KEYS).filter((_, at) => found[at] !== null);
};

test('uninstalling removes the app from that workspace only, and a repeat changes nothing', async () => {
  await uninstall();
  expect(await left()).toEqual(['branch', 'group']);
  await uninstall();
  await revoke({ bot: ['U0BOT'] });
  expect(await rows('audit_entries')).toMatchObject([
    { team_id: 'T1', actor_id: 'slack', action: 'app-removed' },
  ]);
});

test('nothing is removed if the audit trail cannot be written', async () => {
  await run('alter table audit_entries rename to away');
  await expect(uninstall()).rejects.toThrow('audit_entries');
  expect(await left()).toEqual(['alone', 'branch', 'group']);
  await run('alter table away rename to audit_entries');
  await uninstall();
  expect(await left()).toEqual(['branch', 'group']);
  expect(await rows('audit_entries')).toHaveLength(1);
});

test('removing an organisation’s install leaves a workspace’s own install, and vice versa', async () => {
  await uninstall({ team_id: 'T7', enterprise_id: 'E1' });
  expect(await left()).toEqual(['alone', 'group']);
  const authorizations = [
    { enterprise_id: 'E1', team_id: null, user_id: 'U0BOT', is_bot: true, is_enterprise_install: true },
  ];
  await uninstall({ team_id: 'T9', enterprise_id: 'E1', authorizations });
  expect(await left()).toEqual(['alone']);
});

test('an organisation’s id in place of a workspace’s is read as an organisation', async () => {
  await uninstall({ team_id: 'E1' });
  expect(await left()).toEqual(['alone', 'branch']);
});

test('a revoked bot token counts as a removal; a revoked user token does not', async () => {
  await revoke({ oauth: ['U0SARA'] });
  await revoke({ bot: [] });
  await revoke({});
  expect(await left()).toEqual(['alone', 'branch', 'group']);
  await revoke({ oauth: ['U0SARA'], bot: ['U0BOT'] });
  expect(await left()).toEqual(['branch', 'group']);
});

test('a late event from before the newest install changes nothing', async () => {
  await uninstall({ event_time: NOW / 1000 - 1 });
  expect(await left()).toEqual(['alone', 'branch', 'group']);
  await uninstall({ event_time: NOW / 1000 });
  expect(await left()).toEqual(['branch', 'group']);
});

test('an event that names no installation removes nothing and is logged', async () => {
  await uninstall({ team_id: '', enterprise_id: 'E1' });
  expect(await left()).toEqual(['alone', 'branch', 'group']);
  expect(lines.join('')).toContain('does not say which');
});
