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
  /** Windows that follow a payment. */
  counters(): void;
}

export interface ConnectableWake extends Wake {
  connect(parts: Omit<Wake, 'queue'>): void;
}

/** Before the parts are connected nobody is woken: each looks by itself when it starts. */
export const createWake = (): ConnectableWake => {
  let connected: Omit<Wake, 'queue'> | null = null;
  return {
    notices: () => connected?.notices(),
    jobs: () => connected?.jobs(),
    queue: () => {
      connected?.notices();
      connected?.jobs();
    },
    checks: () => connected?.checks(),
    counters: () => connected?.counters(),
    connect: (parts) => {
      connected = parts;
    },
  };
};
