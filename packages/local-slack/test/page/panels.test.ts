// @module-tag long

import { expect, test } from 'vitest';
import { findUsage, matchCommands, splitCommand } from '../../src/page/completion.ts';
import type { FaultGroup, FaultSwitch } from '../../src/page/extension.ts';
import { buildActiveFaults, isOn, SLACK_FAULTS, withoutFault } from '../../src/page/fault-switches.ts';
import { renderFirstSteps } from '../../src/page/first-steps.ts';
import { readHash, writeHash } from '../../src/page/hash-place.ts';
import type { PageState } from '../../src/page/page-state.ts';
import { renderAppSwitch, renderSimulatorMenu } from '../../src/page/render-sidebar.ts';
import { readTags } from './read-tags.ts';

/** Values of this attribute. */
const read = (html: string, name: string) =>
  readTags(html).flatMap(({ attributes }) => attributes[name] ?? []);

const ORDER = { command: '/order', description: 'New order', usageHint: '[dish]', shouldEscape: true };
const REPORT = { ...ORDER, command: '/order-report', usageHint: '' };

test.each([
  ['', [], undefined, null],
  ['/', [ORDER, REPORT], undefined, null],
  ['/ORDER-', [REPORT], undefined, { command: '/order-', text: '' }],
  ['/order', [ORDER, REPORT], undefined, { command: '/order', text: '' }],
  ['/Order  2 dates\nand tea ', [], ORDER, { command: '/order', text: '2 dates\nand tea' }],
  ['/other x', [], undefined, { command: '/other', text: 'x' }],
  ['hello /', [], undefined, null],
])('typed %j, the page offers %j, explains %j and sends %j', (typed, offered, explained, sent) => {
  const commands = [ORDER, REPORT];
  expect(matchCommands(typed, commands)).toEqual(offered);
  expect(findUsage(typed, commands)).toBe(explained);
  expect(splitCommand(typed)).toEqual(sent);
});

const NOWHERE = { as: '', place: '', tab: 'messages', at: '', thread: '' };

test.each([
  [writeHash({ as: 'U1', place: 'D1', tab: 'home' }), { as: 'U1', place: 'D1', tab: 'home' }],
  ['#in=C1&at=1.000002&thread=1.000001', { place: 'C1', at: '1.000002', thread: '1.000001' }],
  ['', {}],
  ['#tab=elsewhere&x', {}],
])('the address %s leads to %j', (hash, place) => {
  expect(readHash(hash)).toEqual({ ...NOWHERE, ...place });
});

const BUTTON = { type: 'button', text: { type: 'plain_text', text: 'Details' } };
const card = {
  ...{ user: 'UAPP', channel: 'C1', ephemeralTo: null },
  blocks: [{ type: 'actions', elements: [BUTTON] }],
};
const firstSteps = {
  line: '/order 2 dates',
  before: ['Order something.', 'Type & see'],
  after: ['Ordered.', 'Press Details.'],
};
const bare = { firstSteps: null, panels: null, links: [], note: '', pictureNote: null };
const panel = { name: 'kitchen', title: 'Kitchen', note: 'Cook', render: () => '', watch: () => {} };
const oven: FaultGroup = { title: 'Oven', who: 'the oven', address: 'http://127.0.0.1:1', switches: [] };
const state = (snapshot: object = {}, changes: Partial<PageState> = {}): PageState =>
  ({
    ...{ areStepsHidden: false, place: 'C1', drawer: 'none', ...changes },
    extension: { panels: [panel], faults: [oven], ...changes.extension },
    snapshot: {
      ...{ appUserId: 'UAPP', appName: 'Orders', app: 'running', page: { ...bare, firstSteps } },
      ...{ me: 'U1', people: [], commands: [ORDER], steps: [], messages: [], home: null },
      conversations: [
        { id: 'C1', kind: 'public', name: 'front-desk', members: [], botIsMember: true },
        { id: 'D1', kind: 'dm', name: 'Orders', members: [], botIsMember: true },
      ],
      ...snapshot,
    },
  }) as unknown as PageState;

