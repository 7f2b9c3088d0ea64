import { api } from './api.ts';
import { askToConfirm } from './dialogs.ts';
import type { FormState } from './form-state.ts';
import { type FoundElement, findElement } from './list-elements.ts';
import type { FilledValue } from './page-api.ts';
import { blocksOf, elementKey, type Store, sourceOf } from './page-state.ts';
import { isRecord, readList, readRecord } from './read-json.ts';
import { zoneOf } from './render-context.ts';
import { fromWallTime } from './zoned-time.ts';

const checkedIn = (group: Element): string[] =>
  [...group.querySelectorAll<HTMLInputElement>('input:checked')].map((one) => one.value);

/** A control's value; undefined if it is kept elsewhere. */
const readControl = (control: Element, timeZone: string): FilledValue | undefined => {
  const type = control.getAttribute('data-element') ?? '';
  if (type === 'radio_buttons') return checkedIn(control)[0] ?? null;
  if (type.endsWith('external_select')) return undefined;
  if (type === 'checkboxes' || type.startsWith('multi_')) return checkedIn(control);
  const isField =
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement;
  if (!isField) return undefined;
  return type === 'datetimepicker' ? fromWallTime(control.value, timeZone) : control.value || null;
};

interface Touched {
  scope: string;
  control: Element;
  found: FoundElement;
}

/** Whether a change is dispatched to the app at once: always, except in input blocks. */
const actsAtOnce = ({ input }: FoundElement): boolean => input === null || input['dispatch_action'] === true;

const dispatchesOn = (found: FoundElement, trigger: string): boolean => {
  if (!actsAtOnce(found)) return false;
  const triggers = readList(readRecord(found.element['dispatch_action_config'])['trigger_actions_on']);
  return triggers.length === 0 ? trigger === 'on_enter_pressed' : triggers.includes(trigger);
};

const isTyped = (type: string): boolean => type.endsWith('_input') && type !== 'file_input';

/** The file as base64, for the local Slack. */
const readBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
};

