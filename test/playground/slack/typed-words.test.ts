import { describe, expect, test } from 'vitest';
import { createLocalSlack } from '../../../playground/slack/local-slack.ts';
import { FRONT_DESK, OMAR, SALES, SARA } from '../../../playground/slack/people-and-places.ts';
import { perTest } from '../../fixtures/per-test.ts';
import { createClient, latestRequest } from './call-slack.ts';

const slack = perTest(() => createLocalSlack({ answerWithinMs: 50, scopes: ['channels:history'] }));

const text = (words: string, style?: string) => ({
  type: 'text',
  text: words,
  ...(style === undefined ? {} : { style: { [style]: true } }),
});

/** What a person types, the `text` that apps get, and the elements of its `rich_text` block. */
const MESSAGES: [typed: string, text: string, elements: unknown[]][] = [
  ['250 for Sara', '250 for Sara', [text('250 for Sara')]],
  [
    'to sara@example.com',
    'to <mailto:sara@example.com|sara@example.com>',
    [text('to '), { type: 'link', url: 'mailto:sara@example.com', text: 'sara@example.com' }],
  ],
  [
    'see https://a.example/?a=1&b=2 now',
    'see <https://a.example/?a=1&amp;b=2> now',
    [text('see '), { type: 'link', url: 'https://a.example/?a=1&b=2' }, text(' now')],
  ],
  [
    'call +971 50 123 4567',
    'call <tel:+971501234567|+971 50 123 4567>',
    [text('call '), { type: 'link', url: 'tel:+971501234567', text: '+971 50 123 4567' }],
  ],
  ['ask @omar', `ask <@${OMAR}>`, [text('ask '), { type: 'user', user_id: OMAR }]],
  ['in #sales', `in <#${SALES}|sales>`, [text('in '), { type: 'channel', channel_id: SALES }]],
  ['@nobody #nowhere', '@nobody #nowhere', [text('@nobody'), text(' '), text('#nowhere')]],
  ['<b> & "x"', '&lt;b&gt; &amp; "x"', [text('<b> & "x"')]],
  [
    'not ~300~ *250* dirhams',
    'not ~300~ *250* dirhams',
    [text('not '), text('300', 'strike'), text(' '), text('250', 'bold'), text(' dirhams')],
  ],
  [
    'paid :tada: at 10:30:15',
    'paid :tada: at 10:30:15',
    [text('paid '), { type: 'emoji', name: 'tada' }, text(' at 10:30:15')],
  ],
];

test.each(MESSAGES)(
  'a message typed as “%s” reaches apps as “%s”, and as rich text',
  async (typed, written, elements) => {
    await slack.message(SARA, FRONT_DESK, typed);
    const [message] =
      (await createClient(slack).conversations.history({ channel: FRONT_DESK })).messages ?? [];
    expect(message).toMatchObject({ user: SARA, text: written });
    expect(message?.blocks).toEqual([
      {
        type: 'rich_text',
        block_id: expect.any(String),
        elements: [{ type: 'rich_text_section', elements }],
      },
    ]);
  },
);

describe('a command', () => {
  const TYPED = '250 a@b.example https://a.example @omar #sales & <x>';

  test.each([
    [
      'with should_escape, as Slack writes channels, people and links',
      true,
      `250 <mailto:a@b.example|a@b.example> <https://a.example> <@${OMAR}|omar> <#${SALES}|sales> &amp; &lt;x&gt;`,
    ],
    ['without it, as it was typed', false, '250 a@b.example https://a.example @omar #sales &amp; &lt;x&gt;'],
  ])('reaches the app %s', async (_how, shouldEscape, written) => {
    const command = { command: '/paylink', description: '', usageHint: '', shouldEscape };
    const strict = await createLocalSlack({ manifest: { commands: [command], shortcuts: [], events: [] } });
    await strict.command(SARA, FRONT_DESK, '/paylink', TYPED);
    expect(latestRequest(strict)).toMatchObject({ text: written });
    await strict.close();
  });
});
