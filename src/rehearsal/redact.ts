import type { Json } from './slack-calls.ts';

/** Kinds of placeholders by id prefix; numbered like `{user-2}`. */
const KINDS: Record<string, string> = {
  U: 'user',
  W: 'user',
  T: 'team',
  E: 'team',
  C: 'channel',
  G: 'channel',
  D: 'channel',
  B: 'bot',
  A: 'app',
  F: 'file',
  V: 'view',
};

const TIME = /\b\d{10}\.\d{6}\b/g;
const ID = /\b[A-Z](?=[A-Z0-9]*\d)[A-Z0-9]{7,}\b/g;
const TOKEN = /\bx(?:ox|app)[a-z]*-[\w-]+/g;
/** Bounded repetition, against slow matching in long input. */
const MAIL = /[\w.+-]{1,64}@(?!example\.com\b)[\w-]{1,63}\.[\w.-]{1,190}/g;
const ADDRESS = /\bhttps?:\/\/[^\s"<>|\\)]+/g;
/** Keys whose values are ids, even without a digit. */
const ID_KEYS = /^(id|user|users|team|channel|bot|app|enterprise|file|parent_user|root_view|.*_id)$/;
const WHOLE_ID = /^[A-Z][A-Z0-9]{4,}$/;

/** Slack's own texts, which contain no personal data; all other texts in answers become `{text}`. */
const OPEN_WORDS = new Set([
  'error',
  'errors',
  'warning',
  'needed',
  'provided',
  'messages',
  'warnings',
  'scopes',
  'acceptedScopes',
  'type',
  'subtype',
  'mimetype',
  'filetype',
  'code',
  'message',
  'pointer',
  'expected',
  'got',
]);
/** Keys of Paylink's own content, as Slack stores it. */
const OWN_WORDS = new Set([
  'blocks',
  'text',
  'metadata',
  'callback_id',
  'private_metadata',
  'submit',
  'close',
]);

/** Placeholder for text by a person. */
const TEXT = '{text}';

export const isPlaceholder = (text: string): boolean => /^\{[a-z-]+(-\d+)?\}$/.test(text) && text !== TEXT;

/** A made-up id or URL of the placeholder's kind. */
export const makeUpId = (placeholder: string): string => {
  const [, kind = '', number = ''] = /^\{([a-z-]+?)(?:-(\d+))?\}$/.exec(placeholder) ?? [];
  if (kind === 'url') return `https://example.com/replayed${number}`;
  const [letter] = Object.entries(KINDS).find(([, name]) => name === kind) ?? [];
  return letter === undefined ? placeholder : `${letter}0REPLAYED${number}`;
};

export interface Redactor {
  /** Gives an id its own placeholder, such as `channel`. */
  name(id: string, placeholder: string): void;
  /** Redacts a request. */
  redactRequest(args: Json): Json;
  /** Redacts an answer: keeps our own content, and only placeholders for the rest. */
  redactAnswer(answer: Json): Json;
}

/** Replaces tokens, people and places in recordings. The same value always gets the same placeholder. */
export const createRedactor = ({ publicUrl }: { publicUrl: string | null }): Redactor => {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  /** Made-up URLs, which may stay. */
  const ours = new Set<string>();

  const placeholderOf = (value: string, kind: string): string => {
    const found = known.get(value);
    if (found !== undefined) return found;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const made = `{${kind}-${count}}`;
    known.set(value, made);
    return made;
  };
  const idOf = (id: string): string => placeholderOf(id, KINDS[id.charAt(0)] ?? 'id');

  const redactText = (text: string, isOurs: boolean): string => {
    const withoutHome = publicUrl === null ? text : text.replaceAll(publicUrl, '{public-url}');
    return withoutHome
      .replace(TOKEN, '{token}')
      .replace(ADDRESS, (address) => {
        if (isOurs && !address.includes('slack.com') && !known.has(address)) ours.add(address);
        return ours.has(address) ? address : placeholderOf(address, 'url');
      })
      .replace(MAIL, '{e-mail}')
      .replace(TIME, (ts) => placeholderOf(ts, 'ts'))
      .replace(ID, (id) => known.get(id) ?? (isMadeUp(id) ? id : idOf(id)))
      .replace(/\b[A-Z][A-Z0-9]{4,}\b/g, (word) => known.get(word) ?? word);
  };

  /** A file's shares are keyed by channel id. */
  const redactName = (name: string): string => known.get(name) ?? name.replace(ID, idOf);

  const walk = (value: unknown, key: string, leaf: (text: string, key: string) => string): unknown => {
    if (typeof value === 'string') return leaf(value, key);
    if (Array.isArray(value)) return value.map((one) => walk(one, key, leaf));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [redactName(name), walk(part, name, leaf)]),
    );
  };

  const learn = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (ID_KEYS.test(key) && WHOLE_ID.test(value) && !isMadeUp(value)) idOf(value);
    } else if (Array.isArray(value)) for (const one of value) learn(one, key);
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) learn(part, name);
  };

  const redactAnswer = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') {
      if (OPEN_WORDS.has(key)) return redactText(value, false);
      const hidden = redactText(value, false);
      return isPlaceholder(hidden) ? hidden : TEXT;
    }
    if (OWN_WORDS.has(key)) return walk(value, key, (text) => redactText(text, false));
    if (Array.isArray(value)) return value.map((one) => redactAnswer(one, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [redactName(name), redactAnswer(part, name)]),
    );
  };

  return {
    name: (id, placeholder) => {
      if (id !== '') known.set(id, `{${placeholder}}`);
    },
    redactRequest: (args) => {
      learn(args, '');
      return asJson(walk(args, '', (text, key) => (key === 'bytes' ? text : redactText(text, true))));
    },
    redactAnswer: (answer) => {
      learn(answer, '');
      return asJson(redactAnswer(answer, ''));
    },
  };
};

/** Made-up references look like ids, but are not. */
const isMadeUp = (id: string): boolean => /^REHEARSAL/.test(id);

const asJson = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
