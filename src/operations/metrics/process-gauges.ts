import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

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

  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process started, in seconds since the epoch.',
    registers,
  }).set(startedAt / 1000);
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
  new Gauge({
    name: 'nodejs_eventloop_lag_max_seconds',
    help: 'How late the latest timer was since the last reading: the longest time in which nothing else was done.',
    registers,
    // Must come before the p99 gauge, which resets the histogram.
    collect() {
      this.set(Math.max(0, delay.max / NANOSECONDS - DELAY_RESOLUTION_MS / 1000));
    },
  });
  new Gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: 'How late timers were since the last reading, 99th percentile.',
    registers,
    collect() {
      const nanoseconds = delay.percentile(99);
      delay.reset();
      this.set(Math.max(0, nanoseconds / NANOSECONDS - DELAY_RESOLUTION_MS / 1000));
    },
  });

  return { close: () => delay.disable() };
};
