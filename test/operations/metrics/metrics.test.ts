import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Backlog } from '../../../src/operations/backlog-store.ts';
import { createMetrics, type Metrics } from '../../../src/operations/metrics/metrics.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const EMPTY: Backlog = { notices: [], jobs: [], held: 0, givenUp: [], links: [] };

let metrics: Metrics;
let readBacklog: () => Promise<Backlog>;
let readings: number;
let time: number;
let isConnected: boolean;

const create = (isSocketConnected: (() => boolean) | null): Metrics =>
  createMetrics({
    readTokenTroubles: () => ({ refused: 1, lacking: 2 }),
    readBacklog: () => {
      readings += 1;
      return readBacklog();
    },
    now: () => time,
    noticeKinds: ['card', 'reply'],
    linkStates: ['open', 'unknown'],
    startedAt: NOW - 60_000,
    version: '1.2.3',
    build: 'abc1234',
    jobKinds: ['export', 'card'],
    isSocketConnected,
  });

beforeEach(() => {
  readings = 0;
  time = NOW;
  isConnected = true;
  readBacklog = async () => EMPTY;
  metrics = create(() => isConnected);
});

afterEach(() => metrics.close());

const read = async () => (await metrics.read()).text;
/** The value of each line: `paylink_links{state="open"}`. */
const values = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    [...(await read()).matchAll(/^([^#\s].*) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );

describe('an event', () => {
  test('of a request from Slack is counted by kind and outcome, with the time to the answer', async () => {
    metrics.onSlackRequest({ kind: 'command', outcome: 'answered', ackMs: 120 });
    metrics.onSlackRequest({ kind: 'command', outcome: 'answered', ackMs: 40 });
    metrics.onSlackRequest({ kind: 'action', outcome: 'unanswered', ackMs: null });
    metrics.onAnswered({ route: 'slack', status: 401 });
    metrics.onAnswered({ route: 'slack', status: 200 });
    expect(await values()).toMatchObject({
      'paylink_slack_requests_total{kind="command",outcome="answered"}': 2,
      'paylink_slack_requests_total{kind="action",outcome="unanswered"}': 1,
      'paylink_slack_requests_total{kind="other",outcome="refused"}': 1,
      'paylink_slack_ack_seconds_bucket{le="0.05",kind="command"}': 1,
      'paylink_slack_ack_seconds_sum{kind="command"}': 0.16,
      'paylink_slack_ack_seconds_count{kind="command"}': 2,
    });
  });

  test('of the payment service is counted by operation and outcome, with its time', async () => {
    metrics.onServiceCall({ operation: 'listLinks', outcome: 'ok', durationMs: 700 });
    metrics.onServiceCall({ operation: 'listLinks', outcome: 'TimeoutError', durationMs: 30_000 });
    expect(await values()).toMatchObject({
      'paylink_service_calls_total{operation="listLinks",outcome="TimeoutError"}': 1,
      'paylink_service_call_seconds_bucket{le="1",operation="listLinks"}': 1,
    });
  });

  test('of a call of Slack is counted by method and outcome, with no more than a hundred outcomes', async () => {
    const call = (outcome: string) => metrics.onSlackCall({ method: 'chat.update', outcome });
    for (const outcome of ['ok', 'ok', 'http_503', 'an invented code', '<html>']) call(outcome);
    for (let number = 0; number < 200; number += 1) call(`code_${number}`);
    call('ok');
    const counted = await values();
    expect(counted).toMatchObject({
      'paylink_slack_calls_total{method="chat.update",outcome="ok"}': 3,
      'paylink_slack_calls_total{method="chat.update",outcome="http_503"}': 1,
      'paylink_slack_calls_total{method="chat.update",outcome="other"}': 104,
    });
    const series = Object.keys(counted).filter((name) => name.startsWith('paylink_slack_calls_total'));
    expect(series).toHaveLength(101);
  });

  test('of the socket is counted by reason, and whether it is connected is shown', async () => {
    metrics.onSocketFailure('invalid_auth');
    expect(await values()).toMatchObject({
      'paylink_socket_failures_total{reason="invalid_auth"}': 1,
      paylink_socket_connected: 1,
    });
    isConnected = false;
    expect(await values()).toMatchObject({ paylink_socket_connected: 0 });
  });

  test('of a link or a job is counted when the link is made or paid, and the job given up', async () => {
    for (const to of ['open', 'open', 'paid', 'expired']) metrics.onLinkMoved({ to });
    metrics.onJobGivenUp({ kind: 'export' });
    expect(await values()).toMatchObject({
      paylink_links_made_total: 2,
      paylink_links_paid_total: 1,
      'paylink_jobs_given_up_total{kind="export"}': 1,
      'paylink_jobs_given_up_total{kind="card"}': 0,
    });
  });

  test('of a sweep is counted, with the time of the last successful one', async () => {
    metrics.onSweep({ links: 12, changed: 2 });
    metrics.onSweep(null);
    expect(await values()).toMatchObject({
      'paylink_sweeps_total{outcome="done"}': 1,
      'paylink_sweeps_total{outcome="failed"}': 1,
      paylink_sweep_links: 12,
      paylink_sweep_changed_links_total: 2,
      paylink_sweep_last_success_timestamp_seconds: NOW / 1000,
    });
  });

  test('before the first reading is kept with its own time', async () => {
    metrics.onSweep({ links: 12, changed: 2 });
    time = NOW + 3_600_000;
    expect(await values()).toMatchObject({
      paylink_sweep_last_success_timestamp_seconds: NOW / 1000,
      'paylink_sweeps_total{outcome="done"}': 1,
    });
  });

  test('is not lost if nobody reads, even after a thousand more', async () => {
    for (let count = 0; count < 1_000; count += 1) metrics.onNotice({ kind: 'card', outcome: 'delivered' });
    expect(await values()).toMatchObject({ 'paylink_notices_total{kind="card",outcome="delivered"}': 1000 });
    metrics.onNotice({ kind: 'card', outcome: 'delivered' });
    expect(await values()).toMatchObject({ 'paylink_notices_total{kind="card",outcome="delivered"}': 1001 });
  });

  test.each([
    [200, 'taken'],
    [404, 'unknown_token'],
    [429, 'throttled'],
    [503, 'busy'],
    [418, 'other'],
    [null, 'gone'],
  ])('of a callback answered %s is counted as %s', async (status, outcome) => {
    metrics.onAnswered({ route: 'callbacks', status });
    expect(await values()).toMatchObject({ [`paylink_callbacks_total{outcome="${outcome}"}`]: 1 });
  });
});

test('what is so at a reading is shown', async () => {
  const shown = await values();
  expect(shown).toMatchObject({
    'paylink_build_info{version="1.2.3",build="abc1234"}': 1,
    paylink_slack_tokens_refused: 1,
    paylink_slack_scopes_missing: 2,
    process_start_time_seconds: NOW / 1000 - 60,
  });
  for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes'])
    expect(shown[name]).toBeGreaterThan(0);
});

describe('the backlog', () => {
  test('is read at each reading by kind, with the age of the oldest; an empty kind is 0, not absent', async () => {
    readBacklog = async () => ({
      notices: [{ kind: 'card', waiting: 3, since: NOW - 90_000 }],
      jobs: [{ kind: 'export', waiting: 1, since: NOW + 5_000 }],
      held: 2,
      givenUp: [{ kind: 'card', count: 4, last: NOW }],
      links: [{ state: 'open', count: 7 }],
    });
    expect(await values()).toMatchObject({
      'paylink_notices_waiting{kind="card"}': 3,
      'paylink_notices_oldest_waiting_seconds{kind="card"}': 90,
      'paylink_notices_waiting{kind="reply"}': 0,
      'paylink_jobs_waiting{kind="export"}': 1,
      'paylink_jobs_overdue_seconds{kind="export"}': 0,
      paylink_jobs_held: 2,
      'paylink_jobs_given_up{kind="card"}': 4,
      'paylink_jobs_given_up{kind="reply"}': 0,
      'paylink_links{state="open"}': 7,
      'paylink_links{state="unknown"}': 0,
    });
    readBacklog = async () => EMPTY;
    expect(await values()).toMatchObject({ 'paylink_notices_waiting{kind="card"}': 0 });
  });

  test('is left out if the database does not answer, and the rest is still shown', async () => {
    readBacklog = async () => ({ ...EMPTY, notices: [{ kind: 'card', waiting: 3, since: NOW }] });
    expect(await values()).toMatchObject({ paylink_database_up: 1 });
    readBacklog = () => Promise.reject(new Error('gone'));
    const shown = await values();
    expect(shown).toMatchObject({
      paylink_database_up: 0,
      process_resident_memory_bytes: expect.any(Number),
    });
    expect(Object.keys(shown).filter((name) => name.startsWith('paylink_notices_waiting{'))).toEqual([]);
  });

  test('is read once for readings at the same time', async () => {
    await Promise.all([read(), read(), read()]);
    expect(readings).toBe(1);
    await read();
    expect(readings).toBe(2);
  });
});

test('two apps in one process count separately', async () => {
  const other = create(null);
  other.onErased(5);
  expect((await other.read()).text).toContain('paylink_retention_erased_links_total 5');
  expect((await other.read()).text).not.toContain('paylink_socket_connected');
  expect(await values()).toMatchObject({ paylink_retention_erased_links_total: 0 });
  other.close();
});
