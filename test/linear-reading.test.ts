// @module-tag long

import { expect, test } from 'vitest';
import { parseCallbackPayload, readCallbackEvidence } from '../src/links/callbacks/callback-evidence.ts';
import { parseJsonText } from '../src/payment-service/envelope.ts';
import { findAddress, parseWebAddress } from '../src/payment-service/find-address.ts';
import * as service from '../src/payment-service/index.ts';
import { readOutcome } from '../src/payment-service/read-outcome.ts';
import { readRecord } from '../src/payment-service/records.ts';
import { parseRetryAfter } from '../src/payment-service/requester.ts';
import { parseConnectForm } from '../src/tenancy/install/connect-form.ts';
import { parseInstallation } from '../src/tenancy/install/oauth.ts';
import { html } from '../src/tenancy/install/pages.ts';
import { findSuperlinear, type TextOf } from './fixtures/linear-time.ts';
import { IS_LONG, sample } from './fixtures/whole-suite.ts';
import { buildLinkRequest } from './payment-service/link-requests.ts';

const ZONE = 'Asia/Dubai';

const repeated = (head: string, piece: string, tail = ''): [string, TextOf] => [
  JSON.stringify([head, piece, tail]),
  (length) => head + piece.repeat(Math.ceil(length / piece.length)) + tail,
];

/** Texts on which a bad regular expression takes quadratic time or worse. */
const LONG_TEXTS: readonly (readonly [name: string, textOf: TextOf])[] = [
  // Long digit runs that end up invalid.
  repeated('', '1', 'e'),
  repeated('{"a":', '1', 'e5}'),
  repeated('{"a":"x', '1', '","b":1234567890123456789}'),
  repeated('[', '1234567890123456789,', '1]'),
  repeated('', '1.'),
  repeated('1.', '0', 'x'),
  repeated('1', ',111', 'x'),
  repeated('', '-'),
  repeated('20', '26-11-21 '),
  // Quotes and escapes.
  repeated('', '"'),
  repeated('"', '\\"'),
  repeated('["', '\\\\', '",1234567890123456789]'),
  repeated('[', '"1234567890123456789",', '0]'),
  repeated('', '\\'),
  // Nesting, keys and rows.
  repeated('', '{"a":'),
  repeated('', '['),
  ['deep', (length) => `${'{"data":'.repeat(length / 10)}1${'}'.repeat(length / 10)}`],
  ['deep lists', (length) => `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`],
  repeated('[', '{"id":1},', '{}]'),
  repeated('{"response":{"content":[', '{"amount":"1"},', '{}]}}'),
  repeated('{"response":[', '[],', '[]]}'),
  ['keys', (length) => JSON.stringify(buildKeys(length, 'k'))],
  ['states', (length) => JSON.stringify(buildKeys(length, 'status'))],
  ['objects', (length) => JSON.stringify(buildKeys(length, 'order', {}))],
  ['JSON in JSON', (length) => JSON.stringify({ a: JSON.stringify(buildKeys(length / 2, 'status')) })],
  // Blanks before something else.
  repeated('x', ' ', 'x'),
  repeated('{"amount":"1', ' ', 'x"}'),
  repeated('AED', ' ', 'x'),
  repeated('', '\t\n', 'x'),
  repeated('no', ' ', 'errorless'),
  // Addresses.
  repeated('http://', 'a', ' '),
  repeated('see http://a', ')', 'x'),
  repeated('see ', 'http://a.'),
  repeated('', 'https://'),
  repeated('http://', '%', '"'),
  // Names of fields, in a message.
  repeated('', 'invoice_'),
  repeated('invoice', '_', '!'),
  repeated('', 'is terms '),
  repeated('', 'aA'),
  repeated('', 'e-'),
  // Addresses of e-mail.
  repeated('', 'a@a.'),
  repeated('a@', 'a'),
  repeated('', 'a.', '@'),
  repeated('a@', 'a-', '.'),
  // Forms and cookies.
  repeated('', 'a=1&'),
  repeated('', '&'),
  repeated('', '='),
  repeated('a=', '%'),
  repeated('', '%7B'),
  repeated('', 'apiKey=x&'),
  // Letters of more than one byte, and of none.
  repeated('', '😀'),
  repeated('', '\ud83d'),
  repeated('', '\u0000'),
  repeated('', 'é'),
  repeated('', '<&'),
];

