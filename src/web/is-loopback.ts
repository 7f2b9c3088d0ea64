/** Whether an address is this machine's own, which nobody outside can reach and which needs no TLS. */
export const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
