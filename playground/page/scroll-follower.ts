const NEAR_PX = 80;

/** Keeps a log at its end while the reader is there, and where it is while the reader looks back. */
export const createFollower = (log: HTMLElement) => {
  let subject = '';
  let isAtEnd = true;
  const toEnd = (): void => {
    log.scrollTop = log.scrollHeight;
  };
  const size = (): string => `${log.clientWidth} ${log.clientHeight}`;
  let seenSize = size();
  log.addEventListener('scroll', () => {
    // A new width moves the text by itself before the observer hears of it: the reader did not scroll.
    if (size() !== seenSize) return;
    isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_PX;
  });
  // A picture has no height before it has come.
  log.addEventListener('load', () => isAtEnd && toEnd(), true);
  new ResizeObserver(() => {
    seenSize = size();
    if (isAtEnd) toEnd();
  }).observe(log);
  return {
    /** `about` says what is shown; something else is shown from its end. */
    around(about: string, draw: () => boolean): void {
      const isOther = about !== subject;
      subject = about;
      const wasAtEnd = isAtEnd || isOther;
      if ((draw() || isOther) && wasAtEnd) {
        isAtEnd = true;
        toEnd();
      }
    },
  };
};
