interface Place {
  as: string;
  place: string;
  tab: 'messages' | 'home';
  /** `ts` of the message that a link points at, and of its thread; otherwise empty. */
  at: string;
  thread: string;
}

/** Person and place in the URL hash, for reloads and links. */
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

/** Scrolls to the message with this `ts` and highlights it briefly. */
export const pointAt = (ts: string): void => {
  // After the first render has scrolled.
  requestAnimationFrame(() => {
    for (const found of document.querySelectorAll(`[data-ts="${CSS.escape(ts)}"]`)) {
      found.scrollIntoView({ block: 'center' });
      found.classList.add('message-pointed');
      setTimeout(() => found.classList.remove('message-pointed'), SHOWN_MS);
    }
  });
};
