import { isJsonObject, plainName } from './read-field.ts';
import { oncePerRecord } from './record-fields.ts';
import { readLeaves } from './record-leaves.ts';

/** As `plainName` writes them. */
const OWN_NAMES =
  `paymentlink paymentlink.url paymentlink.link paymentlink.shorturl paymentlinkurl paymenturl paylink payurl checkouturl
  paymentpageurl hostedpaymenturl shorturl shortlink linkurl generatedlink`.split(/\s+/);
const LOOSE_NAMES = ['link', 'url', 'href'];
/** Could be the payment page or the way back to the merchant, so these are tried last. */
const REDIRECT_NAMES = ['redirect', 'redirecturl', 'redirectlink', 'redirectionurl'];
/** Names of fields and objects whose addresses are not the payment page. */
const OTHER_ADDRESS =
  /^type$|^docs?$|docs?(url|link)|documentation|moreinfo|login|errors?$|help|callback|webhook|notif|qr|image|logo|icon|invoice|receipt|pdf|document|terms|privacy|support|website|success|cancel|fail|return/;
const OTHER_FILE = /\.(png|jpe?g|gif|svg|webp|pdf)(?:[?#]|$)/i;
const DEEPEST = 4;

type IsPage = (text: string | null) => text is string;
const pageOtherThan =
  (callbackUrl: string | null): IsPage =>
  (text): text is string =>
    text !== null && text !== callbackUrl && !OTHER_FILE.test(text);

/**
 * The payment page's address in an answer: first under a likely name, otherwise the only address that is not
 * the callback, the QR image or a document. `null` when the answer has no such address, or more than one.
 */
export function findAddress(root: unknown, callbackUrl: string | null): string | null {
  const isPage = pageOtherThan(callbackUrl);
  const texts = listTexts(root);
  const rest = listOthers(texts);
  const whole = rest.map(({ value }) => parseWebAddress(value)).filter(isPage);
  return (
    findLikely(texts, rest, isPage) ??
    only(whole.length > 0 ? whole : rest.flatMap(({ value }) => addressesInText(value)).filter(isPage))
  );
}

/** What people wrote, which may name any link. */
export const FREE_TEXT = /note|descri|remark|comment|memo|narrat|message|reason|purpose|text|subject|title/;

/**
 * The payment page's address in a record: under a likely name, otherwise the only value that is one. Unlike an answer's, never
 * from what people wrote: a note may name another link.
 */
export const recordAddress = oncePerRecord(({ fields }): string | null => {
  const isPage = pageOtherThan(null);
  const texts = listTexts(fields);
  const rest = listOthers(texts).filter(({ names }) => !names.some((name) => FREE_TEXT.test(name)));
  return (
    findLikely(texts, rest, isPage) ?? only(rest.map(({ value }) => parseWebAddress(value)).filter(isPage))
  );
});

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
  const isPage = pageOtherThan(callbackUrl);
  const isLoosePage: IsPage = (text): text is string => isPage(text) && !EXPLANATION.test(text);
  const texts = listTexts(root);
  const own = findNamed(texts, OWN_NAMES, isPage);
  if (own !== null || names === 'own') return own;
  if (typeof root === 'string') return findNamed(texts, [''], isLoosePage);
  return findNamed(listOthers(texts), LOOSE_NAMES, isLoosePage);
}

/** A text with the plain names that lead to it; without a name where it is the whole answer. */
interface Text {
  value: string;
  names: readonly string[];
  isInList: boolean;
}

const listTexts = (root: unknown): Text[] =>
  readLeaves({ fields: isJsonObject(root) ? root : { '': root } }).flatMap(({ value, path, isInList }) =>
    typeof value === 'string' && path.length <= DEEPEST
      ? { value, names: path.map(plainName), isInList }
      : [],
  );

/** Those that are not under a name of another address. */
const listOthers = (texts: readonly Text[]): Text[] =>
  texts.filter(({ names }) => !names.some((name) => OTHER_ADDRESS.test(name)));

const findLikely = (texts: readonly Text[], rest: readonly Text[], isPage: IsPage): string | null =>
  findNamed(texts, OWN_NAMES, isPage) ??
  findNamed(rest, LOOSE_NAMES, isPage) ??
  findNamed(rest, REDIRECT_NAMES, isPage);

/** Outer fields before nested ones, and within a level earlier names before later ones. `a.b` means `b` inside `a`. */
function findNamed(texts: readonly Text[], wanted: readonly string[], isPage: IsPage): string | null {
  const ranked = texts.flatMap(({ value, names, isInList }) => {
    const [alone, inside] = [names.slice(-1), names.slice(-2)].map((of) => wanted.indexOf(of.join('.')));
    const found = [
      { at: alone ?? -1, level: names.length },
      { at: names.length > 1 ? (inside ?? -1) : -1, level: names.length - 1 },
    ].filter(({ at }) => at >= 0);
    const page = isInList || found.length === 0 ? null : parseWebAddress(value);
    return isPage(page) ? found.map(({ at, level }) => ({ page, rank: level * wanted.length + at })) : [];
  });
  return ranked.sort((one, other) => one.rank - other.rank)[0]?.page ?? null;
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
