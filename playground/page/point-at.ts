const SHOWN_MS = 4_000;

/** Brings the message of that time into view, in every log that has it, and marks it for a moment. */
export const pointAt = (ts: string): void => {
  // Behind the scrolling that a first drawing brings.
  requestAnimationFrame(() => {
    for (const found of document.querySelectorAll(`[data-ts="${CSS.escape(ts)}"]`)) {
      found.scrollIntoView({ block: 'center' });
      found.classList.add('message-pointed');
      setTimeout(() => found.classList.remove('message-pointed'), SHOWN_MS);
    }
  });
};