function buildKeys(length: number, name: string, value: unknown = 'x'): Record<string, unknown> {
  const count = Math.ceil(length / (name.length + 12));
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`${name}${number}`, value]));
}

/** What throws has read as much as it wanted to. */
const quietly = (read: (text: string) => unknown) => (text: string) => {
  try {
    return read(text);
  } catch {
    return null;
  }
};

const outcomeOf = (method: 'GET' | 'POST', status: number, body: string) =>
  readOutcome(
    { kind: 'answer', status, retryAfter: null, date: null, body: Buffer.from(body) },
    {
      operation: method === 'GET' ? 'listLinks' : 'generateLink',
      sent: method === 'GET' ? null : { invoiceId: 'INV-7', callbackUrl: null },
      reference: 'R-1',
      retryAfterMs: null,
    },
  );

const answerOf = (body: string) => {
  const outcome = outcomeOf('GET', 200, body);
  return outcome instanceof Error ? null : outcome;
};

const READERS: Record<string, (text: string) => unknown> = {
  'JSON with long numbers': parseJsonText,
  'a body of a callback': (text) => readCallbackEvidence(parseCallbackPayload(Buffer.from(text), '')),
  'a query of a callback': (text) => readCallbackEvidence(parseCallbackPayload(Buffer.alloc(0), text)),
  'a field of a callback': (text) =>
    readCallbackEvidence([{ status: text, [text]: 'x', inner: { x: text } }]),
  'a listing': (text) => {
    const answer = answerOf(text);
    return answer && service.readListing(answer, 0, 10);
  },
  'a record': (text) => {
    const answer = answerOf(text);
    const record = answer && readRecord(answer);
    if (!record) return null;
    return [
      service.readLeaves(record),
      service.recordInvoiceId(record),
      service.recordOrderId(record),
      service.recordAddress(record),
    ];
  },
  'a field of a record': (text) => {
    const record = { fields: { amount: text, status: text, orderId: text, link: text, note: text } };
    return [service.parseRecordAmount(text), service.readLeaves(record), service.recordAddress(record)];
  },
  'a generated link': (text) => {
    const answer = outcomeOf('POST', 200, text);
    return answer instanceof Error ? null : service.readGeneratedLink(answer);
  },
  'a refusal': (text) => {
    const body = JSON.stringify({ status: text, message: text, errors: [{ field: text }] });
    return service.explainPaymentServiceError(outcomeOf('POST', 400, body));
  },
  'an address': parseWebAddress,
  'an address in a text': (text) => findAddress(text, null),
  'an amount': service.parseAedAmount,
  'a time': (text) => service.parseLocalDateTime(text, ZONE),
  'a time zone': service.isTimeZone,
  'Retry-After': (text) => parseRetryAfter(text, 0),
  'the fields of a link': (text) =>
    service.linkRequestSchema.safeParse({
      ...buildLinkRequest(),
      FullName: text,
      Email: text,
      Phone: text,
      notes: text,
      expiryOn: text,
      callback_url: text,
    }),
  'a form of credentials': parseConnectForm,
  'the answer to an install': (text) =>
    parseInstallation({ bot: { token: text, userId: text, scopes: [text] }, tokenType: 'bot' }),
  'text on a page': (text) => html`<p>${text}</p>`.markup,
};

test.each(Object.keys(READERS))('%s is read in a time that grows with its length and no faster', (name) => {
  const read = quietly(READERS[name] ?? (() => null));
  for (const [text, textOf] of sample(LONG_TEXTS)) expect(findSuperlinear(read, textOf), text).toBeNull();
});

test.runIf(IS_LONG)('what takes the square of the length is noticed', () => {
  const squares = /-?\d[\d.]{15,}(?![\d.eE+-])/g;
  const digits = (length: number) => `${'1'.repeat(length)}e`;
  expect(findSuperlinear((text) => text.replace(squares, ''), digits, 1_024)).not.toBeNull();
});
