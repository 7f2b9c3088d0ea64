/** Whether an address belongs to this machine, so that nobody outside can reach it and it needs no TLS. */
export const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
