/**
 * `JSON.parse`, except that a number a double cannot hold digit for digit (a 19-digit order id, an amount
 * with 17 digits) comes back as its text. A rounded order id would look up somebody else's order.
 * Throws `SyntaxError`, whose message may quote the text: do not pass it on.
 */
export function parseJsonText(text: string): unknown {
  return JSON.parse(/\d{16}|\d\.\d{15}|\d{8}\.\d{8}/.test(text) ? quoteLongNumbers(text) : text);
}

function quoteLongNumbers(text: string): string {
  // A string of JSON, or a number with 16 digits or more: strings are matched only to be stepped over.
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]{15,}(?![\d.eE+-])/g, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`,
  );
}
