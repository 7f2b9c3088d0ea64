import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseJson, readRecord } from '../../../playground/page/read-json.ts';
import type { SlackOfTeams } from '../../../playground/slack/slack-of-teams.ts';
import { startReceiver } from '../start-receiver.ts';
import { codeOf, createClient } from './call-slack.ts';
import { CREDENTIALS, EAST, NORTH, ORG, openSlack, SOUTH } from './start-app-of-teams.ts';

let slack: SlackOfTeams;
let app: Awaited<ReturnType<typeof startReceiver>>;
/** The app's answers, by request count. */
let answer: Parameters<typeof startReceiver>[0];

beforeEach(async () => {
  answer = undefined;
  app = await startReceiver((count) => answer?.(count) ?? { status: 200 });
  slack = await openSlack({ appUrl: app.url });
});
afterEach(async () => {
  await slack.close();
  await app.close();
});

const sent = () =>
  app.received.map(({ body: raw, headers }) => {
    const body = readRecord(parseJson(raw));
    return { raw, headers, body, type: readRecord(body['event'])['type'] };
  });
const types = () =>
  sent()
    .map(({ type }) => type)
    .sort();
const retries = () =>
  app.received.map(({ headers }) =>
    ['x-slack-retry-num', 'x-slack-retry-reason'].flatMap((name) => headers[name] ?? []).join(' '),
  );
const answerTo = (token: string | null) => codeOf(createClient(slack, token ?? '').auth.test());

test('an uninstalled app gets two events, and its tokens are invalid', async () => {
  const [first, second] = [slack.install(NORTH), slack.install(NORTH)];
  const other = slack.install(SOUTH);
  expect(await slack.uninstall(NORTH)).toBe(true);
  expect(types()).toEqual(['app_uninstalled', 'tokens_revoked']);
  for (const { headers, raw, body } of sent()) {
    expect(body).toMatchObject({ team_id: NORTH, type: 'event_callback' });
    expect(body).not.toHaveProperty('authorizations');
    const at = headers['x-slack-request-timestamp'];
    const mac = createHmac('sha256', CREDENTIALS.signingSecret).update(`v0:${at}:${raw}`).digest('hex');
    expect(headers['x-slack-signature']).toBe(`v0=${mac}`);
  }
  const revoked = sent().find(({ type }) => type === 'tokens_revoked');
  expect(revoked?.body['event']).toMatchObject({
    tokens: { oauth: [], bot: [slack.team(NORTH).team.ids.botUser] },
  });
  expect(await answerTo(first)).toBe('account_inactive');
  expect(await answerTo(second)).toBe('account_inactive');
  expect(await answerTo(other)).toBe('ok');
});

test('an organisation loses the app in all its workspaces at once', async () => {
  const token = slack.install(ORG);
  const own = slack.install(EAST);
  expect(await slack.uninstall(ORG)).toBe(true);
  for (const { body } of sent())
    expect(body).toMatchObject({ team_id: ORG, enterprise_id: ORG, is_enterprise_install: true });
  expect(await answerTo(token)).toBe('account_inactive');
  expect(await answerTo(own)).toBe('ok');
});

test('revoking tokens differs from removing the app', async () => {
  const token = slack.install(NORTH);
  await slack.revokeTokens(NORTH);
  expect(types()).toEqual(['tokens_revoked']);
  expect(await answerTo(token)).toBe('token_revoked');
});

test('the events may arrive after a new installation', async () => {
  const old = slack.install(NORTH);
  const tell = slack.beginUninstall(NORTH);
  const fresh = slack.install(NORTH);
  expect(app.received).toEqual([]);
  expect(await tell()).toBe(true);
  expect(types()).toEqual(['app_uninstalled', 'tokens_revoked']);
  expect(await answerTo(old)).toBe('account_inactive');
  expect(await answerTo(fresh)).toBe('ok');
});

test('the app can revoke its token or uninstall itself', async () => {
  const client = createClient(slack, slack.install(NORTH));
  expect(await client.auth.revoke()).toMatchObject({ revoked: true });
  await slack.until(() => slack.team(NORTH).exchanges().length === 1);
  expect(types()).toEqual(['tokens_revoked']);
  const token = slack.install(NORTH);
  const { clientId: client_id, clientSecret: client_secret } = CREDENTIALS;
  await createClient(slack, token).apps.uninstall({ client_id, client_secret });
  await slack.until(() => slack.team(NORTH).exchanges().length === 3);
  expect(types()).toEqual(['app_uninstalled', 'tokens_revoked', 'tokens_revoked']);
  expect(await answerTo(token)).toBe('account_inactive');
});

test('an unaccepted event is retried three times, as the same event', async () => {
  answer = () => ({ status: 500 });
  slack.install(NORTH);
  expect(await slack.team(NORTH).openHome(slack.team(NORTH).team.ids.sara)).toMatchObject({ ok: false });
  await slack.until(() => slack.team(NORTH).exchanges().length === 4);
  expect(retries()).toEqual(['', '1 http_error', '2 http_error', '3 http_error']);
  expect(new Set(sent().map(({ raw }) => raw)).size).toBe(1);
});

test('retries end when the app accepts the event or asks for no retry', async () => {
  answer = (count) => ({ status: count < 2 ? 500 : 200 });
  slack.install(NORTH);
  const { sara } = slack.team(NORTH).team.ids;
  await slack.team(NORTH).openHome(sara);
  await slack.until(() => slack.team(NORTH).exchanges().length === 2);

  answer = () => ({ status: 500, headers: { 'x-slack-no-retry': '1' } });
  await slack.team(NORTH).openHome(sara);
  // Retries of the other event would have come before this answer.
  answer = () => ({ status: 200 });
  await slack.team(NORTH).openHome(sara);
  expect(retries()).toEqual(['', '1 http_error', '', '']);
});
