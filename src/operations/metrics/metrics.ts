import type { MetricsOptions, PrometheusMetrics } from './prometheus-metrics.ts';

/** What the parts of the app report to. */
export interface Metrics extends Omit<PrometheusMetrics, 'onSweep'> {
  onSweep(ended: { links: number; changed: number } | null): void;
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
    onSlackCall: (call) => tell((metrics) => metrics.onSlackCall(call)),
    onSocketFailure: (reason) => tell((metrics) => metrics.onSocketFailure(reason)),
    onNotice: (ended) => tell((metrics) => metrics.onNotice(ended)),
    onJobGivenUp: (job) => tell((metrics) => metrics.onJobGivenUp(job)),
    onLinkMoved: (moved) => tell((metrics) => metrics.onLinkMoved(moved)),
    onAnswered: (answered) => tell((metrics) => metrics.onAnswered(answered)),
    onErased: (links) => tell((metrics) => metrics.onErased(links)),
    read: async () => (await whenLoaded()).read(),
    close: () => {
      isClosed = true;
      loaded?.close();
    },
  };
};
