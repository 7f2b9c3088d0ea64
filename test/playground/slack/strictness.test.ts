import type { WebClient } from '@slack/web-api';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLocalSlack } from '../../../playground/slack/local-slack.ts';
import { FRONT_DESK, LENA, OMAR, SARA } from '../../../playground/slack/people-and-places.ts';
import { EVERY_SCOPE } from '../../fixtures/every-scope.ts';
import { perTest } from '../../fixtures/per-test.ts';
import { codeOf, createClient, refusalOf, snapshotOf, typeCommand } from './call-slack.ts';
import { input, modal, plain, section } from './limit-cases.ts';

let client: WebClient;

const slack = perTest(() =>
  createLocalSlack({ answerWithinMs: 50, allowance: Infinity, scopes: EVERY_SCOPE }),
);

beforeEach(() => {
  client = createClient(slack);
});

const post = async (more: object = {}): Promise<string> =>
  (await client.chat.postMessage({ channel: FRONT_DESK, text: 'x', ...more })).ts ?? '';
const latest = () => slack.messages(FRONT_DESK).at(-1);

describe('text', () => {
  test('chat.update and chat.postEphemeral accept 4,000 characters and no more', async () => {
    const ts = await post();
    const say = (length: number) => ({ channel: FRONT_DESK, text: 'x'.repeat(length) });
    const update = (length: number) => codeOf(client.chat.update({ ...say(length), ts }));
    expect([await update(4_000), await update(4_001)]).toEqual(['ok', 'msg_too_long']);
    expect(latest()?.text).toHaveLength(4_000);
    const whisper = (length: number) => codeOf(client.chat.postEphemeral({ ...say(length), user: SARA }));
    expect([await whisper(4_000), await whisper(4_001)]).toEqual(['ok', 'msg_too_long']);
  });

  test('chat.postMessage cuts at 40,000', async () => {
    await post({ text: 'x'.repeat(40_001) });
    expect(latest()?.text).toHaveLength(40_000);
  });

  test('an edit with blocks is not marked as edited, an edit of text is', async () => {
    const ts = await post();
    await client.chat.update({ channel: FRONT_DESK, ts, text: 'y', blocks: [section()] as never });
    expect(latest()?.editedAt).toBeNull();
    await client.chat.update({ channel: FRONT_DESK, ts, text: 'z' });
    expect(latest()?.editedAt).not.toBeNull();
  });
});

describe('metadata', () => {
  const withPayload = (event_payload: unknown): Promise<unknown> => {
    const metadata = { event_type: 'link', event_payload } as never;
    return codeOf(client.chat.postMessage({ channel: FRONT_DESK, text: 'x', metadata }));
  };

  test('is refused if too large', async () => {
    expect(await withPayload({ id: 'x'.repeat(7_900) })).toBe('ok');
    expect(await withPayload({ id: 'x'.repeat(100_000) })).toBe('metadata_too_large');
  });

  test('accepts plain values, objects of them and lists of such objects only', async () => {
    const plain = { id: '1', paid: true, fils: 100, by: { id: 'U1' }, rows: [{ id: '2' }] };
    expect(await withPayload(plain)).toBe('ok');
    for (const odd of [{ id: null }, { ids: ['1'] }, { by: { at: { deep: 1 } } }, 'text'])
      expect(await withPayload(odd)).toBe('invalid_metadata_schema');
  });

  test('an empty object removes it, no object keeps it', async () => {
    const ts = await post({ metadata: { event_type: 'link', event_payload: { id: '1' } } });
    await client.chat.update({ channel: FRONT_DESK, ts, text: 'y' });
    expect(latest()?.metadata).toMatchObject({ event_type: 'link' });
    await client.chat.update({ channel: FRONT_DESK, ts, text: 'z', metadata: {} as never });
    expect(latest()?.metadata).toBeNull();
  });
});

describe('what only one person sees', () => {
  const seen = async (since?: number): Promise<string[]> =>
    (await snapshotOf(slack, SARA, since)).messages.map(({ text }) => text);
  const version = async (): Promise<number> => (await snapshotOf(slack, SARA)).version;

  test('is gone after a reload, and never reaches a device opened later', async () => {
    const loadedAt = await version();
    await post({ text: 'for all' });
    await client.chat.postEphemeral({ channel: FRONT_DESK, user: SARA, text: 'for Sara' });
    expect(await seen(loadedAt)).toEqual(['for all', 'for Sara']);
    expect(await seen()).toEqual(['for all']);
    const later = await version();
    await client.chat.postEphemeral({ channel: FRONT_DESK, user: SARA, text: 'again' });
    expect(await seen(later)).toEqual(['for all', 'again']);
  });

  test('cannot be sent to a person outside the channel', async () => {
    const say = (user: string) => codeOf(client.chat.postEphemeral({ channel: FRONT_DESK, user, text: 'x' }));
    expect(await say(LENA)).toBe('user_not_in_channel');
    expect(await say('U0NOBODY01')).toBe('user_not_in_channel');
    expect(await say(OMAR)).toBe('ok');
  });
});

