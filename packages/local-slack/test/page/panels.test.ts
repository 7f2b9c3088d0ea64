// @module-tag long

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { responseShapeSchema } from '../../../../tools/sandbox/response-shape.ts';
import { faultSchema } from '../../../../tools/sandbox/service-faults.ts';
import { findUsage, matchCommands, splitCommand } from '../../src/page/completion.ts';
import { buildActiveFaults, FAULT_SWITCHES, isOn, withoutFault } from '../../src/page/fault-switches.ts';
import { renderFirstSteps } from '../../src/page/first-steps.ts';
import { readHash, writeHash } from '../../src/page/hash-place.ts';
import type { PageState } from '../../src/page/page-state.ts';
import { AMOUNT_PATTERN, formatAmount, parseAmount, parseDesk } from '../../src/page/payment-desk.ts';
import { renderPayments } from '../../src/page/payments-panel.ts';
import { renderAppSwitch, renderSimulatorMenu } from '../../src/page/render-sidebar.ts';
import { findStyle, RECORD_STYLES } from '../../src/page/service-behaviours.ts';
import { listDangers, readTags } from './read-tags.ts';

/** Values of this attribute. */
const read = (html: string, name: string) =>
  readTags(html).flatMap(({ attributes }) => attributes[name] ?? []);

const PAYLINK = { command: '/paylink', description: 'New link', usageHint: '[amount]', shouldEscape: true };
const REPORT = { ...PAYLINK, command: '/paylink-report', usageHint: '' };

test.each([
  ['', [], undefined, null],
  ['/', [PAYLINK, REPORT], undefined, null],
  ['/PAYLINK-', [REPORT], undefined, { command: '/paylink-', text: '' }],
  ['/paylink', [PAYLINK, REPORT], undefined, { command: '/paylink', text: '' }],
  ['/Paylink  250 Sara\nKhan ', [], PAYLINK, { command: '/paylink', text: '250 Sara\nKhan' }],
  ['/other x', [], undefined, { command: '/other', text: 'x' }],
  ['hello /', [], undefined, null],
])('typed %j, the page offers %j, explains %j and sends %j', (typed, offered, explained, sent) => {
  const commands = [PAYLINK, REPORT];
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

const buttonOf = (text: string) => [
  { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text } }] },
];
const card = { user: 'UAPP', channel: 'C1', ephemeralTo: null, blocks: buttonOf('Details') };
const state = (snapshot: object = {}, changes: Partial<PageState> = {}): PageState =>
  ({
    ...{ areStepsHidden: false, place: 'C1', drawer: 'none', ...changes },
    snapshot: {
      ...{ appUserId: 'UAPP', appName: 'Paylink', app: 'running', sandboxUrl: 'http://127.0.0.1:4001' },
      ...{ payFrom: 'here', me: 'U1', people: [], commands: [PAYLINK], messages: [], home: null },
      conversations: [
        { id: 'C1', kind: 'public', name: 'front-desk', members: [], botIsMember: true },
        { id: 'D1', kind: 'dm', name: 'Paylink', members: [], botIsMember: true },
      ],
      ...snapshot,
    },
  }) as unknown as PageState;

test.each<[string, PageState, string, string?]>([
  ['a newcomer: create a link', state(), 'data-try="/paylink 250 Sara 0501234567"'],
  ['who has an announcement', state({ messages: [{ ...card, blocks: [] }] }), 'data-try='],
  ['who alone sees the card', state({ messages: [{ ...card, ephemeralTo: 'U1' }] }), 'data-try='],
  ['who has the card in a DM', state({ messages: [{ ...card, channel: 'D1' }] }), 'data-try='],
  ['after the first card: the Home', state({ messages: [card] }), 'data-open-home="D1"', 'QR'],
  [
    'after a card with a QR code: press that',
    state({ messages: [{ ...card, blocks: buttonOf('Show QR') }] }),
    'Press Show QR on its card',
  ],
  ['who has seen the Home', state({ messages: [card], home: { id: 'V1' } }), '', '<'],
  ['who hid the hint', state({}, { areStepsHidden: true }), '', '<'],
  ['of an app without the command', state({ commands: [] }), '', '<'],
])('the next step for somebody %s', (_, given, shown, hidden = 'data-none') => {
  const html = renderFirstSteps(given);
  expect(html).toContain(shown);
  expect(html).not.toContain(hidden);
});

