import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMessageBlocks } from '../../packages/local-slack/src/check-blocks.ts';
import {
  AUDIT_PAGE_SIZE,
  type AuditList,
  buildAuditList,
  describeAction,
  describeAuditDetail,
} from '../../src/audit/audit-view.ts';
import { AUDIT_PAGE } from '../../src/audit/index.ts';
import { limits } from '../../src/blocks/limits.ts';
import { AUDIT_ACTIONS, type AuditEntry } from '../../src/store/audit-store.ts';
import { CODE_POINT } from '../fixtures/code-point.ts';
import { seen } from '../fixtures/seen.ts';
import { runs } from '../fixtures/whole-suite.ts';

const ENTRY: AuditEntry = {
  id: 'aud_1',
  teamId: 'T0PLAY',
  at: Date.UTC(2026, 10, 21, 10, 30),
  actorId: 'U0SARA0001',
  action: 'link-made',
  subject: 'lnk_1',
  detail: { amountFils: 25_000 },
};

const build = (changes: Partial<AuditList> = {}) =>
  buildAuditList({
    entries: [ENTRY],
    references: new Map([['lnk_1', 'PL-261121-ABC']]),
    query: { dates: null, actorId: null, word: null },
    pointers: { newer: null, older: null, all: '{}' },
    timeZone: 'Asia/Dubai',
    ...changes,
  });

/** As a button carries it. */
const asking = (word: unknown): string =>
  JSON.stringify({ question: { span: null, actorId: null, word, subject: null }, from: null });

const textIn = (message: { blocks: unknown[] }) => seen(message).text;

describe('the audit trail', () => {
  test('says when, who and what, with the link’s reference', () => {
    expect(textIn(build())).toMatch(/ · <@U0SARA0001> made a link · PL-261121-ABC · AED 250\.00/);
  });

  test('describes every action', () => {
    const words = AUDIT_ACTIONS.map((action) => describeAction({ action }));
    expect(new Set(words).size).toBe(AUDIT_ACTIONS.length);
    expect(words.join(' ')).not.toMatch(/[a-z]-[a-z]+ed\b/);
    const list = textIn(build({ entries: AUDIT_ACTIONS.map((action) => ({ ...ENTRY, action })) }));
    for (const one of words) expect(list).toContain(one);
  });

  test('writes details as people read them', () => {
    const detail = { amountFils: 70_000, limitFils: 50_000, isOn: false, hour: '21:00', in: null };
    expect(describeAuditDetail({ detail })).toBe('AED 700.00, limit AED 500.00, not on, hour 21:00');
    expect(describeAuditDetail({ detail: null })).toBe('');
  });

  test('mentions people and channels among the subjects', () => {
    expect(textIn(build({ entries: [{ ...ENTRY, subject: 'U0OMAR0001' }] }))).toContain('<@U0OMAR0001>');
    expect(textIn(build({ entries: [{ ...ENTRY, subject: 'C0FRONTDSK' }] }))).toContain('<#C0FRONTDSK>');
  });

  test('repeats the query, and suggests another one if nothing matches', () => {
    const query = { dates: '1 – 15 Oct 2026', actorId: 'U0OMAR0001', word: '<!channel>' };
    const nothing = seen(build({ entries: [], query }));
    expect(nothing.text).toContain('1 – 15 Oct 2026 · by <@U0OMAR0001> · with “&lt;!channel&gt;”');
    expect(nothing.text).toContain('No entry matches');
    expect(nothing.buttons).toEqual([]);
  });

  test('has a button for each existing page, and for the file', () => {
    expect(seen(build({ pointers: { newer: 'n', older: 'o', all: 'a' } })).buttons).toEqual([
      'Newer',
      'Older',
      'Export CSV',
    ]);
    expect(seen(build()).buttons).toEqual(['Export CSV']);
  });
});

const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 });

const entries: fc.Arbitrary<AuditEntry[]> = fc.array(
  fc.record({
    id: texts,
    teamId: fc.constant('T1'),
    at: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }),
    actorId: fc.oneof(texts, fc.constant('U0SARA0001')),
    action: fc.constantFrom(...AUDIT_ACTIONS),
    subject: fc.option(texts),
    detail: fc.option(fc.dictionary(texts, fc.oneof(texts, fc.integer(), fc.boolean()), { maxKeys: 8 })),
  }),
  { maxLength: AUDIT_PAGE_SIZE },
);

test('the trail stays within Slack’s limits for any entries', () => {
  fc.assert(
    fc.property(entries, texts, texts, (listed, word, reference) => {
      const references = new Map(listed.map(({ subject }) => [subject ?? '', reference]));
      const query = { dates: reference, actorId: word, word };
      const message = build({
        entries: listed,
        references,
        query,
        pointers: { newer: 'n', older: 'o', all: 'a' },
      });
      expect(checkMessageBlocks(message.blocks)).toEqual([]);
      expect(message.text.length).toBeLessThanOrEqual(limits.section.text);
    }),
    runs(60),
  );
});

describe('a pointer', () => {
  test('fits a button, and is read back unchanged', () => {
    const instants = fc.integer({ min: 0, max: 4_102_444_800_000 });
    const pointers = fc.record({
      question: fc.record({
        span: fc.option(fc.record({ from: instants, to: instants })),
        actorId: fc.option(fc.constantFrom('U0SARA0001', 'W0LONG000000000000')),
        word: fc.option(fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 80 })),
        subject: fc.option(fc.stringMatching(/^lnk_\w{20}$/)),
      }),
      from: fc.option(
        fc.record({
          to: fc.constantFrom('older' as const, 'newer' as const),
          cursor: fc.record({ at: instants, id: fc.stringMatching(/^aud_\w{1,60}$/) }),
        }),
      ),
    });
    fc.assert(
      fc.property(pointers, (pointer) => {
        const value = AUDIT_PAGE.write(pointer);
        expect(value.length).toBeLessThanOrEqual(limits.button.value);
        expect(AUDIT_PAGE.read(value)).toEqual(pointer);
      }),
    );
  });

  test('is read from what a button carries', () => {
    expect(AUDIT_PAGE.read(asking('x'))?.question.word).toBe('x');
  });

  test.each([null, '', 'x', '[]', '{"question":{},"from":null}', asking(7), asking('x'.repeat(81))])(
    'is not read from %j',
    (value) => {
      expect(AUDIT_PAGE.read(value)).toBeNull();
    },
  );
});
