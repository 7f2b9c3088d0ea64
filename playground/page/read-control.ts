import type { FilledValue } from './page-api.ts';
import { fromWallTime } from './zoned-time.ts';

const checkedIn = (group: Element): string[] =>
  [...group.querySelectorAll<HTMLInputElement>('input:checked')].map((one) => one.value);

/** What a control on the page holds; undefined when its value is kept elsewhere. */
export const readControl = (control: Element, timeZone: string): FilledValue | undefined => {
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
