import { findField, isJsonObject, type JsonObject, plainName } from './read-field.ts';

const OWN_NAMES = [
  'paymentLink',
  'paymentLink.url',
  'paymentLink.link',
  'paymentLink.shortUrl',
  'paymentLinkUrl',
  'paymentUrl',
  'payLink',
  'payUrl',
  'checkoutUrl',
  'paymentPageUrl',
  'hostedPaymentUrl',
  'shortUrl',
  'shortLink',
  'linkUrl',
  'generatedLink',
];
const LOOSE_NAMES = ['link', 'url', 'href'];
/** Could be the payment page or the way back to the merchant, so these are tried last. */
const REDIRECT_NAMES = ['redirect', 'redirectUrl', 'redirectLink', 'redirectionUrl'];
/** Names of fields and objects whose addresses are not the payment page. */
const OTHER_ADDRESS =
  /^type$|^docs?$|docs?(url|link)|documentation|moreinfo|login|errors?$|help|callback|webhook|notif|qr|image|logo|icon|invoice|receipt|pdf|document|terms|privacy|support|website|success|cancel|fail|return/;
const OTHER_FILE = /\.(png|jpe?g|gif|svg|webp|pdf)(?:[?#]|$)/i;
const DEPTH = 3;
/** Limits the work a hostile answer can cause. */
const MAX_VALUES = 10_000;

/**
 * The payment page's address in an answer: first under a likely name, otherwise the only address that is not
 * the callback, the QR image or a document. `null` when the answer has no such address, or more than one.
 */
export function findAddress(root: unknown, callbackUrl: string | null): string | null {
  const isCandidate = (text: string | null): text is string =>
    text !== null && text !== callbackUrl && !OTHER_FILE.test(text);
  if (typeof root === 'string') {
    const whole = parseWebAddress(root);
    return isCandidate(whole) ? whole : only(addressesInText(root).filter(isCandidate));
  }
  if (!isJsonObject(root) && !Array.isArray(root)) return null;
  const own = findNamed(root, OWN_NAMES, isCandidate);
  if (own !== null) return own;
  const pruned = prune(root, 0);
  const named = findNamed(pruned, LOOSE_NAMES, isCandidate) ?? findNamed(pruned, REDIRECT_NAMES, isCandidate);
  if (named !== null) return named;
  const texts = collectTexts(pruned);
  const whole = only(texts.map(parseWebAddress).filter(isCandidate));
  if (whole !== null) return whole;
  return texts.some((text) => isCandidate(parseWebAddress(text)))
    ? null
    : only(texts.flatMap(addressesInText).filter(isCandidate));
}

/** What people wrote, which may name any link. */
const FREE_TEXT = /note|descri|remark|comment|memo|narrat|message|reason|purpose|text|subject|title/;

/**
 * The payment page's address in a record: under a likely name, otherwise the only value that is one. Unlike an answer's, never
 * from what people wrote: a note may name another link.
 */
export function findRecordAddress(fields: JsonObject): string | null {
  const isPage = (text: string | null): text is string => text !== null && !OTHER_FILE.test(text);
  const own = findNamed(fields, OWN_NAMES, isPage);
  if (own !== null) return own;
  const pruned = prune(fields, 0, FREE_TEXT);
  const named = findNamed(pruned, LOOSE_NAMES, isPage) ?? findNamed(pruned, REDIRECT_NAMES, isPage);
  return named ?? only(collectTexts(pruned).map(parseWebAddress).filter(isPage));
}

/** Addresses of explanations that an error names, in fields that could also have a pay page. */
const EXPLANATION = /doc|help|support|error|login|faq|status/i;

/**
 * The address under a field that names a payment page, in an answer that says that it failed. `loose`: also under `link`, `url`
 * or `href`, or alone in the place of the payload, unless it looks like an explanation.
 */
export function findPayPage(
  root: unknown,
  callbackUrl: string | null,
  names: 'own' | 'loose' = 'own',
): string | null {
  const isPage = (text: string | null): text is string =>
    text !== null && text !== callbackUrl && !OTHER_FILE.test(text);
  const isLoosePage = (text: string | null): text is string => isPage(text) && !EXPLANATION.test(text);
  if (typeof root === 'string') {
    const whole = parseWebAddress(root);
    return names === 'loose' && isLoosePage(whole) ? whole : null;
  }
  const own = findNamed(root, OWN_NAMES, isPage);
  if (own !== null || names === 'own') return own;
  return findNamed(prune(root, 0), LOOSE_NAMES, isLoosePage);
}

function findNamed(
  root: unknown,
  names: readonly string[],
  isCandidate: (text: string | null) => boolean,
): string | null {
  if (!isJsonObject(root)) return null;
  return parseWebAddress(findField(root, names, (value) => isCandidate(parseWebAddress(value)), DEPTH));
}

/** A copy without fields that hold other addresses, or are named like `without`, cut at the depth we search. */
function prune(value: unknown, depth: number, without: RegExp | null = null): unknown {
  if (Array.isArray(value)) {
    return depth > DEPTH ? null : value.slice(0, 100).map((item) => prune(item, depth + 1, without));
  }
  if (!isJsonObject(value)) return value;
  if (depth > DEPTH) return null;
  const kept = Object.entries(value).filter(([key]) => {
    const name = plainName(key);
    return !OTHER_ADDRESS.test(name) && without?.test(name) !== true;
  });
  return Object.fromEntries(kept.map(([key, item]) => [key, prune(item, depth + 1, without)]));
}

function collectTexts(root: unknown): string[] {
  const texts: string[] = [];
  const queue: unknown[] = [root];
  for (let at = 0; at < queue.length && at < MAX_VALUES; at += 1) {
    const value = queue[at];
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) {
      for (const item of Object.values(value).slice(0, MAX_VALUES)) queue.push(item);
    }
  }
  return texts;
}

/** Addresses inside a sentence. A text that starts like an address but is invalid must not be cut to a valid one. */
const addressesInText = (text: string): (string | null)[] =>
  /^\s*https?:/i.test(text)
    ? []
    : (text.slice(0, 20_000).match(/https?:\/\/[^\s<>"'\\]+/gi) ?? []).map((found) =>
        parseWebAddress(withoutEndMarks(found)),
      );

/** Drops the full stop or bracket that belongs to the sentence, not to the address. */
function withoutEndMarks(text: string): string {
  let end = text.length;
  while (end > 0 && '.,;:!?)]}'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function only(addresses: string[]): string | null {
  const [first, ...others] = new Set(addresses);
  return first !== undefined && others.length === 0 ? first : null;
}

/** Control and direction characters, which a person cannot see, and the sign for a character that was lost. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Cs}\uFFFD]/u;

/** An `http` or `https` address with a host, as written; `null` for anything else. */
export function parseWebAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  // URL() repairs `https:///x` and spaces. An address that needs repair must not be shown to a customer.
  if (!/^https?:\/\/[^\s/?#\\<>"][^\s\\<>"]*$/i.test(text) || NOT_SHOWN.test(text)) return null;
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