test('a field for files needs files:read, wherever it is', async () => {
  const view = modal({ blocks: [input({ type: 'file_input' })] }) as never;
  const open = async () => {
    const { trigger_id } = await typeCommand(slack);
    return codeOf(client.views.open({ trigger_id, view }));
  };
  expect(await open()).toBe('ok');
  const scopes = EVERY_SCOPE.filter((scope) => scope !== 'files:read');
  client = createClient(slack, slack.tokens?.replace({ scopes }));
  expect(await open()).toBe('missing_scope');
  expect(await codeOf(post({ blocks: [input({ type: 'plain_text_input' })] }))).toBe('ok');
});

test('a video needs links.embed:write', async () => {
  const address = 'https://shop.example/1';
  const video = {
    type: 'video',
    alt_text: 'Till',
    title: plain('Till'),
    video_url: address,
    thumbnail_url: address,
  };
  expect(await refusalOf(post({ blocks: [video] }))).toMatchObject({
    error: 'missing_scope',
    response_metadata: { messages: ['[ERROR] video needs links.embed:write'] },
  });
});

test.each([
  ['thread_not_found', 'thread_not_found'],
  ['cannot_reply_to_message', 'cannot_reply_to_message'],
  ['apart', 'ok'],
] as const)('a reply to a message that is gone, where Slack answers %s', async (behaviour, answer) => {
  slack.behaviours.set('threadOfNothing', behaviour);
  const ts = await post();
  await client.chat.delete({ channel: FRONT_DESK, ts });
  expect(await codeOf(post({ thread_ts: ts }))).toBe(answer);
});

test.each(['invalid_arguments', 'user_not_found'] as const)(
  'a home for an unknown person is refused: %s',
  async (behaviour) => {
    slack.behaviours.set('homeOfNobody', behaviour);
    const view = { type: 'home', blocks: [section()] } as never;
    expect(await codeOf(client.views.publish({ user_id: 'U0NOBODY01', view }))).toBe(behaviour);
  },
);

test('conversations.open returns the existing conversation, or an error for unknown people', async () => {
  expect(await client.conversations.open({ users: SARA })).toMatchObject({
    already_open: true,
    no_op: true,
    channel: { id: slack.team.ids.saraDm },
  });
  expect(await codeOf(client.conversations.open({ users: 'U0NOBODY01' }))).toBe('user_not_found');
  expect(await codeOf(client.conversations.open({} as never))).toBe('users_list_not_supplied');
});

describe('initial users of a people menu', () => {
  const open = async (element: object): Promise<unknown> => {
    const view = modal({ blocks: [input({ action_id: 'a', ...element })] }) as never;
    return codeOf(client.views.open({ trigger_id: (await typeCommand(slack)).trigger_id, view }));
  };
  test.each<[string, object]>([
    ['an unknown person', { type: 'users_select', initial_user: 'U0NOBODY01' }],
    ['an unknown person among others', { type: 'multi_users_select', initial_users: [SARA, 'U0NOBODY01'] }],
    ['nobody at all', { type: 'multi_users_select', initial_users: [] }],
  ])('%s is refused, or accepted if set', async (_, element) => {
    expect(await open(element)).toBe('invalid_arguments');
    slack.behaviours.set('unknownInitialUser', 'taken');
    slack.behaviours.set('emptyInitialUsers', 'taken');
    expect(await open(element)).toBe('ok');
  });

  test('people of the workspace and guests are accepted', async () => {
    expect(await open({ type: 'multi_users_select', initial_users: [SARA, OMAR, LENA] })).toBe('ok');
  });

  test('an unknown person is refused in a message too', async () => {
    const accessory = { type: 'users_select', action_id: 'a', initial_user: 'U0NOBODY01' };
    const blocks = [{ type: 'section', text: plain('Who'), accessory }] as never;
    expect(await codeOf(post({ blocks }))).toBe('invalid_blocks');
  });
});
