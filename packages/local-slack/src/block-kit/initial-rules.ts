import { compareDecimals, isDecimal, looksLikeEmail, looksLikeUrl } from '../field-formats.ts';
import { isRecord, readList, readText } from '../page/read-json.ts';
import type { RuleFault } from './rule.ts';

type Element = Record<string, unknown>;

const outside = (message: string): RuleFault => ({ tail: '/initial_value', message });

/** Checks an `initial_value` for empty text. */
const initialText = (element: Element): RuleFault[] =>
  element['initial_value'] === '' ? [outside('must be more than 0 characters')] : [];

export const lengthsFit = (element: Element): RuleFault[] => {
  const { min_length: min, max_length: max, initial_value: initial } = element;
  const faults: RuleFault[] = initialText(element);
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    faults.push({ tail: '/min_length', message: 'must be less than or equal to max_length' });
  if (typeof initial !== 'string' || initial === '') return faults;
  if (typeof max === 'number' && initial.length > max)
    faults.push(outside(`must be less than ${max + 1} characters`));
  if (typeof min === 'number' && initial.length < min)
    faults.push(outside(`must be more than ${min - 1} characters`));
  return faults;
};

export const numbersFit = (element: Element): RuleFault[] => {
  const faults: RuleFault[] = initialText(element);
  const decimals = element['is_decimal_allowed'] === true;
  for (const name of ['initial_value', 'min_value', 'max_value']) {
    const value = element[name];
    if (typeof value === 'string' && value !== '' && !isDecimal(value, decimals))
      faults.push({ tail: `/${name}`, message: decimals ? 'must be a number' : 'must be an integer' });
  }
  const [min, max, initial] = ['min_value', 'max_value', 'initial_value'].map((name) => {
    const value = readText(element[name]);
    return isDecimal(value, true) ? value : null;
  });
  if (min && max && compareDecimals(min, max) > 0)
    faults.push({ tail: '/min_value', message: 'must be less than or equal to max_value' });
  if (min && initial && compareDecimals(initial, min) < 0)
    faults.push(outside(`must be greater than or equal to ${min}`));
  if (max && initial && compareDecimals(initial, max) > 0)
    faults.push(outside(`must be less than or equal to ${max}`));
  return faults;
};

const initialOf =
  (looksRight: (text: string) => boolean, message: string) =>
  (element: Element): RuleFault[] => {
    const initial = readText(element['initial_value']);
    return [...initialText(element), ...(initial === '' || looksRight(initial) ? [] : [outside(message)])];
  };

export const emailFits = initialOf(looksLikeEmail, 'must be a valid email address');
export const urlFits = initialOf(looksLikeUrl, 'must be a valid URL');

/** The format alone would accept 2026-02-31. */
export const dateExists = (element: Element): RuleFault[] => {
  const date = readText(element['initial_date']);
  const read = new Date(`${date}T00:00:00Z`);
  return !/^\d{4}-\d\d-\d\d$/.test(date) ||
    (!Number.isNaN(read.getTime()) && read.toISOString().startsWith(date))
    ? []
    : [{ tail: '/initial_date', message: 'must be a date that exists' }];
};

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

export const timeZoneExists = (element: Element): RuleFault[] => {
  const name = element['timezone'];
  return typeof name !== 'string' || isTimeZone(name)
    ? []
    : [{ tail: '/timezone', message: 'must be a valid timezone' }];
};

const sameOption = (one: unknown, other: unknown): boolean =>
  isRecord(one) &&
  isRecord(other) &&
  one['value'] === other['value'] &&
  JSON.stringify(one['text']) === JSON.stringify(other['text']);

const groupsOf = (element: Element): unknown[][] => [
  readList(element['options']),
  ...readList(element['option_groups']).map((group) => (isRecord(group) ? readList(group['options']) : [])),
];

const has = (options: unknown[], wanted: unknown): boolean => options.some((one) => sameOption(one, wanted));

/** Initial options must exactly match offered options, all in one group. */
export const initialAmongOptions = (element: Element): RuleFault[] => {
  const groups = groupsOf(element);
  const many = readList(element['initial_options']);
  const chosen = [...(element['initial_option'] === undefined ? [] : [element['initial_option']]), ...many];
  const message = 'initial option must match one of the options';
  if (!chosen.every((one) => groups.some((options) => has(options, one)))) return [{ tail: '', message }];
  // slackapi/python-slack-sdk#974.
  const isOfOneGroup = groups.some((options) => many.every((one) => has(options, one)));
  return isOfOneGroup ? [] : [{ tail: '/initial_options', message: 'must be of one option group' }];
};

/** The reference requires unique option values. */
export const optionsDiffer = (element: Element): RuleFault[] => {
  const values = groupsOf(element)
    .flat()
    .map((one) => (isRecord(one) ? readText(one['value']) : ''));
  return new Set(values).size < values.length
    ? [{ tail: '', message: 'options must have unique values' }]
    : [];
};

/** No more initial choices than `max_selected_items`. */
export const initialWithinMost = (element: Element): RuleFault[] => {
  const most = element['max_selected_items'];
  return Object.entries(element).flatMap(([name, value]) =>
    typeof most === 'number' && name.startsWith('initial_') && Array.isArray(value) && value.length > most
      ? [{ tail: `/${name}`, message: `no more than ${most} items allowed` }]
      : [],
  );
};

export const initialUsersNamed = (element: Element): RuleFault[] =>
  Array.isArray(element['initial_users']) && element['initial_users'].length === 0
    ? [{ tail: '/initial_users', message: 'no less than 1 items allowed' }]
    : [];
