import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { SlashCommand } from './page-api.ts';

/** Commands that start with the typed text; none after the first space. */
export const matchCommands = (typed: string, commands: SlashCommand[]): SlashCommand[] =>
  /^\/\S*$/.test(typed) ? commands.filter(({ command }) => command.startsWith(typed.toLowerCase())) : [];

/** Splits `/word rest`; null if it is not a command. */
export const splitCommand = (typed: string): { command: string; text: string } | null => {
  const match = /^(\/\S+)(?:\s+([\s\S]*))?$/.exec(typed.trim());
  return match ? { command: (match[1] ?? '').toLowerCase(), text: match[2] ?? '' } : null;
};

/** The command whose arguments are being typed. */
export const findUsage = (typed: string, commands: SlashCommand[]): SlashCommand | undefined => {
  const word = /^(\/\S+)\s/.exec(typed)?.[1]?.toLowerCase();
  return commands.find(({ command }) => command === word);
};

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
