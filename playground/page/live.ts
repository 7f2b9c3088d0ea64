import type { Snapshot } from './page-api.ts';

export interface Live {
  /** Follows what this person sees, and nobody else any more. */
  follow(as: string): void;
}

/** The stream of snapshots. The browser connects again by itself. */
export const createLive = (deps: {
  /** The version that the page was loaded with. */
  since: number;
  onSnapshot: (snapshot: Snapshot) => void;
  onState: (isLive: boolean) => void;
}): Live => {
  let source: EventSource | null = null;
  return {
    follow(as) {
      source?.close();
      const mine = new EventSource(`/_play/stream?as=${encodeURIComponent(as)}&since=${deps.since}`);
      source = mine;
      mine.addEventListener('open', () => deps.onState(true));
      mine.addEventListener('error', () => deps.onState(false));
      mine.addEventListener('changed', (event: MessageEvent<string>) => {
        const snapshot: Snapshot = JSON.parse(event.data);
        if (source === mine) deps.onSnapshot(snapshot);
      });
    },
  };
};
