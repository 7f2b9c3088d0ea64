import { api } from './api.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { Snapshot, Step, StepParameter, StepRun } from './page-api.ts';
import type { Store } from './page-state.ts';
import { renderLink } from './render-link.ts';
import { nameConversation } from './render-place.ts';

const STATES: Record<StepRun['state'], string> = {
  running: 'In progress',
  completed: 'Completed',
  failed: 'Failed',
};

const PLACES = ['public', 'private'];

/** Of a type that is chosen; null: it is typed. */
const choicesOf = (type: string, snapshot: Snapshot) => {
  const { conversations, people } = snapshot;
  if (type === 'slack#/types/channel_id')
    return conversations
      .filter(({ kind }) => PLACES.includes(kind))
      .map((place) => ({ value: place.id, words: `#${nameConversation(place, snapshot)}` }));
  if (type !== 'slack#/types/user_id') return null;
  return people.filter(({ isBot }) => !isBot).map(({ id, realName }) => ({ value: id, words: realName }));
};

const renderField = (step: Step, parameter: StepParameter, snapshot: Snapshot): string => {
  const { name, type, title, description, isRequired } = parameter;
  const id = `step-${step.callbackId}-${name}`;
  const shared = { id, name, 'data-own': '', 'data-testid': `step-${name}` };
  const choices = choicesOf(type, snapshot);
  const field =
    choices === null
      ? `<input${buildAttributes({ type: 'text', class: 'field-input', ...shared })}>`
      : `<select${buildAttributes({ class: 'field-select', ...shared })}>${choices.map(({ value, words }) => `<option${buildAttributes({ value })}>${escapeHtml(words)}</option>`).join('')}</select>`;
  return `<div class="step-field"><label${buildAttributes({ for: id })}>${escapeHtml(title)}${isRequired ? '' : ' <span class="faint">(optional)</span>'}</label>${field}<small class="faint">${escapeHtml(description)}</small></div>`;
};

const renderStep = (step: Step, snapshot: Snapshot): string =>
  `<form${buildAttributes({ class: 'step', 'data-step': step.callbackId, 'data-key': step.callbackId })}><h3 class="drawer-heading">${escapeHtml(step.title)}</h3><p class="faint drawer-words">${escapeHtml(step.description)}</p>${step.inputs.map((one) => renderField(step, one, snapshot)).join('')}<button type="submit" class="button button-primary" data-testid="run-step">Run a workflow with this step</button></form>`;

const renderRun = ({ id, callbackId, state, outputs, error }: StepRun, { steps }: Snapshot): string => {
  const step = steps.find((one) => one.callbackId === callbackId);
  const facts = (step?.outputs ?? []).map(({ name, title }) => {
    const value = outputs?.[name];
    return value === undefined ? '' : `<li><b>${escapeHtml(title)}:</b> ${renderLink(String(value))}</li>`;
  });
  return `<section${buildAttributes({ class: 'step-run', 'data-key': id, 'data-testid': 'step-run' })}><b>${STATES[state]}</b> <small class="faint">${escapeHtml(id)}</small>${error === null ? '' : `<p>${escapeHtml(error)}</p>`}<ul>${facts.join('')}</ul></section>`;
};

/** Starts a workflow that consists of one step, as somebody would in Slack, and shows how each run ends. */
export const createWorkflowsPanel = ({ store, root }: { store: Store; root: HTMLElement }) => {
  let problem = '';
  root.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset['step'] === undefined) return;
    event.preventDefault();
    const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    void api.run({ callbackId: form.dataset['step'], inputs: Object.fromEntries(typed) }).then((outcome) => {
      problem = outcome.ok ? '' : outcome.problem;
      store.set({});
    });
  });
  return {
    render: (): string => {
      const { snapshot } = store.get();
      const { steps, runs } = snapshot;
      return [
        steps.map((step) => renderStep(step, snapshot)).join(''),
        problem === '' ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`,
        runs.map((run) => renderRun(run, snapshot)).join(''),
      ].join('');
    },
  };
};
