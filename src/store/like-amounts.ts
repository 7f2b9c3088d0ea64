/** Shorter amounts differ in one digit too often to be a slip. */
const SLIPS_FROM = 3;

/**
 * Whether one amount may be the other mistyped, or a part of it: the same, half, a zero more or less, two neighbouring digits
 * swapped, or one digit wrong. In integer fils.
 */
export const isLikeAmount = (one: number, other: number): boolean => {
  if (one === other || one === 2 * other || other === 2 * one) return true;
  const [first, second] = [one, other].map((fils) =>
    String(one % 100 === 0 && other % 100 === 0 ? fils / 100 : fils),
  ) as [string, string];
  return first.length === second.length
    ? isSlip(first, second)
    : isZeroLess(first, second) || isZeroLess(second, first);
};

const isSlip = (one: string, other: string): boolean => {
  const differing = [...one].flatMap((digit, at) => (digit === other[at] ? [] : [at]));
  const [first = 0, second] = differing;
  if (differing.length === 1) return one.length >= SLIPS_FROM;
  return (
    differing.length === 2 &&
    second === first + 1 &&
    one[first] === other[second] &&
    one[second] === other[first]
  );
};

const isZeroLess = (short: string, long: string): boolean =>
  long.length === short.length + 1 &&
  [...long].some((digit, at) => digit === '0' && long.slice(0, at) + long.slice(at + 1) === short);
