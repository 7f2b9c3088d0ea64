import type { ListedRows } from './list-rows.ts';

/** Pages on their way at once: the service's thresholds for 429 are not stated. */
const AT_ONCE = 4;

type Settled = { listed: ListedRows } | { error: unknown };

export interface PageQueue {
  /** The page, with as many as may be asked for ahead of it up to `lastPage`; null: none ahead. */
  take(page: number, lastPage: number | null): Promise<ListedRows>;
}

/** Asks for pages ahead of their turn. An error of one is held until it is taken, and lost when it never is. */
export const createPageQueue = (ask: (page: number) => Promise<ListedRows>): PageQueue => {
  const asked = new Map<number, Promise<Settled>>();
  const start = (page: number): Promise<Settled> => {
    const known = asked.get(page);
    if (known !== undefined) return known;
    const settled = ask(page).then(
      (listed) => ({ listed }),
      (error: unknown) => ({ error }),
    );
    asked.set(page, settled);
    return settled;
  };
  return {
    take: async (page, lastPage) => {
      const mine = start(page);
      for (let ahead = page + 1; ahead < page + AT_ONCE && ahead <= (lastPage ?? page); ahead += 1) {
        void start(ahead);
      }
      const settled = await mine;
      asked.delete(page);
      if ('error' in settled) throw settled.error;
      return settled.listed;
    },
  };
};