/** Handles what people press, choose and type in blocks anywhere on the page. */
export const createElementActs = ({ store, forms }: { store: Store; forms: FormState }) => {
  const locate = (target: EventTarget | null): Touched | null => {
    const control = target instanceof Element ? target.closest('[data-action-id]') : null;
    const scope = control?.closest('[data-scope]')?.getAttribute('data-scope');
    if (!control || !scope) return null;
    const found = findElement(
      blocksOf(scope, store.get().snapshot),
      control.getAttribute('data-block-id') ?? '',
      control.getAttribute('data-action-id') ?? '',
    );
    return found ? { scope, control, found } : null;
  };

  const clearError = (scope: string, blockId: string): void => {
    const source = sourceOf(scope);
    const { errors } = store.get();
    const mine = 'viewId' in source ? errors[source.viewId] : undefined;
    if (!('viewId' in source) || mine?.[blockId] === undefined) return;
    const { [blockId]: _, ...others } = mine;
    store.set({ errors: { ...errors, [source.viewId]: others } });
  };

  const hold = ({ scope, found }: Touched, value: FilledValue): void => {
    forms.set(scope, found.blockId, found.actionId, value);
    clearError(scope, found.blockId);
    store.set({});
  };

  const showProblem = (scope: string, problem: string): void => {
    const source = sourceOf(scope);
    if ('viewId' in source) store.set({ problems: { ...store.get().problems, [source.viewId]: problem } });
    else store.set({ notice: { conversation: source.channel, text: problem }, dismissed: null });
  };

  /** Dispatches an action. `chosen`: undefined for elements without a choice. */
  const act = async (touched: Touched, chosen?: FilledValue): Promise<boolean> => {
    const { scope, found } = touched;
    const { blockId, actionId, element } = found;
    const key = elementKey(scope, blockId, actionId);
    if (store.get().pending.includes(key)) return true;
    const { confirm } = element;
    if (isRecord(confirm) && !(await askToConfirm(confirm))) return false;
    const source = sourceOf(scope);
    const { problems, pending, snapshot } = store.get();
    const { ['viewId' in source ? source.viewId : '']: _, ...otherProblems } = problems;
    store.set({ pending: [...pending, key], problems: otherProblems, notice: null });
    const outcome = await api.act('action', {
      as: snapshot.me,
      source,
      blockId,
      actionId,
      filled: forms.filled(scope),
      ...(chosen === undefined ? {} : { chosen }),
    });
    store.set({ pending: store.get().pending.filter((one) => one !== key) });
    if (!outcome.ok) showProblem(scope, outcome.problem);
    return true;
  };

  const choose = async (touched: Touched, value: FilledValue, before: FilledValue): Promise<void> => {
    hold(touched, value);
    if (actsAtOnce(touched.found) && !(await act(touched, value))) hold(touched, before);
  };

  /** Picks an option of an overflow menu or external select; `data-remove` removes one. */
  const pick = (touched: Touched, value: string, isRemoval: boolean): void => {
    const { scope, control, found } = touched;
    const { type, blockId, actionId } = found;
    if (!type.endsWith('external_select')) {
      control.removeAttribute('open');
      void act(touched, value);
      return;
    }
    const before = forms.held(scope, blockId, actionId) ?? null;
    const held = Array.isArray(before) ? before : [];
    const others = held.filter((one) => one !== value);
    const isMulti = type.startsWith('multi_');
    const after = isMulti ? (isRemoval ? others : [...others, value]) : isRemoval ? null : value;
    const query = control.querySelector<HTMLInputElement>('[data-query]');
    if (query) query.value = '';
    query?.focus();
    store.set({ offered: { ...store.get().offered, [elementKey(scope, blockId, actionId)]: [] } });
    void choose(touched, after, before);
  };

  const search = async ({ scope, found }: Touched, query: HTMLInputElement): Promise<void> => {
    const { blockId, actionId, element } = found;
    const least = typeof element['min_query_length'] === 'number' ? element['min_query_length'] : 3;
    const text = query.value;
    const key = elementKey(scope, blockId, actionId);
    if (text.length < least) {
      store.set({ offered: { ...store.get().offered, [key]: [] } });
      return;
    }
    const { options } = await api.options({
      as: store.get().snapshot.me,
      source: sourceOf(scope),
      blockId,
      actionId,
      query: text,
    });
    if (query.value !== text) return;
    const { offered, labels } = store.get();
    const known = Object.fromEntries(options.map((option) => [option.value, option.text]));
    store.set({
      offered: { ...offered, [key]: options },
      labels: { ...labels, [key]: { ...labels[key], ...known } },
    });
  };

  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const touched = locate(target);
    if (!target || !touched) return;
    const option = target.closest('[data-choice], [data-remove]');
    if (option) {
      const isRemoval = option.hasAttribute('data-remove');
      pick(touched, option.getAttribute(isRemoval ? 'data-remove' : 'data-choice') ?? '', isRemoval);
    } else if (/button$/.test(touched.found.type)) {
      // A link with `confirm` opens only after the answer.
      const asks = isRecord(touched.found.element['confirm']);
      const href = touched.control.getAttribute('href');
      if (asks) event.preventDefault();
      void act(touched).then((isDone) => {
        if (isDone && asks && href !== null) window.open(href, '_blank', 'noopener,noreferrer');
      });
    }
  });

  document.addEventListener('beforeinput', (event) => {
    const isNumber =
      event.target instanceof Element && event.target.getAttribute('data-element') === 'number_input';
    // Slack's number field takes no letters; whether the rest is a number is checked on submission.
    if (isNumber && event.data !== null && /[^\d.,\s+-]/.test(event.data)) event.preventDefault();
  });

  /** Uploads what was chosen, as Slack does while the form is still open. */
  const give = async (touched: Touched, files: readonly File[]): Promise<void> => {
    const as = store.get().snapshot.me;
    const given = await Promise.all(
      files.map(async (file) => api.give({ as, name: file.name, base64: await readBase64(file) })),
    );
    hold(
      touched,
      given.flatMap(({ id }) => id ?? []),
    );
  };

  let before: FilledValue = null;
  document.addEventListener('input', (event) => {
    const touched = locate(event.target);
    if (!touched) return;
    if (event.target instanceof HTMLInputElement && event.target.hasAttribute('data-query')) {
      void search(touched, event.target);
      return;
    }
    if (touched.found.type === 'file_input') return;
    const value = readControl(touched.control, zoneOf(store.get()));
    if (value === undefined) return;
    const { scope, found } = touched;
    before = forms.held(scope, found.blockId, found.actionId) ?? null;
    hold(touched, value);
    if (isTyped(found.type) && dispatchesOn(found, 'on_character_entered')) void act(touched, value);
  });
  document.addEventListener('change', (event) => {
    const touched = locate(event.target);
    if (!touched || isTyped(touched.found.type)) return;
    if (touched.found.type === 'file_input') {
      void give(touched, event.target instanceof HTMLInputElement ? [...(event.target.files ?? [])] : []);
      return;
    }
    const value = readControl(touched.control, zoneOf(store.get()));
    if (value !== undefined) void choose(touched, value, before);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || event.target instanceof HTMLTextAreaElement) return;
    const touched = locate(event.target);
    if (!touched) return;
    const query = event.target instanceof HTMLInputElement && event.target.hasAttribute('data-query');
    if (query) {
      // Enter takes the first option; it must not send the form.
      event.preventDefault();
      const first = touched.control.querySelector('[data-choice]')?.getAttribute('data-choice');
      if (first) pick(touched, first, false);
    } else if (isTyped(touched.found.type) && dispatchesOn(touched.found, 'on_enter_pressed')) {
      event.preventDefault();
      void act(touched, readControl(touched.control, zoneOf(store.get())) ?? null);
    }
  });
};
