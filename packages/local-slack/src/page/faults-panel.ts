import { callSwitches } from './api.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import {
  buildActiveFaults,
  FAULT_SWITCHES,
  type FaultSwitch,
  isOn,
  WHERE_NAMES,
  withoutFault,
} from './fault-switches.ts';
import type { BehaviourState, Posts } from './page-api.ts';
import type { Store } from './page-state.ts';

const renderQuestion = ({ name, words, answer, answers }: BehaviourState): string => {
  const options = answers.map(
    (one) =>
      `<option${buildAttributes({ value: one.answer, selected: one.answer === answer })}>${escapeHtml(one.words)}</option>`,
  );
  return `<label class="record-style">${escapeHtml(words)} <select${buildAttributes({ class: 'field-select', 'data-slack-behaviour': name })}>${options.join('')}</select></label>`;
};

/** Open questions about Slack, with the local Slack's current answers. */
export const renderSlackBehaviours = (behaviours: readonly BehaviourState[]): string =>
  behaviours.length === 0
    ? ''
    : `<section><h3 class="drawer-heading">Unknowns about Slack</h3>${behaviours.map(renderQuestion).join('')}</section>`;

type Where = FaultSwitch['where'];

/** The panel with the fault switches of the local Slack and the payment service. */
export const createFaultsPanel = ({ store, changed }: { store: Store; changed: () => void }) => {
  let listed: Record<Where, unknown> = { slack: [], sandbox: [] };
  let behaviours: BehaviourState[] = [];
  let trouble = '';

  /** Null: not available here. */
  const base = (where: Where): string | null => (where === 'slack' ? '' : store.get().snapshot.sandboxUrl);

  const call = async (where: Where, method: 'GET' | 'POST' | 'DELETE', body?: unknown): Promise<unknown> => {
    const of = base(where);
    return of === null ? [] : callSwitches(of, 'faults', method, body);
  };

  const callBehaviours = async (
    method: 'GET' | 'POST',
    body?: Posts['behaviours'],
  ): Promise<BehaviourState[]> => (await callSwitches('', 'behaviours', method, body)) as BehaviourState[];

  const guarded = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      trouble = '';
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    changed();
  };

  const refresh = (): Promise<void> =>
    guarded(async () => {
      listed = { slack: await call('slack', 'GET'), sandbox: await call('sandbox', 'GET') };
      behaviours = await callBehaviours('GET');
    });

  const answer = (name: string, wanted: string): Promise<void> =>
    guarded(async () => {
      behaviours = await callBehaviours('POST', { name, answer: wanted });
    });

  const replaceAll = async (where: Where, faults: unknown[]): Promise<void> => {
    await call(where, 'DELETE');
    for (const fault of faults) await call(where, 'POST', fault);
    listed = { ...listed, [where]: await call(where, 'GET') };
  };

  const toggle = (id: string): Promise<void> =>
    guarded(async () => {
      const chosen = FAULT_SWITCHES.find((one) => one.id === id);
      if (!chosen) return;
      const { where } = chosen;
      const now = await call(where, 'GET');
      if (isOn(chosen, now)) await replaceAll(where, withoutFault(chosen, now));
      else {
        await call(where, 'POST', chosen.fault);
        listed = { ...listed, [where]: await call(where, 'GET') };
      }
    });

  const clear = (): Promise<void> =>
    guarded(async () => {
      await replaceAll('slack', []);
      await replaceAll('sandbox', []);
    });

  const renderSwitch = (one: FaultSwitch): string => {
    const on = isOn(one, listed[one.where]);
    return `<button${buildAttributes({ type: 'button', class: 'switch', role: 'switch', 'aria-checked': on ? 'true' : 'false', 'data-fault': one.id })}><span class="switch-track" aria-hidden="true"></span><span><b>${escapeHtml(one.words)}</b><small>${escapeHtml(one.note)}</small></span></button>`;
  };

  const renderActive = (): string => {
    const active = (['slack', 'sandbox'] as const).flatMap((where) =>
      buildActiveFaults(where, listed[where]),
    );
    if (active.length === 0) return '<p class="faint drawer-words">No faults active.</p>';
    const lines = active.map(
      ({ words, left }) => `<li><b>${escapeHtml(words)}</b> <small>${escapeHtml(left)}</small></li>`,
    );
    return `<div class="active-faults" role="status"><ul data-testid="active-faults">${lines.join('')}</ul><button type="button" class="button button-small" data-clear-faults data-testid="clear-faults">Clear</button></div>`;
  };

  const renderGroup = (where: Where): string =>
    base(where) === null
      ? ''
      : `<section><h3 class="drawer-heading">${WHERE_NAMES[where]}</h3>${FAULT_SWITCHES.filter(
          (one) => one.where === where,
        )
          .map(renderSwitch)
          .join('')}</section>`;

  const render = (): string =>
    [
      '<p class="faint drawer-words">Simulate failures: they reach the app as they would in real life. A switch that acts once turns itself off.</p>',
      trouble ? `<p class="problem" role="alert">${escapeHtml(trouble)}</p>` : '',
      renderActive(),
      renderGroup('slack'),
      renderSlackBehaviours(behaviours),
      renderGroup('sandbox'),
    ].join('');

  return { render, refresh, toggle, clear, answer };
};
