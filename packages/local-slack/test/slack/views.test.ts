// @module-tag long

import { describe, expect, test } from 'vitest';
import { perTest } from '../../../../test/fixtures/per-test.ts';
import type { BehaviourName } from '../../src/behaviours.ts';
import { createLocalSlack } from '../../src/local-slack.ts';
import { readRecord, readText } from '../../src/page/read-json.ts';
import * as ids from '../../src/people-and-places.ts';
import { EVERY_SCOPE } from '../every-scope.ts';
import { createClient, latestRequest, openView, typeCommand } from './call-slack.ts';
import { actions, button, input, many, modal, option, section, select, VIDEO } from './limit-cases.ts';

const { SARA, SARA_OMAR } = ids;
let now = Date.UTC(2026, 10, 21);

const slack = perTest(() => createLocalSlack({ now: () => now, scopes: EVERY_SCOPE, allowance: 9 }));
const { call, code, post } = createClient(slack);
const takeTrigger = async (as: string = SARA) => (await typeCommand(slack, as)).trigger_id;
const open = async (more: object = {}): Promise<{ id: string; hash: string }> => {
  const view = readRecord((await openView(slack, modal({ ...more })))['view']);
  return { id: readText(view['id']), hash: readText(view['hash']) };
};
const openCode = async (view: object) => {
  const { ok, error } = await openView(slack, view);
  return ok === true ? 'ok' : error;
};

describe('a trigger', () => {
  const use = (trigger_id: string, more: object = {}) =>
    call('views.open', { trigger_id, view: modal({ ...more }) });

  test('opens one view within three seconds, and is not used up by a refused view', async () => {
    const trigger = await takeTrigger();
    now += 3_000;
    expect(await use(trigger, { title: undefined })).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] missing required field: title [json-pointer:/view]'] },
    });
    expect(await use(trigger)).toMatchObject({ ok: true });
    expect(await use(trigger)).toMatchObject({ error: 'exchanged_trigger_id' });
    expect(await use('1.2.abc')).toMatchObject({ error: 'invalid_trigger_id' });
  });

  test.each([
    ['at once', 0, 3_000],
    ['after two seconds on the way', 2_000, 1_000],
  ])('of a click that reaches the app %s lives %i ms less', async (_how, delayMs, left) => {
    slack.faults.add({ method: 'trigger', delayMs });
    const [inTime, late] = [await takeTrigger(), await takeTrigger()];
    now += left;
    expect(await use(inTime)).toMatchObject({ ok: true });
    now += 1;
    expect(await use(late)).toMatchObject({ error: 'expired_trigger_id' });
  });

  test('of a view pushes another on it, three at most; that of a command pushes nothing', async () => {
    const blocks = [actions(button({ action_id: 'deeper' }))];
    const { id } = await open({ blocks });
    const push = async (trigger_id: unknown) => code('views.push', { trigger_id, view: modal({ blocks }) });
    const press = async () => {
      await slack.click(SARA, { viewId: id }, { actionId: 'deeper' });
      return latestRequest(slack)['trigger_id'];
    };
    expect(await push(await takeTrigger())).toBe('not_found');
    for (const answer of ['ok', 'ok', 'push_limit_reached']) expect(await push(await press())).toBe(answer);
    expect(slack.modals(SARA)).toHaveLength(3);
  });
});

test('an old hash overwrites no newer view, and a closed view nothing', async () => {
  const { id, hash } = await open();
  const update = (more: object = {}) => call('views.update', { view_id: id, view: modal(), ...more });
  const renewed = readRecord((await update({ hash }))['view']);
  expect(renewed['hash']).not.toBe(hash);
  expect(await update({ hash })).toMatchObject({ error: 'hash_conflict' });
  expect(await update()).toMatchObject({ ok: true });
  await slack.closeView(SARA, id);
  expect(await update()).toMatchObject({ error: 'not_found' });
  expect(await code('views.update', { view: modal() })).toBe('invalid_arguments');
});

