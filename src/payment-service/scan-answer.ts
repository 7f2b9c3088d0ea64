/** The most rows of one answer that we read. A service that ignores `size` may send more. */
export const MOST_ROWS = 20_000;
/** Rows are looked for four levels deep, and their fields a few more. Deeper than this no function may recurse. */
const DEEPEST = 100;

/** `rows`: the answer has more than `MOST_ROWS`; `depth`: it nests more than a hundred levels. Null: neither. */
export type AnswerFault = 'rows' | 'depth';

/**
 * Looks through the bytes of a JSON answer once, before anything is made of them: parsed first, eight megabytes of `{}`
 * take gigabytes. Rows are the elements of lists that are in no other list, wherever they are; what such lists are in
 * may not have more members either.
 */
export function scanAnswer(body: Uint8Array): AnswerFault | null {
  let depth = 0;
  /** Of the list whose elements are rows; 0: we are in none. */
  let listDepth = 0;
  let rows = 0;
  let members = 0;
  let isEmpty = true;
  for (let at = 0; at < body.length; at += 1) {
    const code = body[at] ?? 0;
    if (code === COMMA) {
      if (listDepth === 0) members += 1;
      else if (depth === listDepth) rows += 1;
      if (rows > MOST_ROWS || members > MOST_ROWS) return 'rows';
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (depth === listDepth) isEmpty = false;
      depth += 1;
      if (depth > DEEPEST) return 'depth';
      if (code === OPEN_LIST && listDepth === 0) {
        listDepth = depth;
        isEmpty = true;
      }
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      if (depth === listDepth) {
        // Commas count all elements but the last.
        if (!isEmpty) rows += 1;
        if (rows > MOST_ROWS) return 'rows';
        listDepth = 0;
      }
      depth -= 1;
    } else if (code > SPACE) {
      if (depth === listDepth) isEmpty = false;
      if (code === QUOTE) at = endOfString(body, at);
    }
  }
  return null;
}

/** The index of the closing quote. */
function endOfString(body: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
