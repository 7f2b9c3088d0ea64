import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { SlashCommand } from './page-api.ts';

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

export const renderCompletion = (found: SlashCommand[], active: number, listId: string): string =>
  found
    .map(
      ({ command, description, usageHint }, index) =>
        `<div${buildAttributes({
          id: optionId(listId, index),
          class: index === active ? 'completion completion-active' : 'completion',
          role: 'option',
          'aria-selected': index === active ? 'true' : 'false',
          'data-command': command,
        })}><span class="completion-head"><b>${escapeHtml(command)}</b> <span class="faint">${escapeHtml(usageHint)}</span></span><span class="faint">${escapeHtml(description)}</span></div>`,
    )
    .join('');