test('an external id finds its view and belongs to one at a time', async () => {
  const view = modal({ external_id: 'form-1' });
  await open(view);
  const found = await call('views.update', { external_id: 'form-1', view });
  expect(found).toMatchObject({ ok: true, view: { external_id: 'form-1' } });
  expect(await openView(slack, view, ids.FATIMA)).toMatchObject({ error: 'duplicate_external_id' });
});

test('values stay in a view where both ids and the type stay', async () => {
  const field = (block: string, type = 'plain_text_input', more = {}) =>
    input({ type, action_id: 'a', ...more }, { block_id: block, optional: true });
  const old = field('initial', undefined, { initial_value: 'old' });
  const { id } = await open({ blocks: [field('kept'), old, field('gone'), field('other')] });
  // An unanswered submission keeps the modal with the typed values.
  await slack.submit(SARA, id, { kept: { a: '1' }, gone: { a: '2' }, other: { a: '3' } });
  const renewed = ['kept', 'initial', 'fresh'].map((name) =>
    field(name, undefined, { initial_value: 'new' }),
  );
  const blocks = [...renewed, field('other', 'email_text_input')];
  const text = (value: string) => ({ a: { type: 'plain_text_input', value } });
  const values = { kept: text('1'), initial: text('old'), fresh: text('new') };
  expect(await call('views.update', { view_id: id, view: modal({ blocks }) })).toMatchObject({
    view: { state: { values: { ...values, other: { a: { type: 'email_text_input', value: null } } } } },
  });
});

test('a message’s menu keeps its value while its block keeps its id', async () => {
  const menu = (block_id: string, ...values: string[]) => {
    const options = values.map((value) => option(value));
    return { ...actions(select({ action_id: 'size', options, initial_option: options[0] })), block_id };
  };
  const place = { channel: ids.FRONT_DESK, ts: await post({ blocks: [menu('pages', '1', '2')] }) };
  const edit = async (...menuOf: Parameters<typeof menu>) => {
    await call('chat.update', { ...place, blocks: [menu(...menuOf)] });
    return slack.held(SARA, place);
  };
  expect(await edit('pages', '3', '4')).toEqual({ pages: { size: '1' } });
  await slack.click(SARA, place, { actionId: 'size', chosen: '4' });
  expect(await edit('pages', '5', '6')).toEqual({ pages: { size: '4' } });
  expect(await edit('pages_5', '5', '6')).toEqual({ pages_5: { size: '5' } });
});

describe('a home', () => {
  const home = (...blocks: object[]) => ({ type: 'home', blocks });
  const publish = (view: object, more: object = {}) =>
    call('views.publish', { user_id: SARA, view, ...more });

  test('is one for each person, and keeps its id', async () => {
    expect(slack.home(SARA)).toBeUndefined();
    // Inputs need no submit button here.
    await publish(home(input({ type: 'plain_text_input' })));
    const { id, hash } = slack.home(SARA) ?? {};
    expect(await publish(home(...many(100, () => section())), { hash })).toMatchObject({ view: { id } });
    expect(slack.home(ids.FATIMA)).toBeUndefined();
    const wrong = { error: 'invalid_arguments' };
    expect(await publish(home(section()), { hash })).toMatchObject({ error: 'hash_conflict' });
    expect(await publish(modal())).toMatchObject(wrong);
    expect(await publish(home(...many(101, () => section())))).toMatchObject(wrong);
    expect(slack.home(SARA)?.blocks).toHaveLength(100);
  });

  test.each(['invalid_arguments', 'user_not_found'] as const)(
    'of somebody unknown is refused: %s',
    async (behaviour) => {
      slack.behaviours.set('homeOfNobody', behaviour);
      const refused = { error: behaviour };
      expect(await publish(home(section()), { user_id: 'U0NOBODY01' })).toMatchObject(refused);
    },
  );
});

test.each([
  ['a field for files in a view', 'files:read', input({ type: 'file_input' })],
  ['a video in a view', 'links.embed:write', VIDEO],
])('%s needs %s', async (_what, scope, block) => {
  const view = modal({ blocks: [block] });
  const others = EVERY_SCOPE.filter((one) => one !== scope);
  slack.tokens?.replace({ scopes: [...others, scope] });
  expect(await openCode(view)).toBe('ok');
  slack.tokens?.replace({ scopes: others });
  const errors = [expect.stringContaining(` needs ${scope}`)];
  expect(await openView(slack, view)).toMatchObject({ error: 'missing_scope', errors });
});

