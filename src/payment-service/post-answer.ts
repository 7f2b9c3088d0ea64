import { type Envelope, FAILURE_CODES, isFailureWord, listStatusWords, spaced } from './envelope.ts';
import { findPayPage } from './find-address.ts';
import { findField, isJsonObject } from './read-field.ts';
import { recordOrderIds, recordReferences } from './record-ids.ts';
import { findRequestField } from './request-field.ts';

/**
 * What the answer to link generation proves. `made`: the link exists. `refused`: the input was not accepted, and no link
 * exists. `answered-no`: it says no, but some services say that after they did the work. `lost`: nothing is proven.
 * In the order of doubt: what fits two rows of the table takes the later one.
 */
export const POST_OUTCOMES = ['made', 'refused', 'answered-no', 'lost'] as const;

export type PostOutcome = (typeof POST_OUTCOMES)[number];

/** The HTTP status, or one that the body repeats as a gateway does. */
type StatusClass = 'success' | 'refusal' | 'other-4xx' | 'doubtful';

/** 402, 406, 423 and 429 are not here: the input was fine. */
const REFUSALS = new Set([400, 401, 403, 404, 405, 410, 413, 415, 422]);
/** 408 and 409: the request, or one before it, may have been carried out. */
const DOUBTFUL = new Set([408, 409]);

/**
 * One word of the body. `input`: code 90, 91, 92, 93 or 96, or a word of failure with the input as its reason.
 * `failure`: any other word of failure. `unknown`: codes 97 and 99, codes and words that are in no table.
 */
type Said = 'nothing' | 'success' | 'input' | 'failure' | 'unknown';

/**
 * What the body holds of a link. `link`: a pay page under a name of its own, with our number or an order id. `trace`: one of
 * those alone. Our number alone is an echo of the request, and so `nothing`.
 */
type Holds = 'nothing' | 'trace' | 'link';

type Row = readonly [of: StatusClass, said: Said | 'any', ...outcomes: PostOutcome[]];

/** The last three columns: the body holds nothing of a link, a trace of one, a link. */
const TABLE: readonly Row[] = [
  ['success', 'nothing', 'made', 'made', 'made'],
  ['success', 'success', 'made', 'made', 'made'],
  ['success', 'input', 'refused', 'lost', 'made'],
  ['success', 'failure', 'answered-no', 'lost', 'made'],
  ['success', 'unknown', 'answered-no', 'lost', 'made'],
  ['refusal', 'nothing', 'refused', 'lost', 'made'],
  ['refusal', 'success', 'answered-no', 'lost', 'made'],
  ['refusal', 'input', 'refused', 'lost', 'made'],
  ['refusal', 'failure', 'refused', 'lost', 'made'],
  ['refusal', 'unknown', 'answered-no', 'lost', 'made'],
  ['other-4xx', 'any', 'answered-no', 'lost', 'made'],
  ['doubtful', 'any', 'lost', 'lost', 'lost'],
];

/** What the request holds that an answer may repeat. */
export interface Sent {
  invoiceId: string | null;
  callbackUrl: string | null;
}

/**
 * Judges an answer that was read whole. `body` is its JSON, and `envelope` what was read from that; null: it is no JSON, so it
 * holds nothing, and a success that nobody can read is lost.
 */
export function judgePost(
  { httpStatus, body, envelope }: { httpStatus: number; body: unknown; envelope: Envelope | null },
  sent: Sent,
): PostOutcome {
  if (envelope === null && isSuccess(httpStatus)) return 'lost';
  const words = envelope === null ? [] : listStatusWords(body);
  const classes = [httpStatus, ...words.filter(isHttpFailure).map(Number)].map(classOf);
  const said = envelope === null ? [] : listSaid(envelope, words);
  const holds = envelope === null ? 'nothing' : findHeld(body, sent);
  const outcomes = classes.flatMap((of) =>
    (said.length === 0 ? (['nothing'] as const) : said).map((word) => lookUp(of, word, holds)),
  );
  return mostDoubtful(outcomes);
}

