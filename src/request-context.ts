import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request from outside is known by, in every line that is logged while it is served. */
export interface RequestContext {
  readonly id: string;
  /** When its first bytes were here, on the clock of whoever began it; null: not measured. */
  readonly arrivedAt: number | null;
  /** Something went wrong that the person could not be spared. */
  hasFailed: boolean;
}

const requests = new AsyncLocalStorage<RequestContext>();

/** Runs `fn` and all that it starts, however long that goes on, as part of one request. */
export const runWithRequest = <Result>(
  id: string,
  fn: () => Result,
  arrivedAt: number | null = null,
): Result => requests.run({ id, arrivedAt, hasFailed: false }, fn);

/** Null: nobody outside asked for this. */
export const currentRequest = (): RequestContext | null => requests.getStore() ?? null;

/** Marks the request that is being served, if one is. */
export const noteFailure = (): void => {
  const request = requests.getStore();
  if (request) request.hasFailed = true;
};
