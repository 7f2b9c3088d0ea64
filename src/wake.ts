/** Lets another part look at once for work that was written for it. */
export interface Wake {
  /** What is posted about links and batches. */
  notices(): void;
  /** Jobs in the background. */
  jobs(): void;
  /** Both of them. */
  queue(): void;
  /** Checks of links. */
  checks(): void;
  /** A link has changed: its notices, and the windows that follow its payment. */
  news(): void;
}

type Parts = Record<'notices' | 'jobs' | 'checks' | 'counters', () => void>;

export interface ConnectableWake extends Wake {
  connect(parts: Parts): void;
}

/** Before the parts are connected nobody is woken: each looks by itself when it starts. */
export const createWake = (): ConnectableWake => {
  let connected: Parts | null = null;
  return {
    notices: () => connected?.notices(),
    jobs: () => connected?.jobs(),
    queue: () => {
      connected?.notices();
      connected?.jobs();
    },
    checks: () => connected?.checks(),
    news: () => {
      connected?.notices();
      connected?.counters();
    },
    connect: (parts) => {
      connected = parts;
    },
  };
};
