/** A domain or an address of somebody who may be real, in a payload; null: only examples. */
export const findReal = (text: string): string | null => {
  for (const [, host = ''] of text.matchAll(/https?:\/\/([^/"\\|>?]+)/g))
    if (!/(^|\.)example(\.com)?$|^example\.slack\.com$|^wa\.me$/.test(host)) return host;
  for (const [, domain = ''] of text.matchAll(/[\w.]+@([\w.]+\w)/g))
    if (!/(^|\.)example(\.com)?$/.test(domain)) return domain;
  return null;
};
