/**
 * Does `work` with a signal that aborts after so long. Unlike that of `AbortSignal.timeout`, its timer ends with the work, and
 * does not keep all that belongs to a call in memory for the seconds that the call could have taken.
 */
export const within = async <Result>(
  ms: number,
  given: AbortSignal | null | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException('There was no answer in time.', 'TimeoutError')),
    ms,
  );
  try {
    return await work(given ? AbortSignal.any([late.signal, given]) : late.signal);
  } finally {
    clearTimeout(timer);
  }
};

/** An answer whose body was read, for whoever reads it next. */
export const buildAnswer = (
  { status, ...rest }: ResponseInit & { status: number },
  body: Uint8Array<ArrayBuffer> | ArrayBuffer,
): Response =>
  // A Response with one of these statuses must not have a body.
  new Response([204, 205, 304].includes(status) ? null : body, { status, ...rest });

/** In place of the `timeout` of Slack's client: see `within`. `fetchSlack` reads the whole answer. */
export const answerWithin =
  (ms: number, fetchSlack: typeof fetch): typeof fetch =>
  (url, init) =>
    within(ms, init?.signal, (signal) => fetchSlack(url, { ...init, signal }));
