import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { BehaviourState } from './page-api.ts';

const renderQuestion = ({ name, words, answer, answers }: BehaviourState): string => {
  const options = answers.map(
    (one) =>
      `<option${buildAttributes({ value: one.answer, selected: one.answer === answer })}>${escapeHtml(one.words)}</option>`,
  );
  return `<label class="record-style">${escapeHtml(words)} <select${buildAttributes({ class: 'field-select', 'data-slack-behaviour': name })}>${options.join('')}</select></label>`;
};

/** What nobody could find out about Slack, each with the answer that the local one gives. */
export const renderSlackBehaviours = (behaviours: readonly BehaviourState[]): string =>
  behaviours.length === 0
    ? ''
    : `<section><h3 class="drawer-heading">Unknowns about Slack</h3>${behaviours.map(renderQuestion).join('')}</section>`;
