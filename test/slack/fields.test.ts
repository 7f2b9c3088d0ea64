import { describe, expect, test } from 'vitest';
import { checkView } from '../../packages/local-slack/src/check-blocks.ts';
import type { Filled } from '../../packages/local-slack/src/page/page-api.ts';
import { buildStateValues } from '../../packages/local-slack/src/view-state.ts';
import { buildOption, modal } from '../../src/blocks/message.ts';
import {
  buildInputs,
  channel,
  conversation,
  day,
  email,
  Fault,
  type Field,
  groupedMenu,
  type Kind,
  meaning,
  menu,
  menuOfMany,
  minute,
  moment,
  people,
  person,
  radio,
  readBoth,
  readForm,
  text,
  tick,
  ticks,
  whole,
} from '../../src/slack/fields.ts';
import { Refused } from '../../src/slack/refused.ts';

const TEA = [buildOption('green', 'Green'), buildOption('black', 'Black')];
const YES = buildOption('yes', 'Yes');

const upper = meaning({
  parse: (typed) => (typed === 'NO' ? new Fault('Not that one.') : typed.toLowerCase()),
  format: (value) => value.toUpperCase(),
});

/** A window with this one field, and what Slack holds of it. */
const ask = <Value>(kind: Kind<Value>, value: Value | null, filled: Filled = {}) => {
  const fields = { one: { label: 'One', optional: true, kind } satisfies Field<Value> };
  const view = modal(
    'fields',
    { title: 'Fields', submit: 'Send', close: 'Cancel' },
    buildInputs(fields, { one: value }),
  );
  return { view, read: () => readForm(fields, buildStateValues(view.blocks, filled, new Map())).one };
};

describe('a window shows a field’s value, and reads the same back', () => {
  test.each<[string, Kind<unknown>, unknown, nothing: unknown]>([
    ['a text', text({ max: 20, multiline: true }), 'June rent', null],
    ['a text that means something', upper, 'tea', null],
    ['an e-mail', email(), 'sara@example.com', null],
    ['a whole number', whole({ min: 1, max: 365 }), 30, null],
    ['a moment', moment, 1_800_000_000, null],
    ['a day', day, '2026-11-28', null],
    ['a time of day', minute, 21 * 60 + 5, null],
    ['a choice in a menu', menu({ options: TEA }), 'black', null],
    ['a choice under headings', groupedMenu([{ label: 'Tea', options: TEA }]), 'black', null],
    ['a choice of a few', radio({ options: TEA }), 'black', null],
    ['several in a menu', menuOfMany({ options: TEA }), ['green', 'black'], []],
    ['several boxes', ticks({ options: TEA }), ['black'], []],
    ['a box', tick(YES), true, null],
    ['people', people({ placeholder: 'Nobody' }), ['U0SARA0001', 'U0OMAR0001'], []],
    ['a person', person(), 'U0SARA0001', null],
    ['a channel', channel({ isShared: false }), 'C0SALES001', null],
    ['a conversation', conversation, 'C0SALES001', null],
  ])('%s', (_, kind, value, nothing) => {
    const filled = ask(kind, value);
    expect(checkView(filled.view)).toEqual([]);
    expect(filled.read()).toEqual(value);
    const empty = ask(kind, null);
    expect(checkView(empty.view)).toEqual([]);
    expect(empty.read()).toEqual(nothing);
  });

  test('of people and a channel, a bare window shows nobody and none', () => {
    expect(ask(people({ placeholder: 'No change', isBare: true }), ['U0GONE0001']).read()).toEqual([]);
    expect(ask(channel({ isBare: true }), 'C0SECRET01').read()).toBeNull();
  });

  test('an e-mail that is none, and a text that is too long for its input, cannot break the window', () => {
    const none = ask(email(), 'sara');
    expect(checkView(none.view)).toEqual([]);
    expect(none.read()).toBe('sara');
    const long = ask(text({ max: 3 }), 'sara');
    expect(checkView(long.view)).toEqual([]);
    expect(long.read()).toBe('sa…');
  });
});

const FORM = {
  days: { label: 'Days', kind: whole({ min: 1, max: 9 }), fault: 'From 1 to 9.' },
  word: { label: 'Word', kind: upper, optional: true, fault: 'A word.' },
  terms: { label: 'Terms', kind: tick(YES), fault: 'Accept them.' },
} as const;

const READ = { days: 3, word: 'tea', terms: true };
const HELD = {
  days: { days: { value: ' 3 ' } },
  word: { word: { value: 'TEA' } },
  terms: { terms: { selected_options: [{ value: 'yes' }] } },
};

const readOrFaults = (held: unknown): unknown => {
  try {
    return readForm(FORM, held);
  } catch (error) {
    if (error instanceof Refused) return error.errors;
    throw error;
  }
};

test('only a field that asks for it tells the app of each choice', () => {
  const kind = menu({ options: TEA });
  const [silent, telling] = buildInputs({
    silent: { label: 'One', kind },
    telling: { label: 'Two', kind, dispatches: true },
  });
  expect(silent).not.toHaveProperty('dispatch_action');
  expect(telling).toMatchObject({ dispatch_action: true });
});

describe('a form', () => {
  test.each<[string, unknown, unknown]>([
    ['is read as its fields say', HELD, READ],
    ['reads a field that was filled in anew', { ...HELD, days: {}, 'days.2': HELD.days }, READ],
    [
      'lets an optional field be blank',
      { ...HELD, word: { word: { value: null } } },
      { ...READ, word: null },
    ],
    ['lets an optional field be missing', { days: HELD.days, terms: HELD.terms }, { ...READ, word: null }],
    ['says what is wrong with each field', {}, { days: 'From 1 to 9.', terms: 'Accept them.' }],
    [
      'says so of a value out of range',
      { ...HELD, days: { days: { value: '10' } } },
      { days: 'From 1 to 9.' },
    ],
    ['says so of what is no number', { ...HELD, days: { days: { value: '1e0' } } }, { days: 'From 1 to 9.' }],
    ['says a fault’s own sentence', { ...HELD, word: { word: { value: 'NO' } } }, { word: 'Not that one.' }],
  ])('%s', (_, held, expected) => {
    expect(readOrFaults(held)).toEqual(expected);
  });

  test.each<[string, Kind<unknown>, unknown]>([
    ['a time that is none', minute, { selected_time: '24:00' }],
    ['a day that is none', day, { selected_date: '2026-02-30' }],
    ['a text that is none', text(), { value: 5 }],
    ['people that are none', people({ placeholder: '-' }), { selected_users: 'U1' }],
  ])('takes %s for nothing', (_, kind, held) => {
    expect(() => readForm({ one: { kind, optional: true } }, { one: { one: held } })).toThrow();
  });

  test('a required field without a sentence is one that Slack never sends blank', () => {
    expect(() => readForm({ one: { kind: radio({ options: TEA }) } }, {})).toThrow(
      'the field one came without',
    );
  });

  test('in two parts says what is wrong with both at once', () => {
    const both = () =>
      readBoth(
        () => readForm({ days: FORM.days }, {}),
        () => readForm({ terms: FORM.terms }, {}),
      );
    expect(both).toThrow(Refused);
    expect(() => readBoth(both, () => 1)).toThrow(
      expect.objectContaining({ errors: { days: 'From 1 to 9.', terms: 'Accept them.' } }),
    );
    expect(
      readBoth(
        () => 1,
        () => 2,
      ),
    ).toEqual([1, 2]);
  });
});
