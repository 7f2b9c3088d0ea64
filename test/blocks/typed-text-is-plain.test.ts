import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeHtml } from '../../packages/local-slack/src/page/escape-html.ts';
import { buildRenderContext } from '../../packages/local-slack/src/page/render-context.ts';
import { renderMrkdwn, renderText } from '../../packages/local-slack/src/page/render-mrkdwn.ts';
import { dropControls } from '../../src/blocks/controls.ts';
import { toOneLine } from '../../src/blocks/plain-text.ts';
import { escapeMrkdwn, plain } from '../../src/blocks/text.ts';
import { readTyped } from '../../src/slack/typed-text.ts';
import { buildTable } from '../../src/tables/report-table-view.ts';
import { CODE_POINT } from '../fixtures/code-point.ts';
import { runs } from '../fixtures/whole-suite.ts';

const context = buildRenderContext({
  me: 'U1',
  people: [],
  conversations: [],
  timeZone: 'Asia/Dubai',
  now: Date.UTC(2026, 10, 20, 12),
});

/** What Slack draws marks from, in every neighbourhood. */
const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'* _ ~ ` ``` : :tada: :x: > &gt; <!here> <@U1> <#C1|x>'.split(' ')),
      fc.constantFrom(
        ...'<https://x.ae|pay> <!date^1^{date}|x> a Paid 5 . é ب'.split(' '),
        '\n',
        ' ',
        '\u200B',
      ),
      fc.string({ unit: CODE_POINT, maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('what a person typed', () => {
  test.for<[typed: string, drawn: string]>([
    ['✅ *Paid* · AED 250.00', '∗Paid∗ · AED 250.00'],
    ['🟢 *Paid*', '∗Paid∗'],
    ['_June_ ~fees~ `x`', 'ˍJuneˍ ∼fees∼ ˋxˋ'],
    [':white_check_mark: Paid', '∶white_check_mark: Paid'],
    ['june_fees_2026.csv at 09:30:00 https://x.ae', 'june_fees_2026.csv at 09:30:00 https://x.ae'],
    ['2026-11-28T16:18:54+04:00', '2026-11-28T16:18:54+04:00'],
    ['> quoted\n>> again', '› quoted\n›&gt; again'],
    ['<!channel> & <@U1>', '&lt;!channel&gt; &amp; &lt;@U1&gt;'],
    ['Sa\u200Bra\uFEFF \u202EKhan\u2066', 'Sara Khan'],
    ['می\u200Cخواهم क\u094D\u200Dष 👨\u200D👩\u200D👧', 'می\u200Cخواهم क\u094D\u200Dष 👨\u200D👩\u200D👧'],
    ['a \u200C \u200D1', 'a  1'],
  ])('%j is drawn as %j', ([text, drawn]) => {
    expect(escapeMrkdwn(text)).toBe(drawn);
  });

  test('draws no mark, mention, link or emoji, whatever it is and wherever it stands', () => {
    fc.assert(
      fc.property(
        typed,
        fc.constantFrom(['', ''], ['*Title* · ', ' · x'], ['x ', '\n*AED 250.00*'], ['*', '*'], ['“', '”']),
        (text, [before, after]) => {
          const draw = (words: string) => renderMrkdwn(words, context, true);
          // Values are one line before they reach a message.
          const drawn = draw(before + escapeMrkdwn(`|${toOneLine(text)}|`) + after);
          const [open = '', close = ''] = draw(`${before}|${after}`).split('|');
          expect(drawn.startsWith(open) && drawn.endsWith(close)).toBe(true);
          expect(drawn.slice(open.length, drawn.length - close.length)).not.toMatch(/<(?!br>)/);
          expect(draw(escapeMrkdwn(text))).not.toMatch(/<(?!br>)/);
        },
      ),
      runs(500),
    );
  });

  test('stands in plain text as it is, without emoji', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const shown = renderText(plain(text), context);
        expect(shown).toBe(escapeHtml(dropControls(text) || '–').replaceAll('\n', '<br>'));
      }),
      runs(200),
    );
  });

  test('and is copied from a message into a search is found', () => {
    expect(readTyped(escapeMrkdwn('INV_*7*_ :x: 2:3'))).toBe('INV_*7*_ :x: 2:3');
  });

  test('stands in a table without what nobody sees', () => {
    const column = { title: 'Pur\u200Bpose' } as Parameters<typeof buildTable>[0]['columns'][number];
    const { rows } = buildTable({ columns: [column], rows: [[{ text: '*rent*\u202E\uFEFF' }]] }, 'x');
    expect(rows).toEqual([[{ type: 'raw_text', text: 'Purpose' }], [{ type: 'raw_text', text: '*rent*' }]]);
  });

  test('is sent as it is, but for what nobody sees', () => {
    expect(toOneLine('✅ *Paid* _x_ :tada: > a\u200Bb\u202E\u200D')).toBe('✅ *Paid* _x_ :tada: > ab');
  });
});
