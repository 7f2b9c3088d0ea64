import { expect, test } from 'vitest';
import { limits } from '../../src/blocks/limits.ts';
import { createTotals } from '../../src/figures/totals.ts';
import { buildValues } from '../../src/links/form/link-form-values.ts';
import { buildLinkForm } from '../../src/links/form/link-form-view.ts';
import { buildVocabulary } from '../../src/payment-service/index.ts';
import { buildReport } from '../../src/reports/report-view.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';

/** The longest request that `/slack/events` reads. */
const READ_BYTES = 512 * 1024;

/** Escapes every non-ASCII letter and every slash: the longest that JSON can get. */
const writeAsSlack = (payload: object): string => {
  const json = JSON.stringify(payload)
    .replaceAll('/', '\\/')
    .replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return new URLSearchParams({ payload: json }).toString();
};

const ABOUT = {
  token: 'x'.repeat(24),
  trigger_id: 'x'.repeat(80),
  response_url: 'x'.repeat(200),
  api_app_id: 'A0',
};
const WORDS = '😀'.repeat(200);
const WORDS_OF_SERVICE = buildVocabulary();
const ZONE = 'Asia/Dubai';

test('a press under the largest table takes at most half the limit', () => {
  const columns = Array.from({ length: limits.dataTable.columns }, () => ({
    title: WORDS,
    kind: 'text' as const,
  }));
  const rows = Array.from({ length: 100 }, () => columns.map(() => ({ text: WORDS })));
  const { rich, plain } = buildReport({
    subject: { kind: 'transactions', name: 'last week', dates: '31 Dec 2025 – 1 Jan 2027' },
    pointer: { kind: 'transactions', span: { from: 0, to: Date.UTC(2200, 0) }, first: 9_999_999 },
    table: { columns, rows },
    total: 100_000,
    hasNext: true,
    sumsOf: () => createTotals({ kind: 'transactions', words: WORDS_OF_SERVICE }).result(),
    readAt: 0,
    timeZone: 'Asia/Dubai',
  });
  for (const { text, blocks } of [rich, plain]) {
    const message = {
      type: 'message',
      text,
      blocks,
      ts: '1.1',
      metadata: { event_payload: 'x'.repeat(8_000) },
    };
    const sent = writeAsSlack({
      type: 'block_actions',
      ...ABOUT,
      message,
      actions: [{ value: 'x'.repeat(2_000) }],
    });
    expect(sent.length).toBeLessThan(READ_BYTES / 2);
  }
});

test('a form with every field full stays below the limit', () => {
  const full = '😀'.repeat(limits.plainTextInput.length / 2);
  const held = { moment: 1_800_000_000, tick: true, place: 'channel', channel: 'C0FRONTDSK' };
  const values = buildValues((_, { type }) => ({ text: full, ...held })[type]);
  const form = buildLinkForm({
    values,
    metadata: { nonce: 'n'.repeat(20), isLong: true },
    settings: DEFAULT_SETTINGS,
    now: 0,
    timeZone: ZONE,
  });
  const view = { ...form, private_metadata: 'é'.repeat(3_000) };
  // Typed text is in the request twice: as the initial value, and as the current one.
  const sent = writeAsSlack({ type: 'view_submission', ...ABOUT, view: { ...view, state: { values } } });
  expect(sent.length).toBeLessThan(READ_BYTES);
});
