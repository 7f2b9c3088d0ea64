interface Place {
  as: string;
  place: string;
  tab: 'messages' | 'home';
  /** Of the message a link points at, and of its thread; empty otherwise. */
  at: string;
  thread: string;
}

/** Who and where, in the address: a reload stays, and a link can point there. */
export const readHash = (hash: string): Place => {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    as: words.get('as') ?? '',
    place: words.get('in') ?? '',
    tab: words.get('tab') === 'home' ? 'home' : 'messages',
    at: words.get('at') ?? '',
    thread: words.get('thread') ?? '',
  };
};

export const writeHash = ({ as, place, tab }: Pick<Place, 'as' | 'place' | 'tab'>): string => {
  const words = new URLSearchParams({ as, in: place, ...(tab === 'home' ? { tab } : {}) });
  return `#${words}`;
};

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
