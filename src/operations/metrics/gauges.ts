import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Backlog } from '../backlog-store.ts';

/** Prometheus waits ten seconds; stay below that. */
const READ_WITHIN_MS = 5_000;

interface BacklogGauges {
  /** Reads the backlog. If the database does not answer, these gauges are empty and another gauge says so. */
  refresh(): Promise<void>;
}

export interface BacklogGaugesOptions {
  readBacklog: () => Promise<Backlog>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Kinds to report even at zero, so that alerts always have a series to watch. */
  noticeKinds: readonly string[];
  linkStates: readonly string[];
}

export const createBacklogGauges = (
  register: Registry,
  { readBacklog, now, noticeKinds, linkStates }: BacklogGaugesOptions,
): BacklogGauges => {
  const registers = [register];
  const up = new Gauge({
    name: 'paylink_database_up',
    help: '1: the database answered this scrape; 0: it did not, and what is waiting is left out.',
    registers,
  });
  const notices = new Gauge({
    name: 'paylink_notices_waiting',
    help: 'Messages to Slack that are not delivered yet, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const noticeAge = new Gauge({
    name: 'paylink_notices_oldest_waiting_seconds',
    help: 'How long the oldest message has waited for its delivery; 0: none waits.',
    labelNames: ['kind'],
    registers,
  });
  const jobs = new Gauge({
    name: 'paylink_jobs_waiting',
    help: 'Jobs that are no message about a link, waiting or planned, by kind. `sweep`, `retention` and `pruning` always wait for their next turn.',
    labelNames: ['kind'],
    registers,
  });
  const jobAge = new Gauge({
    name: 'paylink_jobs_overdue_seconds',
    help: 'How long the most overdue of them has been due; 0: none is.',
    labelNames: ['kind'],
    registers,
  });
  const held = new Gauge({
    name: 'paylink_jobs_held',
    help: 'Jobs that are due and wait until Slack takes the token of their workspace again.',
    registers,
  });
  const givenUp = new Gauge({
    name: 'paylink_jobs_given_up',
    help: 'Jobs whose tries ran out and that nobody has put right since, by kind. The next sweep that Slack lets edit a card puts it right.',
    labelNames: ['kind'],
    registers,
  });
  const links = new Gauge({
    name: 'paylink_links',
    help: 'Unfinished links, by state: `open`, `unknown` (it may or may not exist), `reported` (as paid, not confirmed), `reserved`.',
    labelNames: ['state'],
    registers,
  });

  const show = (backlog: Backlog): void => {
    const seconds = (since: number) => Math.max(0, (now() - since) / 1000);
    for (const kind of noticeKinds) {
      notices.set({ kind }, 0);
      noticeAge.set({ kind }, 0);
    }
    for (const kind of noticeKinds) givenUp.set({ kind }, 0);
    for (const state of linkStates) links.set({ state }, 0);
    for (const { kind, waiting, since } of backlog.notices) {
      notices.set({ kind }, waiting);
      noticeAge.set({ kind }, seconds(since));
    }
    for (const { kind, waiting, since } of backlog.jobs) {
      jobs.set({ kind }, waiting);
      jobAge.set({ kind }, seconds(since));
    }
    held.set(backlog.held);
    for (const { kind, count } of backlog.givenUp) givenUp.set({ kind }, count);
    for (const { state, count } of backlog.links) links.set({ state }, count);
  };

  return {
    refresh: async () => {
      const backlog = await readWithin(readBacklog, READ_WITHIN_MS);
      for (const gauge of [notices, noticeAge, jobs, jobAge, held, givenUp, links]) gauge.reset();
      up.set(backlog === null ? 0 : 1);
      if (backlog !== null) show(backlog);
    },
  };
};

async function readWithin(read: () => Promise<Backlog>, ms: number): Promise<Backlog | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([read().catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

const DELAY_RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

/**
 * Process metrics under the names that dashboards expect. We do not use the library's own set because its timers
 * and observers cannot be stopped.
 */
export const createProcessGauges = (
  register: Registry,
  { startedAt }: { startedAt: number },
): { close(): void } => {
  const registers = [register];
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();

  const start = new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process started, in seconds since the epoch.',
    registers,
  });
  start.set(startedAt / 1000);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process, in seconds.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process that is in RAM.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'Heap of the process that is in use.',
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed);
    },
  });
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - DELAY_RESOLUTION_MS / 1000);
  new Gauge({
    name: 'nodejs_eventloop_lag_max_seconds',
    help: 'How late the latest timer was since the last reading: the longest time in which nothing else was done.',
    registers,
    // Must come before the p99 gauge, which resets the histogram.
    collect() {
      this.set(late(delay.max));
    },
  });
  new Gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: 'How late timers were since the last reading, 99th percentile.',
    registers,
    collect() {
      const nanoseconds = delay.percentile(99);
      delay.reset();
      this.set(late(nanoseconds));
    },
  });

  return { close: () => delay.disable() };
};
