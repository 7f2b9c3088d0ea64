import { describe, expect, test } from 'vitest';
import { checkMessageBlocks, checkView, describeFault } from '../../../playground/slack/check-blocks.ts';
import { button, input, limitCases, many, modal, plain, section } from './limit-cases.ts';

const check = (surface: 'message' | 'modal', payload: unknown): string[] =>
  (surface === 'message' ? checkMessageBlocks(payload) : checkView(payload)).map(describeFault);

describe('each limit is exact', () => {
  test.each(limitCases)('$limit: $max is accepted, one more is refused', ({ max, build, surface }) => {
    expect(check(surface, build(max))).toEqual([]);
    expect(check(surface, build(max + 1))).not.toEqual([]);
  });

  test('a view past 250 kB is refused', () => {
    const heavy = modal({ blocks: many(90, () => section('é'.repeat(2_900))) });
    expect(check('modal', heavy)).toContain('view_too_large [json-pointer:/view]');
  });

  test('min_length must not exceed max_length', () => {
    const crossed = modal({
      blocks: [input({ type: 'plain_text_input', min_length: 5, max_length: 4 })],
    });
    expect(check('modal', crossed)).toHaveLength(1);
  });
});

describe('faults have Slack’s messages and JSON pointers', () => {
  test.each([
    ['an unknown block', [{ type: 'nope' }], 'unsupported type: nope [json-pointer:/blocks/0]'],
    [
      'an unknown property',
      [section('x', { colour: 'red' })],
      'invalid additional property: colour [json-pointer:/blocks/0]',
    ],
    [
      'a property that every object has by nature',
      [{ ...section(), constructor: 'x' }],
      'invalid additional property: constructor [json-pointer:/blocks/0]',
    ],
    ['empty text', [section('')], 'must be more than 0 characters [json-pointer:/blocks/0/text/text]'],
    [
      'long text',
      [section('x'.repeat(3_001))],
      'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
    ],
    [
      'a section without text and fields',
      [{ type: 'section' }],
      'missing required field: one of text, fields [json-pointer:/blocks/0]',
    ],
    [
      'mrkdwn where only plain text may be',
      [{ type: 'header', text: { type: 'mrkdwn', text: 'x' } }],
      'must be a valid enum value [json-pointer:/blocks/0/text/type]',
    ],
    ['blocks that are no list', { type: 'section' }, 'must provide an array [json-pointer:/blocks]'],
    [
      'an image without alternative text',
      [{ type: 'image', image_url: 'https://x.example/a.png' }],
      'missing required field: alt_text [json-pointer:/blocks/0]',
    ],
    [
      'an image with two sources',
      [
        {
          type: 'image',
          alt_text: 'a',
          image_url: 'https://x.example/a.png',
          slack_file: { id: 'F000000001' },
        },
      ],
      'must provide either image_url or slack_file [json-pointer:/blocks/0]',
    ],
    [
      'an invalid link',
      [{ type: 'actions', elements: [button({ url: 'javascript:alert(1)' })] }],
      'must be a valid URL [json-pointer:/blocks/0/elements/0/url]',
    ],
    [
      'the same block_id twice',
      [section('x', { block_id: 'a' }), section('y', { block_id: 'a' })],
      'block_id must be unique: a [json-pointer:/blocks]',
    ],
    [
      'the same action_id twice in a block',
      [{ type: 'actions', elements: [button({ action_id: 'a' }), button({ action_id: 'a' })] }],
      'action_id must be unique in its block: a [json-pointer:/blocks]',
    ],
    [
      'an initial option that is not offered',
      [
        section('x', {
          accessory: {
            type: 'static_select',
            options: [{ text: plain('One'), value: '1' }],
            initial_option: { text: plain('Two'), value: '2' },
          },
        }),
      ],
      'initial option must match one of the options [json-pointer:/blocks/0/accessory]',
    ],
    [
      'a data table with a short row',
      [
        {
          type: 'data_table',
          caption: 'c',
          rows: [
            [
              { type: 'raw_text', text: 'a' },
              { type: 'raw_text', text: 'b' },
            ],
            [{ type: 'raw_text', text: 'c' }],
          ],
        },
      ],
      'must have 2 cells like the header row [json-pointer:/blocks/0/rows/1]',
    ],
  ])('%s', (_, blocks, expected) => {
    expect(check('message', blocks)).toContain(expected);
  });

  test('the same action_id in two blocks is allowed', () => {
    const row = { type: 'actions', elements: [button({ action_id: 'a' })] };
    expect(check('message', [row, row])).toEqual([]);
  });
});

describe('blocks by surface', () => {
  const table = { type: 'table', rows: [[{ type: 'raw_text', text: 'x' }]] };
  const number = input({ type: 'number_input', is_decimal_allowed: true });
  const moment = { type: 'actions', elements: [{ type: 'datetimepicker' }] };

  test('tables and markdown are not for modals', () => {
    expect(check('modal', modal({ blocks: [table] }))).toHaveLength(1);
    expect(check('modal', modal({ blocks: [{ type: 'markdown', text: 'x' }] }))).toHaveLength(1);
  });

  test('alerts are for modals only', () => {
    const alert = { type: 'alert', text: plain('x') };
    expect(check('modal', modal({ blocks: [alert] }))).toEqual([]);
    expect(check('message', [alert])).toHaveLength(1);
  });

  test('number inputs are for modals only, date-time pickers not for App Home', () => {
    expect(check('modal', modal({ blocks: [number] }))).toEqual([]);
    expect(check('message', [number])).toHaveLength(1);
    expect(check('modal', { type: 'home', blocks: [moment] })).toHaveLength(1);
    expect(check('message', [moment])).toEqual([]);
  });

  test('an App Home has no title', () => {
    expect(check('modal', { type: 'home', blocks: [], title: plain('x') })).toHaveLength(1);
  });

  test('a modal with inputs needs a submit button', () => {
    const { submit: _, ...bare } = modal({ blocks: [number] });
    expect(check('modal', bare)).toEqual(['missing required field: submit [json-pointer:/view]']);
  });

  test('only one element may have focus_on_load', () => {
    const focused = input({ type: 'plain_text_input', focus_on_load: true });
    expect(check('modal', modal({ blocks: [focused] }))).toEqual([]);
    expect(check('modal', modal({ blocks: [focused, focused] }))).toHaveLength(1);
  });

  test('rich text is checked to its leaves', () => {
    const rich = (element: unknown) => [
      { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [element] }] },
    ];
    expect(check('message', rich({ type: 'text', text: 'x', style: { bold: true } }))).toEqual([]);
    expect(check('message', rich({ type: 'date', timestamp: 1, format: '{date}' }))).toEqual([]);
    expect(check('message', rich({ type: 'text', text: '' }))).toHaveLength(1);
    expect(check('message', rich({ type: 'link', url: 'x' }))).toHaveLength(1);
  });
});
