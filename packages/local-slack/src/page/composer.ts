import { findUsage, matchCommands, optionId, renderCompletion } from './completion.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { Shortcut, SlashCommand } from './page-api.ts';
import { patchDom } from './patch-dom.ts';

interface ComposerOptions {
  root: HTMLElement;
  /** Makes ids and test hooks unique on the page. */
  name: string;
  commands: () => SlashCommand[];
  /** Where the message would go; drafts are kept per key. */
  target: () => { key: string; placeholder: string };
  send: (text: string) => void;
  /** Global shortcuts. */
  shortcuts?: () => Shortcut[];
}

/** The field for messages and commands. */
export const createComposer = ({
  root,
  name,
  commands,
  target,
  send,
  shortcuts = () => [],
}: ComposerOptions) => {
  const listId = `${name}-completion`;
  const hook = name === 'main' ? '' : `${name}-`;
  root.innerHTML = `<div class="completions"${buildAttributes({ id: listId, 'data-testid': `${hook}completion` })} role="listbox" aria-label="Commands" hidden></div><form class="composer-box"><span class="shortcuts"></span><textarea rows="1"${buildAttributes({ 'data-testid': `${hook}composer`, 'aria-autocomplete': 'list', 'aria-controls': listId })}></textarea><button type="submit" class="send" aria-label="Send"${buildAttributes({ 'data-testid': `${hook}send` })}>➤</button></form><p class="composer-hint" aria-live="polite"></p>`;
  const find = <T extends HTMLElement>(selector: string): T => {
    const found = root.querySelector<T>(selector);
    if (!found) throw new Error(`The composer has no ${selector}`);
    return found;
  };
  const field = find<HTMLTextAreaElement>('textarea');
  const list = find('.completions');
  const hint = find('.composer-hint');
  const button = find<HTMLButtonElement>('.send');

  const shortcutBar = find('.shortcuts');
  const drawShortcuts = (): void => {
    const buttons = shortcuts().map(
      ({ name: title, callbackId }) =>
        `<button${buildAttributes({ type: 'button', 'data-shortcut': callbackId, title, 'aria-label': title })}>⚡</button>`,
    );
    patchDom(shortcutBar, buttons.join(''));
  };

  const drafts = new Map<string, string>();
  let key = '';
  let active = 0;
  let hasMoved = false;
  let isDismissed = false;

  const found = (): SlashCommand[] => (isDismissed ? [] : matchCommands(field.value, commands()));

  const draw = (): void => {
    const options = found();
    active = Math.min(active, Math.max(0, options.length - 1));
    list.hidden = options.length === 0;
    patchDom(list, renderCompletion(options, active, listId));
    if (options.length > 0) field.setAttribute('aria-activedescendant', optionId(listId, active));
    else field.removeAttribute('aria-activedescendant');
    list.querySelector('.completion-active')?.scrollIntoView({ block: 'nearest' });
    const usage = findUsage(field.value, commands());
    const words = usage
      ? `<b>${escapeHtml(usage.command)}</b> ${escapeHtml(usage.usageHint)}`
      : '<span class="only-keyboard"><b>Enter</b> to send · <b>Shift + Enter</b> for a new line · <b>/</b> for commands</span>';
    if (hint.innerHTML !== words) hint.innerHTML = words;
    button.disabled = field.value.trim() === '';
    field.style.height = 'auto';
    field.style.height = `${Math.min(field.scrollHeight, 220)}px`;
  };

  const write = (text: string): void => {
    field.value = text;
    drafts.set(key, text);
    active = 0;
    hasMoved = false;
    draw();
  };

  const submit = (): void => {
    const text = field.value.trim();
    if (text === '') return;
    write('');
    send(text);
  };

  const complete = (command: string): void => {
    write(`${command} `);
    field.focus();
  };

  const move = (step: number, count: number): void => {
    active = (active + step + count) % count;
    hasMoved = true;
    draw();
  };

  field.addEventListener('input', () => {
    isDismissed = false;
    hasMoved = false;
    active = 0;
    drafts.set(key, field.value);
    draw();
  });
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const options = found();
    const chosen = options[active];
    if (chosen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1, options.length);
    } else if (chosen && event.key === 'Escape') {
      event.preventDefault();
      isDismissed = true;
      draw();
    } else if (chosen && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      complete(chosen.command);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      // A complete command is sent, unless another was picked from the list.
      const isWhole = !hasMoved && options.some(({ command }) => command === field.value.trim());
      if (chosen && !isWhole) complete(chosen.command);
      else submit();
    }
  });
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = event.target instanceof Element ? event.target.closest('[data-command]') : null;
    const command = option?.getAttribute('data-command');
    if (command) complete(command);
  });
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
    field.focus();
  });

  return {
    render(): void {
      const now = target();
      if (now.key !== key) {
        key = now.key;
        write(drafts.get(key) ?? '');
        isDismissed = false;
      }
      if (field.placeholder !== now.placeholder) {
        field.placeholder = now.placeholder;
        field.setAttribute('aria-label', now.placeholder);
      }
      draw();
      drawShortcuts();
    },
    focus: (): void => field.focus(),
    /** Replaces the text in the field. */
    write,
  };
};
