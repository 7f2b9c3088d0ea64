/**
 * What is left of `all` when everything is left out without which it still fails: half of it, a quarter, at last one
 * alone. None of what is left can be spared, unless the time was up before that was known.
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
    // What could not be spared can be, perhaps, now that others are gone.
    if (size === 1 && kept.length === before) return kept;
    before = kept.length;
    size = Math.ceil(size / 2);
  }
  return kept;
};

/** Two complaints of one kind differ in numbers alone. */
export const kindOf = (complaint: string): string => complaint.replace(/\d[\d,.:]*/g, '#');
