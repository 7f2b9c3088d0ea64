import { type Leaf, plainName } from '../payment-service/index.ts';

/** One leaf with its word. */
interface Said {
  leaf: Leaf;
  word: string;
}

/**
 * Of the leaves that nobody understands, those that object. One value may be written in several ways, as `status` and
 * `statusCode`: where one of them is understood, a number or letter beside it says nothing more. Free text alone never objects.
 */
export const findObjections = <One extends Said>(
  said: readonly One[],
  isUnread: (one: One) => boolean,
): ReadonlySet<One> => {
  const unread = said.filter(isUnread);
  if (unread.length === 0) return NONE;
  const understood = said.filter((one) => !isUnread(one)).map(({ leaf }) => leaf);
  return new Set(
    unread.filter(({ leaf, word }) => !leaf.isFree && !(isNumber(leaf, word) && repeats(leaf, understood))),
  );
};

const NONE: ReadonlySet<never> = new Set();

/** A number or a letter of the service's own: `3`, `G96300` in a field for codes. */
const isNumber = ({ isCode }: Leaf, word: string): boolean =>
  /^.?\d*$/.test(word) || (isCode && /\d/.test(word));

/** `response_code` is the code of what `response_status` says. */
const STATE_END = /(.)(status|state)$/;

/** Both are written in one container or under one name. In a list, another value of the same name is another statement. */
const repeats = (leaf: Leaf, understood: readonly Leaf[]): boolean =>
  understood.some(
    ({ statement, path }) =>
      (statement === leaf.statement ||
        (leaf.isCode && statement.replace(STATE_END, '$1') === leaf.statement)) &&
      plainName(path.at(-1) ?? '') !== plainName(leaf.path.at(-1) ?? ''),
  );
