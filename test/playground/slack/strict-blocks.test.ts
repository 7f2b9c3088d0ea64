import { describe, expect, test } from 'vitest';
import type { BehaviourName } from '../../../playground/slack/behaviours.ts';
import { checkMessageBlocks, checkView } from '../../../playground/slack/check-blocks.ts';
import { button, input, modal, plain } from './limit-cases.ts';

type Json = Record<string, unknown>;

const inModal = (element: Json, more: Json = {}) => checkView(modal({ blocks: [input(element, more)] }));
const inActions = (element: Json) => [{ type: 'actions', elements: [element] }];
const inMessage = (element: Json) => checkMessageBlocks(inActions(element));
const option = (value: string, words = value): Json => ({ text: plain(words), value });

describe('Slack refuses', () => {
  test.each([
    ['an empty filter of conversations', { type: 'conversations_select', filter: {} }],
    [
      'an empty list of first conversations',
      { type: 'multi_conversations_select', initial_conversations: [] },
    ],
    ['an empty list of first channels', { type: 'multi_channels_select', initial_channels: [] }],
    ['an empty list of first options', { type: 'checkboxes', options: [option('1')], initial_options: [] }],
    ['an invalid first number', { type: 'number_input', is_decimal_allowed: true, initial_value: 'ten' }],
    ['a first date that does not exist', { type: 'datepicker', initial_date: '2026-02-31' }],
    [
      'first options of two groups',
      {
        type: 'multi_static_select',
        option_groups: [
          { label: plain('A'), options: [option('1')] },
          { label: plain('B'), options: [option('2')] },
        ],
        initial_options: [option('1'), option('2')],
      },
    ],
    [
      'more chosen at first than may be chosen',
      { type: 'multi_users_select', initial_users: ['U1', 'U2'], max_selected_items: 1 },
    ],
    [
      'a first option that no group has',
      { type: 'static_select', options: [option('1')], initial_option: option('2') },
    ],
    ['a group without a label', { type: 'static_select', option_groups: [{ options: [option('1')] }] }],
    [
      'a question before the act whose button says too much',
      { type: 'users_select', confirm: { text: plain('Sure?'), confirm: plain('x'.repeat(31)) } },
    ],
  ])('%s', (_, element) => {
    expect(inModal(element)).toMatchObject([{ message: expect.any(String) }]);
    expect(inModal(element)[0]).not.toHaveProperty('unsettled');
  });

  test('response_url_enabled in anything but an input block of a modal', () => {
    const menu = { type: 'conversations_select', response_url_enabled: true };
    expect(inModal(menu)).toEqual([]);
    expect(inMessage(menu)).toHaveLength(1);
    expect(checkView(modal({ blocks: inActions(menu) }))).toHaveLength(1);
    expect(checkView({ type: 'home', blocks: [input(menu)] })).toHaveLength(1);
  });

  test('a multi select in an actions block of a view', () => {
    const menu = { type: 'multi_static_select', options: [option('1')] };
    expect(inMessage(menu)).toEqual([]);
    expect(checkView(modal({ blocks: inActions(menu) }))).toMatchObject([
      { message: 'unsupported type: multi_static_select' },
    ]);
    expect(inModal(menu)).toEqual([]);
  });

  test('an empty block_id', () => {
    expect(checkMessageBlocks([{ type: 'divider', block_id: '' }])).toHaveLength(1);
    expect(checkMessageBlocks([{ type: 'divider', block_id: 'd' }])).toEqual([]);
  });

  test('a picture URL that is not http(s), or is a script', () => {
    const picture = (address: string) => [{ type: 'image', alt_text: 'QR', image_url: address }];
    expect(checkMessageBlocks(picture('https://shop.example/a.png'))).toEqual([]);
    for (const address of [
      'data:image/png;base64,AA==',
      'mailto:a@b.ae',
      'javascript:alert(1)',
      '/a.png',
      '',
    ])
      expect(checkMessageBlocks(picture(address))).toMatchObject([{ message: 'must be a valid URL' }]);
    expect(inMessage(button({ url: 'javascript:alert(1)' }))).toEqual([
      { pointer: '/blocks/0/elements/0/url', message: 'must be a valid URL' },
    ]);
  });
});

const number = { type: 'number_input', is_decimal_allowed: true, min_value: '1', max_value: '50000' };
const text = { type: 'plain_text_input', min_length: 2, max_length: 5 };

describe('Slack may refuse or not', () => {
  const cases: [string, BehaviourName, Json][] = [
    ['a first text that is empty', 'emptyInitialValue', { type: 'plain_text_input', initial_value: '' }],
    ['a first number that is empty', 'emptyInitialValue', { ...number, initial_value: '' }],
    ['a first address that is empty', 'emptyInitialValue', { type: 'email_text_input', initial_value: '' }],
    ['a first text that is too short', 'initialOutsideLimits', { ...text, initial_value: 'x' }],
    ['a first text that is too long', 'initialOutsideLimits', { ...text, initial_value: 'x'.repeat(6) }],
    ['a first number that is too small', 'initialOutsideLimits', { ...number, initial_value: '0.99' }],
    ['a first number that is too large', 'initialOutsideLimits', { ...number, initial_value: '50000.01' }],
    [
      'an invalid first address',
      'initialOutsideLimits',
      { type: 'email_text_input', initial_value: 'sara at shop' },
    ],
    [
      'an invalid first web address',
      'initialOutsideLimits',
      { type: 'url_text_input', initial_value: 'shop' },
    ],
    ['an empty list of first people', 'emptyInitialUsers', { type: 'multi_users_select', initial_users: [] }],
    [
      'one value of two options',
      'sameOptionValue',
      { type: 'static_select', options: [option('1', 'One'), option('1', 'Two')] },
    ],
    [
      'one value of options in two groups',
      'sameOptionValue',
      {
        type: 'static_select',
        option_groups: [
          { label: plain('A'), options: [option('1')] },
          { label: plain('B'), options: [option('1')] },
        ],
      },
    ],
    [
      'one value of two boxes',
      'sameOptionValue',
      { type: 'checkboxes', options: [option('1'), option('1')] },
    ],
    ['a time zone of another planet', 'unknownTimeZone', { type: 'timepicker', timezone: 'Mars/Olympus' }],
  ];

  test.each(cases)('%s', (_, unsettled, element) => {
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
