/**
 * Runs something that may take its time, and gives up on it: its signal is aborted, and what it still comes to
 * is of no interest.
 */
export const runWithin = async <T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'late'> => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => {
      resolve('late');
      controller.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
};
