// @module-tag long

import { describe, expect, test } from 'vitest';
import { checkFilled } from '../../src/check-filled.ts';
import { compareDecimals } from '../../src/field-formats.ts';
import { buildStateValues } from '../../src/view-state.ts';
import { actions, button, input, plain } from './limit-cases.ts';

const one = { text: plain('One'), value: '1' };
const two = { text: plain('Two'), value: '2' };
const options = [one, two];

const state = (element: Record<string, unknown>, value?: string | number | string[] | null): unknown => {
  const filled = value === undefined ? {} : { b: { a: value } };
  const blocks = [input({ action_id: 'a', ...element }, { block_id: 'b' })];
  return buildStateValues(blocks, filled, new Map())['b']?.['a'];
};

describe('an element’s value in Slack’s payloads', () => {
  test.each([
    ['plain_text_input', {}, undefined, { value: null }],
    ['plain_text_input', { initial_value: 'x' }, undefined, { value: 'x' }],
    ['plain_text_input', { initial_value: 'x' }, null, { value: null }],
    ['plain_text_input', { initial_value: 'x' }, '', { value: null }],
    ['number_input', {}, '10.50', { value: '10.50' }],
    ['email_text_input', {}, 'a@b.example', { value: 'a@b.example' }],
    ['static_select', { options }, undefined, { selected_option: null }],
    ['static_select', { options, initial_option: two }, undefined, { selected_option: two }],
    ['static_select', { options }, '1', { selected_option: one }],
    ['static_select', { option_groups: [{ label: plain('g'), options }] }, '2', { selected_option: two }],
    ['radio_buttons', { options }, '1', { selected_option: one }],
    ['checkboxes', { options }, undefined, { selected_options: [] }],
    ['checkboxes', { options, initial_options: [one] }, undefined, { selected_options: [one] }],
    ['checkboxes', { options, initial_options: [one] }, [], { selected_options: [] }],
    ['multi_static_select', { options }, ['2', '1'], { selected_options: [two, one] }],
    ['users_select', { initial_user: 'U1' }, undefined, { selected_user: 'U1' }],
    ['conversations_select', {}, undefined, { selected_conversation: null }],
    ['channels_select', {}, 'C1', { selected_channel: 'C1' }],
    ['multi_users_select', {}, undefined, { selected_users: [] }],
    ['multi_conversations_select', {}, ['C1'], { selected_conversations: ['C1'] }],
    ['multi_channels_select', { initial_channels: ['C1'] }, undefined, { selected_channels: ['C1'] }],
    ['datepicker', {}, undefined, { selected_date: null }],
    ['datepicker', {}, '2026-11-21', { selected_date: '2026-11-21' }],
    ['timepicker', { timezone: 'Asia/Dubai' }, '09:30', { selected_time: '09:30', timezone: 'Asia/Dubai' }],
    ['datetimepicker', { initial_date_time: 1.8e9 }, undefined, { selected_date_time: 1.8e9 }],
    ['datetimepicker', {}, 1.9e9, { selected_date_time: 1.9e9 }],
  ])('%s %j with %j', (type, element, value, expected) => {
    expect(state({ type, ...element }, value)).toEqual({ type, ...expected });
  });

  test('buttons have no state, selects outside inputs do', () => {
    const menu = { type: 'static_select', action_id: 'pick', options };
    const row = { ...actions(button({ action_id: 'go' }), menu), block_id: 'b' };
    expect(buildStateValues([row], {}, new Map())).toEqual({
      b: { pick: { type: 'static_select', selected_option: null } },
    });
  });
});

describe('Slack’s own checks before it calls the app', () => {
  const check = (element: object, value: string | string[] | null, more = {}): string | undefined => {
    const block = input({ action_id: 'a', ...element }, { block_id: 'b', ...more });
    return checkFilled([block], { b: { a: value } })['b'];
  };
  const text = { type: 'plain_text_input' };
  const email = { type: 'email_text_input' };
  const number = { type: 'number_input', is_decimal_allowed: true };
  const whole = { type: 'number_input', is_decimal_allowed: false };

  const please = (what: string) => `Please ${what}.`;
  test.each<[what: string, element: object, value: string | string[] | null, fault: string | undefined]>([
    ['a required field left empty', text, null, please('complete this required field')],
    ['no box ticked', { type: 'checkboxes', options }, [], please('complete this required field')],
    ['too short', { ...text, min_length: 2 }, 'x', please('enter at least 2 characters')],
    ['too long', { ...text, max_length: 2 }, 'xxx', please('enter at most 2 characters')],
    ['just as long', { ...text, min_length: 2, max_length: 2 }, 'xx', undefined],
    ['no number', number, 'ten', please('enter a valid number')],
    ['a fraction', whole, '1.5', please('enter a whole number')],
    ['too small', { ...number, min_value: '5' }, '4.9', please('enter a number greater than or equal to 5')],
    ['too large', { ...number, max_value: '10' }, '10.01', please('enter a number less than or equal to 10')],
    ['just as large', { ...number, min_value: '10', max_value: '10' }, '10.00', undefined],
    ['no e-mail address', email, 'sara', please('enter a valid email address')],
    ['an e-mail address', email, 'a@b.example', undefined],
    ['no link', { type: 'url_text_input' }, 'sara', please('enter a valid URL')],
    ['a link', { type: 'url_text_input' }, 'https://x.example', undefined],
  ])('%s: %j with %j says %s', (_what, element, value, fault) => {
    expect(check(element, value)).toBe(fault);
  });

  test('an optional field may be empty, but not invalid', () => {
    expect(check(email, null, { optional: true })).toBeUndefined();
    expect(check(email, 'x', { optional: true })).toBeDefined();
  });

  test('an initial value fills a required field', () => {
    const field = input({ ...text, action_id: 'a', initial_value: 'x' }, { block_id: 'b' });
    expect(checkFilled([field], {})).toEqual({});
  });
});

const ASCENDING = '-10.01 -10 -1.10 -1.01 -0.5 0 0.01 0.1 9 10.000 12345678901234567890.1'.split(' ');

test('decimal texts compare as numbers, at any precision', () => {
  for (const [at, left] of ASCENDING.entries())
    for (const [other, right] of ASCENDING.entries())
      expect([left, compareDecimals(left, right), right]).toEqual([left, Math.sign(at - other), right]);
  expect(compareDecimals('10', '10.000')).toBe(0);
});
