/** An `http` or `https` address with a host, as written; `null` for anything else. */
export function parseWebAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  // URL() repairs `https:///x` and spaces; what needs repair is not an address to show to a customer.
  if (!/^https?:\/\/[^\s/?#\\<>"][^\s\\<>"]*$/i.test(text) || !URL.canParse(text)) return null;
  const { username, password } = new URL(text);
  return username !== '' || password !== '' ? null : text;
}