const lookUp = (of: StatusClass, said: Said, holds: Holds): PostOutcome => {
  const [, , nothing, trace, link] =
    TABLE.find((row) => row[0] === of && (row[1] === said || row[1] === 'any')) ?? [];
  return { nothing, trace, link }[holds] ?? 'lost';
};

const mostDoubtful = (outcomes: readonly PostOutcome[]): PostOutcome =>
  POST_OUTCOMES.findLast((outcome) => outcomes.includes(outcome)) ?? 'lost';

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function classOf(status: number): StatusClass {
  if (isSuccess(status)) return 'success';
  if (status < 400 || status > 499 || DOUBTFUL.has(status)) return 'doubtful';
  return REFUSALS.has(status) ? 'refusal' : 'other-4xx';
}

const SUCCESS_WORD =
  /^(success|successful|successfully|ok|okay|true|yes|created|generated|accepted|completed?|done|(no|without) errors?)$/i;
const SUCCESS_CODES = new Set(['00', '200', '201', '202']);
/** 90: blocked user; 91: empty body; 92: bad request; 93: data not found; 96: not acceptable. */
const INPUT_CODES = new Set(['90', '91', '92', '93', '96']);
const INPUT_WORD =
  /\b(invalid|validation|malformed|missing|required|mandatory|must|not (valid|allowed|acceptable|accepted)|unauthori[sz]ed|forbidden|denied|bad request|already (used|taken))\b/i;
/** Reasons that may come after the work. */
const LATE_WORD =
  /\btime[ -]?out|\btimed out|\btry again|\blater\b|\binternal|\bgateway|\bunavailable|\bunable|\bprocess|\bunknown|\bsms\b|\bsend\b|\bsent\b/i;

/** Judged as if HTTP had said it. */
const isHttpFailure = (word: string): boolean => /^[45]\d\d$/.test(word);

/** The first word is the status. The words beside it count when they are known to say no: a `code: 1000` may mean anything. */
function listSaid({ message, response, bareError }: Envelope, words: readonly string[]): Said[] {
  const said = words.flatMap((word, at) => {
    if (isHttpFailure(word)) return [];
    const isClear = FAILURE_CODES.has(word) || isFailureWord(word);
    return at === 0 || isClear ? [judgeWord(word, message, response)] : [];
  });
  if (bareError || (words.length === 0 && isFailureWord(message ?? '')))
    said.push(judgeFailure('', message, response));
  return said;
}

function judgeWord(word: string, message: string | null, response: unknown): Said {
  const code = /^(\d{2})(?:$|\s*[-:|])/.exec(word)?.[1];
  if (SUCCESS_CODES.has(code ?? word) || SUCCESS_WORD.test(spaced(word).trim())) return 'success';
  if (code !== undefined) return INPUT_CODES.has(code) ? 'input' : 'unknown';
  return isFailureWord(word) ? judgeFailure(word, message, response) : 'unknown';
}

function judgeFailure(word: string, message: string | null, response: unknown): Said {
  const text = spaced(`${word} ${message ?? ''}`);
  if (LATE_WORD.test(text)) return 'failure';
  return INPUT_WORD.test(text) || findRequestField(message, response) !== null ? 'input' : 'failure';
}

function findHeld(body: unknown, { invoiceId, callbackUrl }: Sent): Holds {
  if (Array.isArray(body)) return findHeld({ list: body[0] }, { invoiceId, callbackUrl });
  if (!isJsonObject(body)) return 'nothing';
  const record = { fields: body };
  const isOurs = (value: string) => value.toLowerCase() === invoiceId?.toLowerCase();
  const hasPage = findPayPage(body, callbackUrl) !== null;
  const hasOrder = recordOrderIds(record).some(({ value }) => !isOurs(value));
  const hasOurNumber = recordReferences(record).some(({ value }) => isOurs(value));
  if (hasPage && (hasOrder || hasOurNumber)) return 'link';
  const holdsPage = (payload: unknown) => findPayPage(payload, callbackUrl, 'loose') !== null;
  const hasLoosePage = findField(body, ['response', 'data', 'result', 'payload'], holdsPage, 0) !== undefined;
  return hasPage || hasOrder || hasLoosePage ? 'trace' : 'nothing';
}
