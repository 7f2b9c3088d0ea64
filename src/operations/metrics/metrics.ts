import type { BacklogGaugesOptions } from './backlog-gauges.ts';
import type { PrometheusMetrics } from './prometheus-metrics.ts';

/** Events that the parts of the app report. Every label value comes from a short, fixed list. */
export interface Metrics {
  onSlackRequest(seen: { kind: string; outcome: string; ackMs: number | null }): void;
  onServiceCall(call: { operation: string; outcome: string; durationMs: number }): void;
  /** A sweep over the open links ended; null: it could not read the service. */
  onSweep(ended: { links: number; changed: number } | null): void;
  onNotice(ended: { kind: string; outcome: string }): void;
  onAnswered(answered: { route: 'slack' | 'callbacks' | 'other'; status: number | null }): void;
  /** Links whose customers' data was erased. */
  onErased(links: number): void;
  /** All metrics in Prometheus' text format. Concurrent reads share one result. */
  read(): Promise<{ contentType: string; text: string }>;
  close(): void;
}

export interface MetricsOptions extends BacklogGaugesOptions {
  /** When this process started, in milliseconds since the epoch. */
  startedAt: number;
  version: string;
  /** How many workspaces' tokens Slack rejects, and how many methods fail for lack of a scope. */
  readTokenTroubles: () => { refused: number; lacking: number };
}

/** Events to hold before loading the library, in case `/metrics` is never read. */
const MOST_WAITING = 200;

/** Counts from the start, but loads the metrics library only on the first read, to keep startup fast. */
export const createMetrics = (options: MetricsOptions): Metrics => {
  let loading: Promise<PrometheusMetrics> | null = null;
  let loaded: PrometheusMetrics | null = null;
  let isClosed = false;
  let waiting: ((metrics: PrometheusMetrics) => void)[] = [];

  const load = async (): Promise<PrometheusMetrics> => {
    const { createPrometheusMetrics } = await import('./prometheus-metrics.ts');
    loaded = createPrometheusMetrics(options);
    for (const event of waiting) event(loaded);
    waiting = [];
    if (isClosed) loaded.close();
    return loaded;
  };
  const whenLoaded = (): Promise<PrometheusMetrics> => {
    loading ??= load();
    return loading;
  };
  const tell = (event: (metrics: PrometheusMetrics) => void): void => {
    if (loaded) event(loaded);
    else waiting.push(event);
    if (waiting.length === MOST_WAITING) void whenLoaded();
  };

  return {
    onSlackRequest: (seen) => tell((metrics) => metrics.onSlackRequest(seen)),
    onServiceCall: (call) => tell((metrics) => metrics.onServiceCall(call)),
    onSweep: (ended) => {
      const endedAt = options.now();
      tell((metrics) => metrics.onSweep(ended, endedAt));
    },
    onNotice: (ended) => tell((metrics) => metrics.onNotice(ended)),
    onAnswered: (answered) => tell((metrics) => metrics.onAnswered(answered)),
    onErased: (links) => tell((metrics) => metrics.onErased(links)),
    read: async () => (await whenLoaded()).read(),
    close: () => {
      isClosed = true;
      loaded?.close();
    },
  };
};
