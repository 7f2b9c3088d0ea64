import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Group commit: items that come while `atOnce` batches are being written wait for the next batch. One flush
 * to disk then serves many requests, and each is answered only after its own batch is written.
 *
 * `take` returns one result for each item, in order; when it rejects, every item of the batch rejects.
 */
export const createCallbackBatches = <Item, Result>({
  take,
  max,
  atOnce,
}: {
  take: (batch: Item[]) => Promise<Result[]>;
  max: number;
  atOnce: number;
}) => {
  interface Waiting {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let writers = 0;

  const write = async (batch: Waiting[]): Promise<void> => {
    try {
      const results = await take(batch.map(({ item }) => item));
      for (const [place, { resolve, reject }] of batch.entries()) {
        const result = results[place];
        if (result === undefined) reject(new Error('A batch gave fewer results than it had items.'));
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  /**
   * Waits while each turn of the event loop brings more items: writing one costs as much as writing a
   * hundred.
   */
  const gather = async (): Promise<void> => {
    let before: number;
    do {
      before = waiting.length;
      await nextTurn();
    } while (waiting.length > before && waiting.length < max);
  };

  const writeAll = async (): Promise<void> => {
    writers += 1;
    while (waiting.length > 0) {
      await gather();
      const batch = waiting.slice(0, max);
      waiting = waiting.slice(max);
      // Another writer may have taken them first.
      if (batch.length > 0) await write(batch);
    }
    writers -= 1;
  };

  return {
    add: (item: Item): Promise<Result> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (writers < atOnce) void writeAll();
      }),
  };
};
