// @module-tag long

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/fixtures/whole-suite.ts';
import { formatDateTokens, formatDay } from '../../src/page/format-date.ts';
import { buildRenderContext } from '../../src/page/render-context.ts';
import { renderMrkdwn } from '../../src/page/render-mrkdwn.ts';
import { fromWallTime, toWallTime } from '../../src/page/zoned-time.ts';
import { buildPerson } from '../../src/people-and-places.ts';
import { buildTeam } from '../../src/team.ts';
import { listDangers } from './read-tags.ts';

const sara = { id: 'U1', name: 'sara', realName: 'Sara <Haddad>', initials: 'SH', color: '#b4447a' };
const place = { members: [], botIsMember: true, isExtShared: false };
const context = buildRenderContext({
  me: 'U1',
  people: [buildPerson(sara, buildTeam())],
  conversations: [
    { ...place, id: 'C1', name: 'sales', kind: 'public' },
    { ...place, id: 'D1', name: 'Orders', kind: 'dm' },
    { ...place, id: 'G1', name: 'mpdm-a--b-1', kind: 'group' },
  ],
  timeZone: 'Asia/Dubai',
  now: Date.UTC(2026, 10, 20, 12),
});
const link = (href: string, words: string) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer">${words}</a>`;
const mention = (words: string) => `<span class="mention">${words}</span>`;
const NIGHT = Date.UTC(2026, 10, 20, 21, 30) / 1000;

describe('written in a message', () => {
  test.each([
    ['*bold* and _italic_ and ~strike~', '<b>bold</b> and <i>italic</i> and <s>strike</s>'],
    ['*bold _and italic_*', '<b>bold <i>and italic</i></b>'],
    ['`*not bold*`', '<code>*not bold*</code>'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['one\ntwo', 'one<br>two'],
    ['> quoted\nafter', '<blockquote>quoted</blockquote>after'],
    ['&gt; quoted', '<blockquote>quoted</blockquote>'],
    ['```a &lt;b&gt;\n  c```', '<pre>a &lt;b&gt;\n  c</pre>'],
    [':tada: :no_such_emoji: at 10:30:45', '🎉 :no_such_emoji: at 10:30:45'],
    ['&amp;lt;script&amp;gt;', '&amp;lt;script&amp;gt;'],
    ['<https://example.com/a_b_c|see *this*>', link('https://example.com/a_b_c', 'see *this*')],
    ['<mailto:a@b.co>', link('mailto:a@b.co', 'a@b.co')],
    ['<tel:+97150>', link('tel:+97150', '+97150')],
    ['see https://example.com/x.', `see ${link('https://example.com/x', 'https://example.com/x')}.`],
    ['&lt;https://a.example|x&gt;', `&lt;${link('https://a.example/', 'https://a.example')}|x&gt;`],
    ['<javascript:alert(1)|pay>', '&lt;javascript:alert(1)|pay&gt;'],
    ['<data:text/html,x|pay>', '&lt;data:text/html,x|pay&gt;'],
    ['<@U1>', '<span class="mention mention-me">@Sara &lt;Haddad&gt;</span>'],
    ['<@U404>', mention('@U404')],
    ['<#C1>', mention('#sales')],
    ...['D1', 'D9', 'G1', 'U1'].map((id) => [`<#${id}>`, mention('#unknown-channel')]),
    [`<!date^${NIGHT}^{date_short_pretty} at {time}|then>`, 'tomorrow at 1:30 AM'],
    ['<!date^soon^{date}|later on>', 'later on'],
  ])('%s is shown as %s', (text, html) => {
    expect(renderMrkdwn(text, context)).toBe(html);
  });

  test('addresses stay text in verbatim mode', () => {
    expect(renderMrkdwn('https://example.com', context, true)).toBe('https://example.com');
  });

  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('<img src=x onerror=alert(1)>', '\n>', '<!date^1^{date}^javascript:x|f>'),
    fc.constantFrom('<javascript:alert(1)|x>', '<https://x/"onmouseover="a|y>', '<script>'),
    fc.constantFrom(...'" \' &lt; &amp; * _ ~ ` ``` https:// <@U1| >'.split(' ')),
  );

  test('anything gives only our own tags and safe addresses', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(listDangers(renderMrkdwn(pieces.join(''), context))).toEqual([]);
      }),
      runs(1_000),
    );
  });
});