const inMenu = (element: object) =>
  modal({ blocks: [input({ action_id: 'where', ...element }, { block_id: 'where' })] });
const SEVERAL = { type: 'multi_users_select' };
const OUTSIDE = 'initialOutsideMenu';
const PUBLIC = { type: 'conversations_select', filter: { include: ['public', 'private'] } };

test.each<[what: string, element: object, question: BehaviourName | null]>([
  ['somebody unknown', { type: 'users_select', initial_user: 'U0NOBODY01' }, 'unknownInitialUser'],
  ['somebody unknown among others', { ...SEVERAL, initial_users: [SARA, 'U0NOBODY'] }, 'unknownInitialUser'],
  ['people and guests', { ...SEVERAL, initial_users: [SARA, ids.OMAR, ids.LENA] }, null],
  ['a channel that it offers', { ...PUBLIC, initial_conversation: ids.FRONT_DESK }, null],
  ['people, without a filter', { type: PUBLIC.type, initial_conversation: SARA_OMAR }, null],
  ['people that its filter leaves out', { ...PUBLIC, initial_conversation: SARA_OMAR }, OUTSIDE],
  ['a group that its filter leaves out', { ...PUBLIC, initial_conversation: ids.TILL_GROUP }, OUTSIDE],
  ['a channel of others', { ...PUBLIC, initial_conversation: ids.FINANCE }, OUTSIDE],
  ['an unknown channel', { ...PUBLIC, initial_conversation: 'C0NOWHERE1' }, OUTSIDE],
])('a menu that begins with %s is taken only where that is settled', async (_what, element, question) => {
  expect(await openCode(inMenu(element))).toBe(question === null ? 'ok' : 'invalid_arguments');
  if (question === null) return;
  slack.behaviours.set(question, (question === OUTSIDE ? 'empty' : 'taken') as never);
  expect(await openCode(inMenu(element))).toBe('ok');
  const shown = JSON.stringify(slack.topModal(SARA)?.blocks);
  expect(shown.includes('initial_conversation')).toBe(false);
});

test('a choice that a menu does not offer is refused', async () => {
  const { id } = await open(inMenu({ type: 'conversations_select', filter: { include: ['public'] } }));
  const outcome = await slack.submit(SARA, id, { where: { where: SARA_OMAR } });
  expect(outcome).toMatchObject({ problem: expect.stringContaining('does not offer') });
});

describe('blocks.validate', () => {
  const { call: ask } = createClient(slack, '');
  const blocks = [section('One')];

  const wrong = [{ type: 'alert' }];

  test.each([
    ['blocks', { blocks }, undefined],
    ['a message', { message: { blocks } }, undefined],
    ['a modal', { view: modal({ blocks }) }, undefined],
    ['a home', { view: { type: 'home', blocks } }, undefined],
    ['wrong blocks of a message', { message: { blocks: wrong } }, 'invalid_message'],
    ['wrong blocks of an attachment', { message: { attachments: [{ blocks: wrong }] } }, 'invalid_message'],
    ['wrong blocks of a view', { view: modal({ blocks: wrong }) }, 'invalid_view'],
    ['nothing', {}, 'invalid_arguments'],
    ['two things', { blocks, view: modal({ blocks }) }, 'invalid_arguments'],
  ])('asked without a token about %s: %j', async (_what, args, error) => {
    expect((await ask('blocks.validate', args))['error']).toBe(error);
  });

  test('names each fault by its pointer', async () => {
    const [pointer, message] = ['/blocks/0/text/text', 'must be less than 3001 characters'];
    expect(await ask('blocks.validate', { blocks: [section('x'.repeat(3_001))] })).toEqual({
      ok: false,
      error: 'invalid_blocks',
      errors: [{ pointer, message, code: 'failed_constraint' }],
      response_metadata: { messages: [`[ERROR] ${message} [json-pointer:${pointer}]`] },
    });
  });
});
