/** Does all the work, `atOnce` at a time. The first rejection is the whole's, once the others in hand have ended. */
export const sideBySide = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const left = [...items];
  const hand = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, hand));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
};
