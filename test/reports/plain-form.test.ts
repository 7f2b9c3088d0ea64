import { expect, test } from 'vitest';
import type { TwinMessage } from '../../src/blocks/message.ts';
import { postResponse } from '../../src/slack/post-response.ts';

const message = {
  rich: { text: 'rich', blocks: [] },
  plain: { text: 'plain', blocks: [] },
} as unknown as TwinMessage;

/** The texts that were posted after these answers, and what the last one led to. */
const postAll = async (answers: Response[]) => {
  const sent: string[] = [];
  let refusedBlocks = 0;
  const ended = await postResponse({ url: 'https://hooks.example', isReplacing: false }, message, {
    tables: {
      isRefused: () => false,
      markRefused: () => {
        refusedBlocks += 1;
      },
    },
    responses: {
      left: () => 5,
      post: async (_url, init) => {
        sent.push(JSON.parse(String(init.body)).text);
        return answers.shift() ?? new Response('ok');
      },
    },
  }).then(
    () => 'taken',
    (error: unknown) => String(error),
  );
  return { sent, ended, refusedBlocks };
};

const refusal = (error: string, status = 404) =>
  new Response(JSON.stringify({ ok: false, error }), { status });

test.each([
  ['invalid_blocks', refusal('invalid_blocks'), 1],
  ['invalid_payload', refusal('invalid_payload'), 0],
  ['a word of next year', refusal('a_word_of_next_year'), 0],
  ['internal_error', refusal('internal_error', 500), 0],
  ['500 without a reason', new Response('', { status: 500 }), 0],
])(
  'a report whose rich form is refused with %s is tried once in plain form',
  async (_, first, refusedBlocks) => {
    expect(await postAll([first])).toEqual({ sent: ['rich', 'plain'], ended: 'taken', refusedBlocks });
  },
);

test('a report that is refused in both forms is not tried a third time, nor where no post is left', async () => {
  const both = await postAll([refusal('internal_error', 500), refusal('internal_error', 500)]);
  expect(both).toMatchObject({ sent: ['rich', 'plain'], ended: expect.stringContaining('internal_error') });
  expect(await postAll([refusal('used_url')])).toMatchObject({ sent: ['rich'] });
});
