/** An `http` or `https` address with a host, as written; `null` for anything else. */
export function parseWebAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  // URL() repairs `https:///x` and spaces; what needs repair is not an address to show to a customer.
  if (!/^https?:\/\/[^\s/?#\\<>"][^\s\\<>"]*$/i.test(text)) return null;
  const url = parseUrl(text);
  return url === null || url.username !== '' || url.password !== '' ? null : text;
}

/** Not by `URL.canParse`: Node 20 says no to `é` once that call is compiled. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
