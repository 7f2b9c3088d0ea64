import { expect, test } from 'vitest';
import { findFirstStep, renderFirstSteps } from '../../../playground/page/first-steps.ts';
import type { Message, Snapshot } from '../../../playground/page/page-api.ts';
import type { PageState } from '../../../playground/page/page-state.ts';
import { renderSimulatorMenu } from '../../../playground/page/render-sidebar.ts';

const buttonOf = (text: string) => [
  { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text } }] },
];
const card = {
  user: 'UAPP',
  channel: 'C1',
  ephemeralTo: null,
  blocks: buttonOf('Details'),
} as unknown as Message;

const state = (snapshot: Partial<Snapshot> = {}, changes: Partial<PageState> = {}): PageState =>
  ({
    areStepsHidden: false,
    place: 'C1',
    drawer: 'none',
    ...changes,
    snapshot: {
      appUserId: 'UAPP',
      appName: 'Paylink',
      app: 'running',
      sandboxUrl: 'http://127.0.0.1:4001',
      payFrom: 'here',
      me: 'U1',
      people: [],
      commands: [{ command: '/paylink', description: '', usageHint: '', shouldEscape: true }],
      conversations: [
        { id: 'C1', kind: 'public', name: 'front-desk', members: [], botIsMember: true },
        { id: 'D1', kind: 'dm', name: 'Paylink', members: [], botIsMember: true },
      ],
      messages: [],
      home: null,
      ...snapshot,
    },
  }) as unknown as PageState;

test('a newcomer gets one hint: create the first link, with a line to try', () => {
  expect(findFirstStep(state())).toBe('link');
  expect(renderFirstSteps(state())).toContain('data-try="/paylink 250 Sara 0501234567"');
});

test('a card in a channel counts as the first link; an ephemeral message, a DM or an announcement does not', () => {
  expect(findFirstStep(state({ messages: [{ ...card, blocks: [] }] }))).toBe('link');
  expect(findFirstStep(state({ messages: [{ ...card, ephemeralTo: 'U1' }] }))).toBe('link');
  expect(findFirstStep(state({ messages: [{ ...card, channel: 'D1' }] }))).toBe('link');
  expect(findFirstStep(state({ messages: [card] }))).toBe('home');
  expect(renderFirstSteps(state({ messages: [card] }))).toContain('data-open-home="D1"');
});

test('the next step speaks of the QR code only where a card has its button', () => {
  const hint = (text: string) => renderFirstSteps(state({ messages: [{ ...card, blocks: buttonOf(text) }] }));
  expect(hint('Show QR')).toContain('Press Show QR on its card');
  expect(hint('Show rows')).toContain('Your card is in the channel.');
  expect(hint('Show rows')).not.toContain('QR');
});

test('the hint is gone when all is done, when it was hidden, and for an app without the command', () => {
  const home = { id: 'V1' } as Snapshot['home'];
  expect(renderFirstSteps(state({ messages: [card], home }))).toBe('');
  expect(renderFirstSteps(state({}, { areStepsHidden: true }))).toBe('');
  expect(renderFirstSteps(state({ commands: [] }))).toBe('');
});

test('the Simulator menu has the simulator’s functions, and says which phones can scan', () => {
  const menu = renderSimulatorMenu(state());
  for (const part of ['app-stop', 'app-kill', 'faults-toggle', 'payments-toggle', 'inspector-toggle'])
    expect(menu).toContain(`data-testid="${part}"`);
  expect(menu).toContain('Remove Paylink from front-desk');
  expect(menu).toContain('on this machine only');
  expect(renderSimulatorMenu(state({ payFrom: 'network' }))).toContain('phones in the same network');
  const alone = renderSimulatorMenu(state({ sandboxUrl: null, app: null }, { place: 'D1' }));
  expect(alone).not.toMatch(/Remove|payments-toggle|app-stop/);
});