test.each<[string, PageState, string, string?]>([
  ['a newcomer: type the command', state(), '<b>Order something.</b> Type &amp; see'],
  ['who has an announcement', state({ messages: [{ ...card, blocks: [] }] }), 'data-try="/order 2 dates"'],
  ['who alone sees the card', state({ messages: [{ ...card, ephemeralTo: 'U1' }] }), 'data-try='],
  ['who has the card in a DM', state({ messages: [{ ...card, channel: 'D1' }] }), 'data-try='],
  ['after the first card: the Home', state({ messages: [card] }), 'data-open-home="D1"', 'data-try'],
  ['after the first card: what to press', state({ messages: [card] }), 'Press Details.'],
  ['who has seen the Home', state({ messages: [card], home: { id: 'V1' } }), '', '<'],
  ['who hid the hint', state({}, { areStepsHidden: true }), '', '<'],
  ['of an app without the command', state({ commands: [] }), '', '<'],
  ['of an app without steps', state({ page: bare }), '', '<'],
])('the next step for somebody %s', (_, given, shown, hidden = 'data-none') => {
  const html = renderFirstSteps(given);
  expect(html).toContain(shown);
  expect(html).not.toContain(hidden);
});

test('the Simulator menu has the simulator’s functions, and what is beside it', () => {
  const links = [{ words: 'Oven', note: 'Its page', url: 'http://127.0.0.1:1/' }];
  const menu = renderSimulatorMenu(state({ page: { ...bare, links, note: 'Works <here> only.' } }));
  const parts = ['app-stop', 'app-kill', 'faults-toggle', 'kitchen-toggle', 'inspector-toggle'];
  expect(read(menu, 'data-testid')).toEqual(expect.arrayContaining(parts));
  for (const words of [
    'Remove Orders from front-desk',
    'Make Slack or the oven misbehave',
    'Works &lt;here&gt;',
  ])
    expect(menu).toContain(words);
  expect(read(menu, 'href')).toEqual(['http://127.0.0.1:1/']);
  const extension = { panels: [], faults: [] };
  const alone = renderSimulatorMenu(state({ page: bare, app: null }, { place: 'D1', extension }));
  expect(alone).not.toMatch(/Remove|kitchen-toggle|app-stop|oven|simulator-note/);
});

test.each([
  ['running', ['stop', 'kill'], []],
  ['stopping', ['stop', 'kill'], ['stop']],
  ['stopped', ['start', 'kill'], ['kill']],
  ['starting', ['start', 'kill'], ['start']],
  [null, [], []],
] as const)('an app that is %s offers %j, of which %j cannot be pressed', (app, offered, disabled) => {
  const html = renderAppSwitch(app);
  if (app) expect(html).toContain(`App ${app}`);
  const buttons = readTags(html).filter(({ attributes }) => attributes['data-app-act']);
  const acts = (some: typeof buttons) => some.map(({ attributes }) => attributes['data-app-act']);
  expect(acts(buttons)).toEqual(offered);
  expect(acts(buttons.filter(({ attributes }) => 'disabled' in attributes))).toEqual(disabled);
});

const find = (id: string): FaultSwitch[] => SLACK_FAULTS.switches.filter((one) => one.id === `slack-${id}`);

test('each fault’s switch has an id of its own, and is listed by its name', () => {
  const { switches } = SLACK_FAULTS;
  expect(new Set(switches.map(({ id }) => id)).size).toBe(switches.length);
  for (const { words, fault } of switches)
    expect(buildActiveFaults(SLACK_FAULTS, [fault])[0]?.words).toBe(`Slack: ${words}`);
});

test('a switch is on while its fault is listed, whatever its remaining count, and can be turned off alone', () => {
  const [limited, slow, away] = ['server-error', 'slow', 'not-in-channel'].flatMap(find);
  if (!slow || !away || !limited) throw new Error('no such switch');
  const begun = { ...limited.fault, times: 1 };
  expect(isOn(limited, [begun])).toBe(true);
  expect(isOn(limited, [slow.fault, away.fault])).toBe(false);
  expect(isOn(slow, [{ ...slow.fault, delayMs: 1 }])).toBe(false);
  expect(withoutFault(limited, [slow.fault, begun, away.fault])).toEqual([slow.fault, away.fault]);
});

test.each([
  [{ operation: 'any', status: 418 }, 'Oven: operation any, status 418', 'until cleared'],
  [{ delayMs: 5, times: 1 }, 'Oven: delayMs 5', 'once'],
  [{ delayMs: 5, times: 3 }, 'Oven: delayMs 5', '3 more times'],
])('the fault %j, which has no switch, is called “%s”, %s', (fault, words, left) => {
  expect(buildActiveFaults(oven, [fault])).toEqual([{ words, left }]);
  expect(buildActiveFaults(oven, { ok: false })).toEqual([]);
});
