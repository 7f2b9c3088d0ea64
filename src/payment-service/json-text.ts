/**
 * `JSON.parse`, except that a number a double cannot hold digit for digit (a 19-digit order id, an amount
 * with 17 digits) comes back as text. A rounded order id would look up the wrong order.
 * Throws `SyntaxError`, whose message may quote the text: do not pass it on.
 *
 * Takes linear time whatever the text, because strangers can send it.
 */
export function parseJsonText(text: string): unknown {
  const read: unknown = JSON.parse(text);
  return LONG.test(text) ? JSON.parse(quoteLongNumbers(text)) : read;
}

const LONG = /\d[\d.]{15}/;
/** Sticky: continues where the last match ended, so no character is read twice. */
const NUMBER = /[\d.eE+-]+/y;
const LONG_DECIMAL = /^-?\d[\d.]{15,}$/;

/** Expects valid JSON: relies on every quote being closed and every number being well formed. */
function quoteLongNumbers(text: string): string {
  const parts: string[] = [];
  let taken = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at;
      const token = NUMBER.exec(text)?.[0] ?? '';
      const end = at + token.length;
      if (LONG_DECIMAL.test(token) && String(Number(token)) !== token) {
        parts.push(text.slice(taken, at), `"${token}"`);
        taken = end;
      }
      at = end;
    } else {
      at += 1;
    }
  }
  return parts.join('') + text.slice(taken);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
