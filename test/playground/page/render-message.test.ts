import { expect, test } from 'vitest';
import type { Message } from '../../../playground/page/page-api.ts';
import { buildRenderContext } from '../../../playground/page/render-context.ts';
import { type MessageLook, renderMessage } from '../../../playground/page/render-message.ts';
import { buildPerson } from '../../../playground/slack/people-and-places.ts';
import { buildTeam } from '../../../playground/slack/team.ts';
import { listDangers, readTags } from './read-tags.ts';

const message: Message = {
  channel: 'C1',
  ts: '1795232421.000100',
  threadTs: null,
  isBroadcast: false,
  user: 'U1',
  text: 'hello *team*',
  blocks: null,
  files: [],
  editedAt: null,
  ephemeralTo: null,
};
const person = buildPerson(
  {
    id: 'U1',
    name: 'lena',
    realName: 'Lena <Brandt>',
    initials: 'LB',
    color: 'red;background:url(x)',
    isExternal: true,
    teamId: 'T0GUEST',
  },
  buildTeam(),
);
const look: MessageLook = { isContinued: false, replies: [], hasThread: true };
const render = (given: Partial<Message> = {}, more: Partial<MessageLook> = {}) =>
  renderMessage(
    { ...message, ...given },
    { ...look, ...more },
    buildRenderContext({ people: [person], now: 1_795_232_721_000 }),
  );

test('a guest is marked with the workspace they come from, an app as an app', () => {
  expect(render()).toContain('T0GUEST');
  const app = buildRenderContext({ people: [{ ...person, isBot: true, isExternal: false }] });
  expect(renderMessage(message, look, app)).toContain('>APP<');
});

test('edited text says so; Slack does not mark edited blocks', () => {
  expect(render({ editedAt: '1' })).toContain('(edited)');
  expect(render({ editedAt: '1', blocks: [{ type: 'divider' }] })).not.toContain('(edited)');
  expect(render()).not.toContain('(edited)');
});

test('an ephemeral message says so', () => {
  expect(render({ ephemeralTo: 'U1' })).toContain('Only visible to you');
});

test('blocks are shown instead of the text', () => {
  const html = render({ blocks: [{ type: 'header', text: { type: 'plain_text', text: 'Paid' } }] });
  expect(html).toContain('Paid');
  expect(html).not.toContain('hello');
});

test('attachments of another app are shown under what it wrote', () => {
  const marked = '<i>x</i>';
  const html = render({
    text: '',
    attachments: [
      { pretext: 'New *order*', title: marked, text: 'Tea', fields: [{ title: marked, value: 'AED 250' }] },
      { fallback: 'not shown', blocks: [{ type: 'header', text: { type: 'plain_text', text: 'Order 7' } }] },
      { fallback: 'Order 8' },
    ],
  });
  for (const shown of ['<b>order</b>', 'Tea', 'AED 250', 'Order 7', 'Order 8']) expect(html).toContain(shown);
  expect(html).not.toContain('not shown');
  expect(html).not.toContain(marked);
});

test('replies are counted, with the time of the last', () => {
  const reply = { ...message, ts: '1795232541.000100', threadTs: message.ts };
  const html = render({}, { replies: [message, reply] });
  expect(html).toContain('2 replies');
  expect(html).toContain('3 minutes ago');
});

test('a broadcast reply links to its thread in the channel, and says so in the thread', () => {
  const reply = { ts: '1795232541.000100', threadTs: message.ts, isBroadcast: true };
  expect(render(reply)).toContain(`data-thread="${message.ts}">replied to a thread`);
  expect(render(reply, { hasThread: false })).toContain('Also sent to the channel');
  expect(render()).not.toContain('replied to a thread');
});

test('a picture is shown, any other file is offered for download', () => {
  const file = { id: 'F1', title: 'links.csv', mimetype: 'text/csv', url: 'http://127.0.0.1/f', altText: '' };
  const tags = (mimetype: string) =>
    readTags(render({ files: [{ ...file, mimetype }] })).map(({ name }) => name);
  expect(tags('text/csv')).toContain('a');
  expect(tags('image/png')).toContain('img');
});

test('names, colours and files are escaped', () => {
  const file = { id: 'F', title: '"><script>', mimetype: 'x', url: 'javascript:x', altText: '' };
  const html = render({ files: [file], text: '<script>alert(1)</script>' });
  expect(listDangers(html)).toEqual([]);
  expect(html).not.toContain('url(x)');
});
