import { describe, expect, test } from 'vitest';
import type { JsonRecord as Json } from '../../../playground/page/read-json.ts';
import type { BehaviourName } from '../../../playground/slack/behaviours.ts';
import { checkMessageBlocks, checkView } from '../../../playground/slack/check-blocks.ts';
import { actions, button, image, input, modal, option, plain, select } from './limit-cases.ts';

const inModal = (element: Json, more: Json = {}) => checkView(modal({ blocks: [input(element, more)] }));
const inMessage = (element: Json) => checkMessageBlocks([actions(element)]);
const grouped = (...values: string[]): Json[] =>
  values.map((value) => ({ label: plain('Group'), options: [option(value)] }));

const number = { type: 'number_input', is_decimal_allowed: true, min_value: '1', max_value: '50000' };
const text = { type: 'plain_text_input', min_length: 2, max_length: 5 };
const boxes = { type: 'checkboxes', options: [option('1')] };
const people = { type: 'multi_users_select' };
const groups = { type: 'multi_static_select', option_groups: grouped('1', '2') };
const longConfirm = { text: plain('Sure?'), confirm: plain('x'.repeat(31)) };

describe('Slack refuses', () => {
  test.each<[string, Json]>([
    ['an empty filter of conversations', { type: 'conversations_select', filter: {} }],
    ['no first conversations', { type: 'multi_conversations_select', initial_conversations: [] }],
    ['no first channels', { type: 'multi_channels_select', initial_channels: [] }],
    ['no first options', { ...boxes, initial_options: [] }],
    ['an invalid first number', { ...number, initial_value: 'ten' }],
    ['a first date that does not exist', { type: 'datepicker', initial_date: '2026-02-31' }],
    ['first options of two groups', { ...groups, initial_options: [option('1'), option('2')] }],
    ['more first people than allowed', { ...people, initial_users: ['U1', 'U2'], max_selected_items: 1 }],
    ['a first option that no group has', select({ initial_option: option('2') })],
    ['a group without a label', { type: 'static_select', option_groups: [{ options: [option('1')] }] }],
    ['a confirm dialog whose button is too long', { type: 'users_select', confirm: longConfirm }],
  ])('%s', (_, element) => {
    expect(inModal(element)).toMatchObject([{ message: expect.any(String) }]);
    expect(inModal(element)[0]).not.toHaveProperty('unsettled');
  });

  test('response_url_enabled in anything but an input block of a modal', () => {
    const menu = { type: 'conversations_select', response_url_enabled: true };
    expect(inModal(menu)).toEqual([]);
    expect(inMessage(menu)).toHaveLength(1);
    expect(checkView(modal({ blocks: [actions(menu)] }))).toHaveLength(1);
    expect(checkView({ type: 'home', blocks: [input(menu)] })).toHaveLength(1);
  });

  test('a multi select in an actions block of a view', () => {
    const menu = { type: 'multi_static_select', options: [option('1')] };
    expect(inMessage(menu)).toEqual([]);
    expect(checkView(modal({ blocks: [actions(menu)] }))).toMatchObject([
      { message: 'unsupported type: multi_static_select' },
    ]);
    expect(inModal(menu)).toEqual([]);
  });

  test('an empty block_id', () => {
    expect(checkMessageBlocks([{ type: 'divider', block_id: '' }])).toHaveLength(1);
    expect(checkMessageBlocks([{ type: 'divider', block_id: 'd' }])).toEqual([]);
  });

  test('a picture URL that is not http(s), or is a script', () => {
    const picture = (address: string) => [image({ image_url: address })];
    expect(checkMessageBlocks(picture('https://shop.example/a.png'))).toEqual([]);
    const others = ['data:image/png;base64,AA==', 'mailto:a@b.ae', 'javascript:alert(1)', '/a.png', ''];
    for (const address of others)
      expect(checkMessageBlocks(picture(address))).toMatchObject([{ message: 'must be a valid URL' }]);
    expect(inMessage(button({ url: 'javascript:alert(1)' }))).toEqual([
      { pointer: '/blocks/0/elements/0/url', message: 'must be a valid URL' },
    ]);
  });
});

describe('Slack may refuse or not', () => {
  test.each<[string, BehaviourName, Json]>([
    ['an empty first text', 'emptyInitialValue', { type: 'plain_text_input', initial_value: '' }],
    ['an empty first number', 'emptyInitialValue', { ...number, initial_value: '' }],
    ['an empty first address', 'emptyInitialValue', { type: 'email_text_input', initial_value: '' }],
    ['a first text that is too short', 'initialOutsideLimits', { ...text, initial_value: 'x' }],
    ['a first text that is too long', 'initialOutsideLimits', { ...text, initial_value: 'x'.repeat(6) }],
    ['a first number that is too small', 'initialOutsideLimits', { ...number, initial_value: '0.99' }],
    ['a first number that is too large', 'initialOutsideLimits', { ...number, initial_value: '50000.01' }],
    [
      'an invalid address',
      'initialOutsideLimits',
      { type: 'email_text_input', initial_value: 'sara at shop' },
    ],
    ['an invalid web address', 'initialOutsideLimits', { type: 'url_text_input', initial_value: 'shop' }],
    ['no first people', 'emptyInitialUsers', { ...people, initial_users: [] }],
    ['one value of two options', 'sameOptionValue', select({ options: [option('1'), option('1')] })],
    ['one value in two groups', 'sameOptionValue', { ...groups, option_groups: grouped('1', '1') }],
    ['one value of two boxes', 'sameOptionValue', { ...boxes, options: [option('1'), option('1')] }],
    ['an unknown time zone', 'unknownTimeZone', { type: 'timepicker', timezone: 'Mars/Olympus' }],
  ])('%s', (_, unsettled, element) => {
    expect(inModal(element)).toMatchObject([{ unsettled }]);
  });

  test.each(['tel:+971500000000', 'mailto:sara@shop.example', 'slack://open'])('a button to %s', (url) => {
    expect(inMessage(button({ url }))).toMatchObject([{ unsettled: 'otherScheme' }]);
  });

  test('the same value in an overflow menu', () => {
    expect(inMessage({ type: 'overflow', options: [option('1'), option('1')] })).toMatchObject([
      { unsettled: 'sameOptionValue' },
    ]);
  });
});

test('initial values at the limits are accepted', () => {
  const within: Json[] = [
    { ...text, initial_value: 'xx' },
    { ...text, initial_value: 'xxxxx' },
    { ...number, initial_value: '1.00' },
    { ...number, initial_value: '50000' },
    { type: 'email_text_input', initial_value: 'sara@shop.example' },
    { type: 'url_text_input', initial_value: 'https://shop.example' },
    { type: 'datepicker', initial_date: '2028-02-29' },
    { type: 'timepicker', timezone: 'Asia/Dubai', initial_time: '21:00' },
  ];
  for (const element of within) expect(inModal(element)).toEqual([]);
});