test('the Simulator menu has the simulator’s functions, and says which phones can scan', () => {
  const menu = renderSimulatorMenu(state());
  const parts = ['app-stop', 'app-kill', 'faults-toggle', 'payments-toggle', 'inspector-toggle'];
  expect(read(menu, 'data-testid')).toEqual(expect.arrayContaining(parts));
  expect(menu).toContain('Remove Paylink from front-desk');
  expect(menu).toContain('on this machine only');
  expect(renderSimulatorMenu(state({ payFrom: 'network' }))).toContain('phones in the same network');
  const alone = renderSimulatorMenu(state({ sandboxUrl: null, app: null }, { place: 'D1' }));
  expect(alone).not.toMatch(/Remove|payments-toggle|app-stop/);
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

const find = (id: string) => FAULT_SWITCHES.filter((one) => one.id === id).map(({ fault }) => fault);

test('each fault’s switch has an id of its own, is listed by its name and, if the sandbox’s, accepted', () => {
  expect(new Set(FAULT_SWITCHES.map(({ id }) => id)).size).toBe(FAULT_SWITCHES.length);
  for (const { where, words, fault } of FAULT_SWITCHES) {
    expect(buildActiveFaults(where, [fault])[0]?.words).toContain(words);
    if (where === 'sandbox') expect(faultSchema.safeParse(fault).error, words).toBeUndefined();
  }
});

test('a switch is on while its fault is listed, whatever its remaining count, and can be turned off alone', () => {
  const [slow, away] = ['slack-slow', 'slack-not-in-channel'].flatMap(find);
  const [limited, late] = ['slack-server-error', 'sandbox-slow'].flatMap((id) =>
    FAULT_SWITCHES.filter((one) => one.id === id),
  );
  if (!slow || !away || !limited || !late) throw new Error('no such switch');
  expect(isOn(limited, [{ ...limited.fault, times: 1 }])).toBe(true);
  expect(isOn(limited, [slow, away])).toBe(false);
  expect(isOn(late, find('sandbox-very-slow'))).toBe(false);
  expect(withoutFault(limited, [slow, { ...limited.fault, times: 1 }, away])).toEqual([slow, away]);
});

test.each([
  [{ operation: 'any', status: 418 }, 'Payment service: operation any, status 418', 'until cleared'],
  [{ delayMs: 5, times: 1 }, 'Payment service: delayMs 5', 'once'],
  [{ delayMs: 5, times: 3 }, 'Payment service: delayMs 5', '3 more times'],
])('the fault %j, which has no switch, is called “%s”, %s', (fault, words, left) => {
  expect(buildActiveFaults('sandbox', [fault])).toEqual([{ words, left }]);
  expect(buildActiveFaults('sandbox', { ok: false })).toEqual([]);
});

const link = {
  ...{ orderId: '100234', invoiceId: 'INV-1', name: 'Sara Khan', notes: 'June rent', amountFils: 125_050 },
  ...{ status: 'CREATED', paymentLink: 'http://127.0.0.1:4001/pay/abc', isCalledBack: true },
};
const draw = (change: object = {}, callbacks: object[] = []) =>
  renderPayments(parseDesk({ links: [{ ...link, ...change }], callbacks, behaviour: {}, shape: {} }));

test.each([
  [{}, ['pay', 'pay-late', 'decline', 'expire', 'cancel', 'forge']],
  [{ status: 'PAID' }, ['refund', 'forge']],
  [{ status: 'CANCELLED', isCalledBack: false }, []],
])('with a link of %j a customer can do %j', (change, acts) => {
  expect(read(draw(change), 'data-pay-act')).toEqual(acts);
});

test('the Payments panel shows links and callbacks, escaped, whatever the sandbox answers', () => {
  const told = { orderId: '1', cause: 'forged', outcome: 'failed', said: 'PAID', statuses: [500, null] };
  const html = draw({ status: 'PARTIALLY_REFUNDED' }, [told]);
  const shown = ['AED 1,250.50', 'Sara Khan', '100234', 'INV-1', 'partially refunded'];
  for (const words of [...shown, 'PAID', 'forged', 'answered 500, no answer', 'failed'])
    expect(html).toContain(words);
  const hostile = { name: '<script>', notes: '"><img onerror=x>', paymentLink: 'javascript:x' };
  expect(listDangers(draw(hostile))).toEqual([]);
  fc.assert(fc.property(fc.anything(), (given) => void renderPayments(parseDesk(given))));
});

test.each([
  ['1250', 125_000, 'AED 1,250.00'],
  ['1,250.5', 125_050, 'AED 1,250.50'],
  [' 0.01 ', 1, 'AED 0.01'],
  ['100000', 100_000_00, 'AED 100,000.00'],
  ...['', '-5', '1.005', 'ten', '1234567890'].map((typed) => [typed, null, ''] as const),
] as const)('an amount typed as "%s" is %s fils, written %s', (typed, fils, written) => {
  expect(parseAmount(typed)).toBe(fils);
  expect(new RegExp(`^(?:${AMOUNT_PATTERN})$`, 'v').test(typed)).toBe(fils !== null);
  if (fils !== null) expect(formatAmount(fils)).toBe(written);
});

test('the sandbox accepts every style of records, and the page recognises it', () => {
  for (const style of RECORD_STYLES) {
    const shape = responseShapeSchema.partial().parse(style.shape);
    expect(findStyle({ generated: 'plain', ...shape })).toBe(style);
  }
});
