import { AsyncLocalStorage } from 'node:async_hooks';

/** Identifies one request from outside in every line logged while it is served. */
interface RequestContext {
  readonly id: string;
  /** When its first bytes arrived, by the clock of the code that created this context; null: not measured. */
  readonly arrivedAt: number | null;
  /** Something failed, whether or not the user got an error message. */
  hasFailed: boolean;
}

const requests = new AsyncLocalStorage<RequestContext>();

/** Runs `fn`, and everything it starts however long that takes, as part of one request. */
export const runWithRequest = <Result>(
  id: string,
  fn: () => Result,
  arrivedAt: number | null = null,
): Result => requests.run({ id, arrivedAt, hasFailed: false }, fn);

/** Null: the current work was not started by a request from outside. */
export const currentRequest = (): RequestContext | null => requests.getStore() ?? null;

/** Marks the current request, if any, as failed. */
export const noteFailure = (): void => {
  const request = requests.getStore();
  if (request) request.hasFailed = true;
};
