export interface Place {
  as: string;
  place: string;
  tab: 'messages' | 'home';
}

/** Who and where, in the address: a reload stays, and a link can point there. */
export const readHash = (hash: string): Place => {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    as: words.get('as') ?? '',
    place: words.get('in') ?? '',
    tab: words.get('tab') === 'home' ? 'home' : 'messages',
  };
};

export const writeHash = ({ as, place, tab }: Place): string => {
  const words = new URLSearchParams({ as, in: place, ...(tab === 'home' ? { tab } : {}) });
  return `#${words}`;
};
