/** An `http` or `https` address with a host, as written; `null` for anything else. */
export function parseWebAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  // URL() repairs `https:///x` and spaces. An address that needs repair must not be shown to a customer.
  if (!/^https?:\/\/[^\s/?#\\<>"][^\s\\<>"]*$/i.test(text)) return null;
  const url = parseUrl(text);
  return url === null || url.username !== '' || url.password !== '' ? null : text;
}

/** Not `URL.canParse`: on Node 20 it rejects `é` once V8 has optimised the call. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
