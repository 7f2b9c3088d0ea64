/** A set of texts in some bytes each, whatever their length. */
export interface Digests {
  /** False: it was there. */
  add(text: string): boolean;
  has(text: string): boolean;
}

const SMALLEST = 1_024;

/** One of two texts in 2^52 is taken for another. */
export const createDigests = (): Digests => {
  // Zero is an empty place. At least half of the places are empty.
  let places = new Float64Array(SMALLEST);
  let count = 0;
  const placeOf = (digest: number): number => {
    let at = digest % places.length;
    while (places[at] !== 0 && places[at] !== digest) at = (at + 1) % places.length;
    return at;
  };
  const grow = (): void => {
    const before = places;
    places = new Float64Array(before.length * 2);
    for (const digest of before) if (digest !== 0) places[placeOf(digest)] = digest;
  };
  return {
    add: (text) => {
      const digest = digestOf(text);
      const at = placeOf(digest);
      if (places[at] === digest) return false;
      places[at] = digest;
      count += 1;
      if (count * 2 > places.length) grow();
      return true;
    },
    has: (text) => {
      const digest = digestOf(text);
      return places[placeOf(digest)] === digest;
    },
  };
};

/** Two sums of the characters by different primes, as one whole number above zero. */
function digestOf(text: string): number {
  let [one, other] = [0x811c9dc5, 0x2f0b4c47];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995);
    other ^= other >>> 15;
  }
  return (one >>> 0) * 0x100000 + (other >>> 12) + 1;
}
