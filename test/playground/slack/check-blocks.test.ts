import { describe, expect, test } from 'vitest';
import { checkMessageBlocks, checkView, describeFault } from '../../../playground/slack/check-blocks.ts';
import {
  actions,
  button,
  cell,
  dataTable,
  image,
  input,
  limitCases,
  many,
  modal,
  mrkdwn,
  option,
  plain,
  section,
  select,
} from './limit-cases.ts';

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

const BUTTON_A = button({ action_id: 'a' });
/** Each fault with blocks that have it. */
const FAULTS: Record<string, unknown> = {
  'unsupported type: nope [/blocks/0]': [{ type: 'nope' }],
  'invalid additional property: colour [/blocks/0]': [section('x', { colour: 'red' })],
  'invalid additional property: constructor [/blocks/0]': [section('x', { constructor: 'x' })],
  'must be more than 0 characters [/blocks/0/text/text]': [section('')],
  'must be less than 3001 characters [/blocks/0/text/text]': [section('x'.repeat(3_001))],
  'missing required field: one of text, fields [/blocks/0]': [{ type: 'section' }],
  'must be a valid enum value [/blocks/0/text/type]': [{ type: 'header', text: mrkdwn('x') }],
  'must provide an array [/blocks]': { type: 'section' },
  'missing required field: alt_text [/blocks/0]': [image({ alt_text: undefined })],
  'must provide either image_url or slack_file [/blocks/0]': [image({ slack_file: { id: 'F000000001' } })],
  'must be a valid URL [/blocks/0/elements/0/url]': [actions(button({ url: 'javascript:alert(1)' }))],
  'block_id must be unique: a [/blocks]': [section('x', { block_id: 'a' }), section('y', { block_id: 'a' })],
  'action_id must be unique in its block: a [/blocks]': [actions(BUTTON_A, BUTTON_A)],
  'initial option must match one of the options [/blocks/0/accessory]': [
    section('x', { accessory: select({ initial_option: option('2') }) }),
  ],
  'must have 2 cells like the header row [/blocks/0/rows/1]': [
    dataTable({ rows: [[cell(), cell()], [cell()]] }),
  ],
};

describe('faults have Slack’s messages and JSON pointers', () => {
  test.each(Object.entries(FAULTS))('%s', (fault, blocks) => {
    expect(check('message', blocks)).toContain(fault.replace('[', '[json-pointer:'));
  });

  test('the same action_id in two blocks is allowed', () => {
    expect(check('message', [actions(BUTTON_A), actions(BUTTON_A)])).toEqual([]);
  });
});

describe('blocks by surface', () => {
  const number = input({ type: 'number_input', is_decimal_allowed: true });
  const WHERE: Record<string, { block: object; on: string }> = {
    table: { block: { type: 'table', rows: [[cell()]] }, on: 'message home' },
    markdown: { block: { type: 'markdown', text: 'x' }, on: 'message' },
    alert: { block: { type: 'alert', text: plain('x') }, on: 'modal' },
    'number input': { block: number, on: 'modal' },
    'date-time picker': { block: actions({ type: 'datetimepicker' }), on: 'message modal' },
  };

  test.each(Object.entries(WHERE))('%s: only accepted where Slack shows it', (_, { block, on }) => {
    const faults = {
      message: check('message', [block]),
      modal: check('modal', modal({ blocks: [block] })),
      home: check('modal', { type: 'home', blocks: [block] }),
    };
    for (const [surface, found] of Object.entries(faults))
      expect([surface, found.length]).toEqual([surface, on.includes(surface) ? 0 : 1]);
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
