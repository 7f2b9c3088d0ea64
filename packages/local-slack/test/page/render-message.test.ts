// @module-tag long

import { expect, test } from 'vitest';
import type { Message } from '../../src/page/page-api.ts';
import { buildRenderContext } from '../../src/page/render-context.ts';
import { type MessageLook, renderMessage } from '../../src/page/render-message.ts';
import { buildPerson } from '../../src/people-and-places.ts';
import { buildTeam } from '../../src/team.ts';
import { listDangers } from './read-tags.ts';

const message: Message = {
  ...{ channel: 'C1', ts: '1795232421.000100', threadTs: null, isBroadcast: false, user: 'U1' },
  ...{ text: 'hello *team*', blocks: null, files: [], editedAt: null, ephemeralTo: null },
};
const guest = buildPerson(
  {
    ...{ id: 'U1', name: 'lena', realName: 'Lena <Brandt>', initials: 'LB' },
    ...{ color: 'red;background:url(x)', isExternal: true, teamId: 'T0GUEST' },
  },
  buildTeam(),
);
const app = { ...guest, id: 'UAPP', isBot: true, isExternal: false };
const context = buildRenderContext({ people: [guest, app], now: 1_795_232_721_000 });
const render = (given: Partial<Message> = {}, more: Partial<MessageLook> = {}) =>
  renderMessage(
    { ...message, ...given },
    { isContinued: false, replies: [], hasThread: true, ...more },
    context,
  );

const header = (text: string) => [{ type: 'header', text: { type: 'plain_text', text } }];
const file = (mimetype: string) => [
  { id: 'F1', title: 'links', mimetype, url: 'http://127.0.0.1/f', altText: '' },
];
const reply = { ...message, ts: '1795232541.000100', threadTs: message.ts };
const broadcast = { ts: reply.ts, threadTs: message.ts, isBroadcast: true };
const marked = '<i>x</i>';

test.each<[string, Partial<Message>, string[], string?, Partial<MessageLook>?]>([
  ['a guest’s, with the workspace they come from', {}, ['>T0GUEST<', '<b>team</b>'], '(edited)'],
  ['an app’s, as such', { user: 'UAPP' }, ['>APP<'], 'T0GUEST'],
  ['edited', { editedAt: '1' }, ['(edited)']],
  [
    'edited blocks, which Slack does not mark',
    { editedAt: '1', blocks: header('Paid') },
    ['Paid'],
    '(edited)',
  ],
  ['ephemeral', { ephemeralTo: 'U1' }, ['Only visible to you']],
  ['blocks instead of the text', { blocks: header('Paid') }, ['Paid'], 'hello'],
  [
    'attachments of another app under what it wrote',
    {
      attachments: [
        { pretext: 'New *order*', title: marked, text: 'Tea', fields: [{ title: marked, value: 'AED 250' }] },
        { fallback: 'not shown', blocks: header('Order 7') },
      ],
    },
    ['hello', '<b>order</b>', 'Tea', 'AED 250', 'Order 7', '&lt;i&gt;'],
    'not shown',
  ],
  [
    'an attachment’s fallback if it has nothing else',
    { attachments: [{ fallback: 'Order 8' }] },
    ['Order 8'],
  ],
  [
    'its replies, with the time of the last',
    {},
    ['2 replies', '3 minutes ago'],
    'x',
    { replies: [reply, reply] },
  ],
  ['a broadcast, with its thread', broadcast, [`data-thread="${message.ts}">replied to a thread`]],
  ['a broadcast in its thread', broadcast, ['Also sent to the channel'], 'replied to', { hasThread: false }],
  ['a picture', { files: file('image/png') }, ['<img'], 'download'],
  ['any other file for download', { files: file('text/csv') }, ['<a', 'download'], '<img'],
])('a message is shown: %s', (_, given, shown, hidden = marked, more = {}) => {
  const html = render(given, more);
  for (const part of shown) expect(html).toContain(part);
  expect(html).not.toContain(hidden);
});

test('names, colours and files are escaped', () => {
  const files = [{ id: 'F', title: '"><script>', mimetype: 'x', url: 'javascript:x', altText: '' }];
  const html = render({ files, text: '<script>alert(1)</script>' });
  expect(listDangers(html)).toEqual([]);
  expect(html).not.toContain('url(x)');
});
