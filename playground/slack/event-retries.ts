/** When Slack sends an event again that was not taken: at once, after a minute, after five. */
export const SLACK_RETRY_DELAYS: readonly number[] = [0, 60_000, 300_000];

export interface EventRetries {
  /** `send` gets the number of the retry and tells whether that was the last one needed. */
  begin(send: (num: number) => Promise<boolean>): void;
  /** Forgets all that is still to come. */
  stop(): void;
}

/** `delays` in real milliseconds, each counted from the attempt before. */
export const createEventRetries = (delays: readonly number[]): EventRetries => {
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;
  const plan = (send: (num: number) => Promise<boolean>, num: number): void => {
    const delay = delays[num - 1];
    if (delay === undefined || isStopped) return;
    const timer = setTimeout(async () => {
      timers.delete(timer);
      if (!(await send(num))) plan(send, num + 1);
    }, delay);
    timer.unref();
    timers.add(timer);
  };
  return {
    begin: (send) => plan(send, 1),
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
};
