/**
 * The smallest part of `all` that still fails. Tries leaving out half, then a quarter, finally one at a time. Every
 * item left is needed, unless time ran out before we knew.
 */
export const shrink = async (
  all: readonly string[],
  fails: (only: ReadonlySet<string>) => Promise<boolean>,
  isTimeUp: () => boolean = () => false,
): Promise<readonly string[]> => {
  let kept = all;
  for (let size = Math.ceil(all.length / 2), before = all.length; size > 0; ) {
    for (let from = 0; from < kept.length; ) {
      if (isTimeUp()) return kept;
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (await fails(new Set(fewer))) kept = fewer;
      else from += size;
    }
    // Go round again: an item that was needed before may not be, now that others are gone.
    if (size === 1 && kept.length === before) return kept;
    before = kept.length;
    size = Math.ceil(size / 2);
  }
  return kept;
};

/** Complaints of the same kind differ only in numbers. */
export const kindOf = (complaint: string): string => complaint.replace(/\d[\d,.:]*/g, '#');