const at = Date.UTC(2026, 1, 18, 14, 39, 42) / 1000;
const look = { timeZone: 'UTC', now: Date.UTC(2026, 1, 20) };
const inDubai = { timeZone: 'Asia/Dubai', now: Date.UTC(2026, 1, 18, 19) };
const late = Date.UTC(2026, 1, 18, 20, 30) / 1000;

describe('a date', () => {
  test.each([
    ['{date_num}', at, look, '2026-02-18'],
    ['{date}', at, look, 'February 18th, 2026'],
    ...['1st', '2nd', '3rd', '11th', '22nd'].map(
      (day) =>
        ['{date}', Date.UTC(2026, 0, Number.parseInt(day, 10)) / 1000, look, `January ${day}, 2026`] as const,
    ),
    ['{date_short}', at, look, 'Feb 18, 2026'],
    ['{date_long}', at, look, 'Wednesday, February 18th, 2026'],
    ['{time}', at, look, '2:39 PM'],
    ['{time_secs}', at, look, '2:39:42 PM'],
    ['{ago}', at, look, 'yesterday'],
    ['{date_pretty}', late, inDubai, 'tomorrow'],
    ['{date_short_pretty}', late, { ...inDubai, timeZone: 'UTC' }, 'today'],
    ['posted {date_num} {nonsense}', at, look, 'posted 2026-02-18 {nonsense}'],
  ] as const)('in form %s of %i, seen with %j, is %s', (format, seconds, seen, text) => {
    expect(formatDateTokens(format, seconds, seen)).toBe(text);
  });

  test.each([
    [at * 1000, 'Wednesday, February 18th'],
    [Date.UTC(2025, 1, 18), 'Tuesday, February 18th, 2025'],
    [look.now, 'Today'],
  ])('%i between messages is %s', (ms, words) => {
    expect(formatDay(ms, look.now, 'UTC')).toBe(words);
  });
});

describe('a time in a field', () => {
  const zones = 'UTC Asia/Dubai Europe/Berlin America/New_York Asia/Kathmandu Pacific/Auckland'.split(' ');

  test('is four hours ahead in Dubai, and nothing if it is none', () => {
    expect(toWallTime(NIGHT, 'Asia/Dubai')).toBe('2026-11-21T01:30');
    expect(fromWallTime('2026-11-21T01:30', 'Asia/Dubai')).toBe(NIGHT);
    expect(fromWallTime('', 'UTC')).toBeNull();
    expect(fromWallTime('tomorrow', 'UTC')).toBeNull();
  });

  test('survives a round trip, except in an hour repeated by a clock change', () => {
    const turns = ['2026-11-01T06:00Z', '2026-10-25T01:00Z', '2026-04-04T14:00Z', '2026-03-29T01:00Z'];
    const minutesAround = fc.tuple(fc.constantFrom(...turns), fc.integer({ min: -90, max: 90 }));
    fc.assert(
      fc.property(minutesAround, fc.constantFrom(...zones), ([turn, minutes], zone) => {
        const seconds = Date.parse(turn) / 1_000 + minutes * 60;
        const wall = toWallTime(seconds, zone);
        const back = fromWallTime(wall, zone) ?? 0;
        expect(toWallTime(back, zone)).toBe(wall);
        expect([0, 3_600]).toContain(Math.abs(back - seconds));
      }),
      runs(300),
    );
  });

  test('that a clock change skips becomes one that exists', () => {
    const seconds = fromWallTime('2027-03-28T02:30', 'Europe/Berlin') ?? 0;
    expect(['2027-03-28T03:30', '2027-03-28T01:30']).toContain(toWallTime(seconds, 'Europe/Berlin'));
  });
});
