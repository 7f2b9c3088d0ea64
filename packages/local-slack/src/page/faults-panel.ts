import { callSwitches } from './api.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { FaultGroup, FaultSwitch } from './extension.ts';
import { buildActiveFaults, isOn, withoutFault } from './fault-switches.ts';
import type { BehaviourState, Posts } from './page-api.ts';

const renderQuestion = ({ name, words, answer, answers }: BehaviourState): string => {
  const options = answers.map(
    (one) =>
      `<option${buildAttributes({ value: one.answer, selected: one.answer === answer })}>${escapeHtml(one.words)}</option>`,
  );
  return `<label class="drawer-choice">${escapeHtml(words)} <select${buildAttributes({ class: 'field-select', 'data-slack-behaviour': name })}>${options.join('')}</select></label>`;
};

/** Open questions about Slack, with the local Slack's current answers. */
export const renderSlackBehaviours = (behaviours: readonly BehaviourState[]): string =>
  behaviours.length === 0
    ? ''
    : `<section><h3 class="drawer-heading">Unknowns about Slack</h3>${behaviours.map(renderQuestion).join('')}</section>`;

/** The panel with the fault switches of the local Slack, which is the first group, and of others. */
export const createFaultsPanel = ({
  groups,
  changed,
}: {
  groups: readonly FaultGroup[];
  changed: () => void;
}) => {
  const listed = new Map<FaultGroup, unknown>();
  let behaviours: BehaviourState[] = [];
  let trouble = '';

  const call = ({ address }: FaultGroup, method: 'GET' | 'POST' | 'DELETE', body?: unknown) =>
    callSwitches(address, 'faults', method, body);
  const read = async (group: FaultGroup): Promise<void> => void listed.set(group, await call(group, 'GET'));

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
      for (const group of groups) await read(group);
      behaviours = await callBehaviours('GET');
    });

  const answer = (name: string, wanted: string): Promise<void> =>
    guarded(async () => {
      behaviours = await callBehaviours('POST', { name, answer: wanted });
    });

  const replaceAll = async (group: FaultGroup, faults: unknown[]): Promise<void> => {
    await call(group, 'DELETE');
    for (const fault of faults) await call(group, 'POST', fault);
    await read(group);
  };

  const toggle = (id: string): Promise<void> =>
    guarded(async () => {
      for (const group of groups) {
        const chosen = group.switches.find((one) => one.id === id);
        if (!chosen) continue;
        const now = await call(group, 'GET');
        if (isOn(chosen, now)) await replaceAll(group, withoutFault(chosen, now));
        else {
          await call(group, 'POST', chosen.fault);
          await read(group);
        }
      }
    });

  const clear = (): Promise<void> =>
    guarded(async () => {
      for (const group of groups) await replaceAll(group, []);
    });

  const renderSwitch = (group: FaultGroup, one: FaultSwitch): string => {
    const on = isOn(one, listed.get(group));
    return `<button${buildAttributes({ type: 'button', class: 'switch', role: 'switch', 'aria-checked': on ? 'true' : 'false', 'data-fault': one.id })}><span class="switch-track" aria-hidden="true"></span><span><b>${escapeHtml(one.words)}</b><small>${escapeHtml(one.note)}</small></span></button>`;
  };

  const renderActive = (): string => {
    const active = groups.flatMap((group) => buildActiveFaults(group, listed.get(group)));
    if (active.length === 0) return '<p class="faint drawer-words">No faults active.</p>';
    const lines = active.map(
      ({ words, left }) => `<li><b>${escapeHtml(words)}</b> <small>${escapeHtml(left)}</small></li>`,
    );
    return `<div class="active-faults" role="status"><ul data-testid="active-faults">${lines.join('')}</ul><button type="button" class="button button-small" data-clear-faults data-testid="clear-faults">Clear</button></div>`;
  };

  const renderGroup = (group: FaultGroup): string =>
    `<section><h3 class="drawer-heading">${escapeHtml(group.title)}</h3>${group.switches.map((one) => renderSwitch(group, one)).join('')}</section>`;

  const render = (): string => {
    const [own = '', ...others] = groups.map(renderGroup);
    return [
      '<p class="faint drawer-words">Simulate failures: they reach the app as they would in real life. A switch that acts once turns itself off.</p>',
      trouble ? `<p class="problem" role="alert">${escapeHtml(trouble)}</p>` : '',
      renderActive(),
      own,
      renderSlackBehaviours(behaviours),
      ...others,
    ].join('');
  };

  return { render, refresh, toggle, clear, answer };
};
