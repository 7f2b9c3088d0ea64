import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildRenderContext } from '../../../playground/page/render-context.ts';
import { renderMrkdwn } from '../../../playground/page/render-mrkdwn.ts';
import { buildPerson } from '../../../playground/slack/people-and-places.ts';
import { buildTeam } from '../../../playground/slack/team.ts';
import { runs } from '../../fixtures/whole-suite.ts';
import { listDangers } from './read-tags.ts';

const sara = { id: 'U1', name: 'sara', realName: 'Sara <Haddad>', initials: 'SH', color: '#b4447a' };
const place = { members: [], botIsMember: true, isExtShared: false };
const context = buildRenderContext({
  me: 'U1',
  people: [buildPerson(sara, buildTeam())],
  conversations: [
    { ...place, id: 'C1', name: 'sales', kind: 'public' },
    { ...place, id: 'D1', name: 'Paylink', kind: 'dm' },
    { ...place, id: 'G1', name: 'mpdm-a--b-1', kind: 'group' },
  ],
  timeZone: 'Asia/Dubai',
  now: Date.UTC(2026, 10, 20, 12),
});
const render = (text: string) => renderMrkdwn(text, context);

describe('styles', () => {
  test.each([
    ['*bold* and _italic_ and ~strike~', '<b>bold</b> and <i>italic</i> and <s>strike</s>'],
    ['*bold _and italic_*', '<b>bold <i>and italic</i></b>'],
    ['`*not bold*`', '<code>*not bold*</code>'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['one\ntwo', 'one<br>two'],
    ['> quoted\nafter', '<blockquote>quoted</blockquote>after'],
    ['&gt; quoted', '<blockquote>quoted</blockquote>'],
    ['```a <b>\n  c```', '<pre>a &lt;b&gt;\n  c</pre>'],
    [':tada: :no_such_emoji: at 10:30:45', '🎉 :no_such_emoji: at 10:30:45'],
  ])('%s', (text, html) => {
    expect(render(text.replace('<b>', '&lt;b&gt;'))).toBe(html);
  });
});

describe('text in angle brackets', () => {
  test('links show their label and lead to their address', () => {
    expect(render('<https://example.com/a_b_c|see *this*>')).toBe(
      '<a href="https://example.com/a_b_c" target="_blank" rel="noopener noreferrer">see *this*</a>',
    );
  });

  test('mail and telephone links are shown without their scheme', () => {
    expect(render('<mailto:a@b.co> <tel:+97150>')).toContain('>a@b.co</a>');
    expect(render('<tel:+97150>')).toContain('href="tel:+97150"');
  });

  test('people and channels are shown by name, unknown people by id', () => {
    expect(render('<@U1>')).toBe('<span class="mention mention-me">@Sara &lt;Haddad&gt;</span>');
    expect(render('<#C1> <@U404>')).toBe(
      '<span class="mention">#sales</span> <span class="mention">@U404</span>',
    );
  });

  test('dates are shown in the reader’s zone, invalid ones by their fallback', () => {
    const at = Date.UTC(2026, 10, 20, 21, 30) / 1000;
    expect(render(`<!date^${at}^{date_short_pretty} at {time}|then>`)).toBe('tomorrow at 1:30 AM');
    expect(render('<!date^soon^{date}|later on>')).toBe('later on');
  });

  test.each(['<javascript:alert(1)|pay>', '<data:text/html,x|pay>', '<vbscript:x>'])(
    '%s is not a link',
    (text) => {
      expect(render(text)).not.toContain('<a');
    },
  );
});

describe('bare addresses', () => {
  test('become links, without a final full stop', () => {
    expect(render('see https://example.com/x.')).toContain('href="https://example.com/x"');
  });

  test('end where an escaped bracket begins', () => {
    expect(render('&lt;https://example.com|x&gt;')).toContain('href="https://example.com/"');
  });

  test('stay text in verbatim mode', () => {
    expect(renderMrkdwn('https://example.com', context, true)).toBe('https://example.com');
  });
});

describe('hostile text', () => {
  test('entities are decoded once', () => {
    expect(render('&amp;lt;script&amp;gt;')).toBe('&amp;lt;script&amp;gt;');
  });

  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('<img src=x onerror=alert(1)>', '\n>', '<!date^1^{date}^javascript:x|f>'),
    fc.constantFrom('<javascript:alert(1)|x>', '<https://x/"onmouseover="a|y>', '<script>'),
    fc.constantFrom(...'" \' &lt; &amp; * _ ~ ` ``` https:// <@U1| >'.split(' ')),
  );

  test('whatever is written, the output has only our own tags', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(listDangers(render(pieces.join('')))).toEqual([]);
      }),
      runs(2_000),
    );
  });
});

test.each(['D1', 'D9', 'G1', 'U1'])('<#%s> is an unknown channel', (id) => {
  expect(render(`in <#${id}>`)).toContain('#unknown-channel');
  expect(render('in <#C1>')).toContain('#sales');
});
