// @module-tag long

import { expect, test } from 'vitest';
import * as ids from '../../src/people-and-places.ts';
import { buildTeam } from '../../src/team.ts';
import { writeMessage } from '../../src/typed-text.ts';

const team = buildTeam();
const known = {
  people: ids.buildPeople(team),
  conversations: ids.buildConversations('Orders', team),
};

const text = (words: string, style?: string) => ({
  type: 'text',
  text: words,
  ...(style === undefined ? {} : { style: { [style]: true } }),
});
const [PHONE, TEL] = ['+971 50 123 4567', 'tel:+971501234567'];
const linkTo = (url: string, words?: string) => ({ type: 'link', url, ...(words && { text: words }) });

test.each<[typed: string, text: string, elements: unknown[]]>([
  ['250 for Sara', '250 for Sara', [text('250 for Sara')]],
  ['to a@b.ae', 'to <mailto:a@b.ae|a@b.ae>', [text('to '), linkTo('mailto:a@b.ae', 'a@b.ae')]],
  ['https://a.ae/?a=1&b=2 x', '<https://a.ae/?a=1&amp;b=2> x', [linkTo('https://a.ae/?a=1&b=2'), text(' x')]],
  [`to ${PHONE}`, `to <${TEL}|${PHONE}>`, [text('to '), linkTo(TEL, PHONE)]],
  ['ask @omar', `ask <@${ids.OMAR}>`, [text('ask '), { type: 'user', user_id: ids.OMAR }]],
  ['in #sales', `in <#${ids.SALES}|sales>`, [text('in '), { type: 'channel', channel_id: ids.SALES }]],
  ['@nobody #nowhere', '@nobody #nowhere', [text('@nobody'), text(' '), text('#nowhere')]],
  ['<b> & "x"', '&lt;b&gt; &amp; "x"', [text('<b> & "x"')]],
  ['not ~3~ *2*', 'not ~3~ *2*', [text('not '), text('3', 'strike'), text(' '), text('2', 'bold')]],
  [
    'so :tada: 9:30:15',
    'so :tada: 9:30:15',
    [text('so '), { type: 'emoji', name: 'tada' }, text(' 9:30:15')],
  ],
])('a message typed as “%s” reaches apps as “%s”, and as rich text', (words, written, elements) => {
  expect(writeMessage(words, known)).toEqual({
    text: written,
    blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }],
  });
});
