import type { InputBlock, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { limits } from '../blocks/limits.ts';
import { formatMinute } from '../blocks/money-and-time.ts';
import { isEmail } from '../blocks/sensitive-text.ts';
import { cut, plain } from '../blocks/text.ts';
import { Refused } from './refused.ts';

/** What one input holds, as Slack sends it: the element's type decides which property is filled. */
type Held = Readonly<Record<string, unknown>>;

const valuesSchema = z.record(z.string(), z.record(z.string(), z.looseObject({})));

/** Reads this property of what an input holds; null: it is blank. */
const property = <Value>(name: string, schema: z.ZodType<Value>) => {
  const maybe = schema.nullish();
  return (held: Held): Value | null => maybe.parse(held[name]) ?? null;
};

const optionSchema = z.object({ value: z.string() });

const heldValue = property('value', z.string());
const heldOption = property('selected_option', optionSchema);
const heldOptions = property('selected_options', z.array(optionSchema));
const heldMoment = property('selected_date_time', z.int());
const heldDay = property('selected_date', z.iso.date());
const heldTime = property('selected_time', z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const heldPerson = property('selected_user', z.string());
const heldPeople = property('selected_users', z.array(z.string()));
const heldFiles = property('files', z.array(z.unknown()).max(limits.fileInput.files));
const heldConversation = property('selected_conversation', z.string());

/** What stands in a field cannot be taken. Without a sentence of its own: the field's. */
export class Fault {
  readonly sentence: string | null;

  constructor(sentence: string | null = null) {
    this.sentence = sentence;
  }
}

type Without<Element, Key extends string> = Element extends unknown ? Omit<Element, Key> : never;

/** How a field asks, and how it reads the answer. */
export interface Kind<Value> {
  /** The element, without its id. Null: nothing is filled in. */
  ask(value: Value | null): Without<InputBlock['element'], 'action_id'>;
  /** Null: it was left blank. */
  read(held: Held): Value | Fault | null;
}

/** One input of a window. Its name is the id of block and element. */
export interface Field<Value> {
  label: string;
  kind: Kind<Value>;
  hint?: string | undefined;
  /** It may be left blank. */
  optional?: boolean;
  /** Slack says at once what was chosen, so that the window can be drawn anew. */
  dispatches?: true;
  /** What to change, in one sentence, where it is blank or cannot be read. Without it: Slack lets nobody leave it so. */
  fault?: string;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** What is needed to read one. */
type Read<Value> = Pick<Field<Value>, 'kind' | 'optional' | 'fault'>;

type Reads = Readonly<Record<string, Read<unknown>>>;

/** A required field has a value. */
type ValueOf<One> =
  One extends Read<infer Value> ? (One extends { optional: true } ? Value | null : Value) : never;

type ValuesOf<Some extends Reads> = { [Name in keyof Some]: ValueOf<Some[Name]> };

/** The only way to an input. */
export const buildInput = <Value>(
  name: string,
  { label, kind, hint, optional = false, dispatches }: Field<Value>,
  value: Value | null = null,
): InputBlock => ({
  type: 'input',
  block_id: name,
  ...(optional ? { optional } : {}),
  ...(dispatches ? { dispatch_action: true } : {}),
  label: plain(label, limits.input.label),
  ...(hint ? { hint: plain(hint, limits.input.hint) } : {}),
  element: { ...kind.ask(value), action_id: name } as InputBlock['element'],
});

/** All of a form's inputs, in the order of its fields. */
export const buildInputs = <Some extends Fields>(
  fields: Some,
  values: { readonly [Name in keyof Some]?: ValueOf<Some[Name]> | null } = {},
): InputBlock[] =>
  Object.entries(fields).map(([name, field]) => buildInput(name, field, values[name] ?? null));

/** A form's fields in `view.state.values`. Throws `Refused` with what is wrong with each. */
export const readForm = <Some extends Reads>(fields: Some, held: unknown): ValuesOf<Some> => {
  const all = readHeld(held);
  const errors: Record<string, string> = {};
  const values = Object.entries(fields).map(([name, { kind, optional = false, fault }]) => {
    const here = all[name];
    const value = here === undefined ? null : kind.read(here);
    if (value instanceof Fault || (value === null && !optional)) {
      const sentence = (value instanceof Fault ? value.sentence : null) ?? fault;
      // Slack sends neither a blank required input nor a choice that the window did not offer.
      if (sentence === undefined) throw new Error(`the field ${name} came without a value`);
      errors[name] = sentence;
    }
    return [name, value];
  });
  if (Object.keys(errors).length > 0) throw new Refused(errors);
  return Object.fromEntries(values) as ValuesOf<Some>;
};

/** Reads parts of one form. Throws `Refused` with what is wrong with the fields of any. */
export const readBoth = <One, Other>(one: () => One, other: () => Other): [One, Other] => {
  const errors: Record<string, string> = {};
  const read = <Part>(part: () => Part): { part: Part } | null => {
    try {
      return { part: part() };
    } catch (error) {
      if (!(error instanceof Refused) || error.errors === null) throw error;
      Object.assign(errors, error.errors);
      return null;
    }
  };
  const [first, second] = [read(one), read(other)];
  if (first === null || second === null) throw new Refused(errors);
  return [first.part, second.part];
};

/**
 * By field. One that was filled in anew has a number after its name: Slack keeps what was typed in a block until the block has
 * another id.
 */
const readHeld = (held: unknown): Record<string, Held> =>
  Object.fromEntries(
    Object.entries(valuesSchema.parse(held)).map(([block, elements]) => {
      const name = block.replace(/\.\d+$/, '');
      return [name, elements[name] ?? {}];
    }),
  );

/** What is typed and means something else: it is written as a text, and read from one. */
interface Meaning<Value> {
  parse: (text: string) => Value | Fault;
  format: (value: Value) => string;
}

const placeholderOf = (text: string | undefined) =>
  text === undefined ? {} : { placeholder: plain(text, limits.placeholder) };

/** Slack refuses an empty initial value, and one longer than the input takes. */
const initialText = (text: string | null, max: number = limits.plainTextInput.length) =>
  text ? { initial_value: cut(text, max) } : {};

/** Reads what was typed, without the blanks around it. */
const readTyped =
  <Value>(parse: (typed: string) => Value | Fault) =>
  (held: Held): Value | Fault | null => {
    const typed = heldValue(held)?.trim();
    return typed ? parse(typed) : null;
  };

interface TextLook {
  placeholder?: string;
  min?: number;
  max?: number;
  multiline?: true;
  /** The cursor stands in it when the window opens. */
  isFirst?: true;
}

/** A text, trimmed. */
export const text = (look: TextLook = {}): Kind<string> =>
  meaning({ ...look, parse: itself, format: itself });

const itself = (typed: string): string => typed;

/** A text that means something else. */
export const meaning = <Value>({
  parse,
  format,
  placeholder,
  min,
  max,
  multiline,
  isFirst,
}: TextLook & Meaning<Value>): Kind<Value> => ({
  ask: (value) => ({
    type: 'plain_text_input',
    ...placeholderOf(placeholder),
    ...(multiline ? { multiline } : {}),
    ...(min === undefined ? {} : { min_length: min }),
    ...(max === undefined ? {} : { max_length: max }),
    ...(isFirst ? { focus_on_load: true } : {}),
    ...initialText(value === null ? null : format(value), max),
  }),
  read: readTyped(parse),
});

/**
 * Slack refuses a whole window for an initial value that is not an e-mail address: what a person typed so comes back in a field of
 * another type.
 */
export const email = ({
  placeholder,
  parse = itself,
}: {
  placeholder?: string;
  parse?: (typed: string) => string | Fault;
} = {}): Kind<string> => ({
  ask: (value) => ({
    type: value === null || isEmail(value) ? 'email_text_input' : 'plain_text_input',
    ...placeholderOf(placeholder),
    ...initialText(value),
  }),
  read: readTyped(parse),
});

/** A whole number in this range. */
export const whole = ({ min, max }: { min: number; max: number }): Kind<number> => ({
  ask: (value) => ({
    type: 'number_input',
    is_decimal_allowed: false,
    min_value: String(min),
    max_value: String(max),
    ...(value === null ? {} : { initial_value: String(value) }),
  }),
  read: readTyped((typed) => {
    const value = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
    return value >= min && value <= max ? value : new Fault();
  }),
});

/** Unix seconds. */
export const moment: Kind<number> = {
  ask: (value) => ({
    type: 'datetimepicker',
    ...(value === null ? {} : { initial_date_time: value }),
  }),
  read: heldMoment,
};

/** `yyyy-MM-dd`, in the zone that the window names. */
export const day: Kind<string> = {
  ask: (value) => ({ type: 'datepicker', ...(value === null ? {} : { initial_date: value }) }),
  read: heldDay,
};

/** Minutes after midnight, in the zone that the window names. */
export const minute: Kind<number> = {
  ask: (value) => ({ type: 'timepicker', ...(value === null ? {} : { initial_time: formatMinute(value) }) }),
  read: (held) => {
    const time = heldTime(held);
    if (time === null) return null;
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return hours * 60 + minutes;
  },
};

interface Choices {
  options: PlainTextOption[];
  placeholder?: string;
}

const chosenIn = (held: Held): string | null => heldOption(held)?.value ?? null;

const optionOf = (options: readonly PlainTextOption[], value: string | null) => {
  const initial = options.find((option) => option.value === value);
  return initial ? { initial_option: initial } : {};
};

/** One of several, in a menu. */
export const menu = ({ options, placeholder }: Choices): Kind<string> => ({
  ask: (value) => ({
    type: 'static_select',
    ...placeholderOf(placeholder),
    options,
    ...optionOf(options, value),
  }),
  read: chosenIn,
});

/** The same, under headings. */
export const groupedMenu = (
  groups: readonly { label: string; options: PlainTextOption[] }[],
): Kind<string> => ({
  ask: (value) => ({
    type: 'static_select',
    option_groups: groups.map(({ label, options }) => ({
      label: plain(label, limits.select.groupLabel),
      options,
    })),
    ...optionOf(
      groups.flatMap(({ options }) => options),
      value,
    ),
  }),
  read: chosenIn,
});

/** One of several, all of them to be seen. */
export const radio = ({ options }: Choices): Kind<string> => ({
  ask: (value) => ({ type: 'radio_buttons', options, ...optionOf(options, value) }),
  read: chosenIn,
});

const chosenOf = (options: readonly PlainTextOption[], values: readonly string[] | null) => {
  const initial = options.filter(({ value }) => value !== undefined && values?.includes(value));
  return initial.length > 0 ? { initial_options: initial } : {};
};

const allChosenIn = (held: Held): string[] => (heldOptions(held) ?? []).map(({ value }) => value);

/** Any of several, in a menu. */
export const menuOfMany = ({ options, placeholder }: Choices): Kind<string[]> => ({
  ask: (values) => ({
    type: 'multi_static_select',
    ...placeholderOf(placeholder),
    options,
    ...chosenOf(options, values),
  }),
  read: allChosenIn,
});

/** Any of several, all of them to be seen. */
export const ticks = ({ options }: Choices): Kind<string[]> => ({
  ask: (values) => ({ type: 'checkboxes', options, ...chosenOf(options, values) }),
  read: allChosenIn,
});

/** Yes or no. A required one must be ticked. */
export const tick = (option: PlainTextOption): Kind<true> => ({
  ask: (value) => ({
    type: 'checkboxes',
    options: [option],
    ...(value === null ? {} : { initial_options: [option] }),
  }),
  read: (held) => (allChosenIn(held).length > 0 ? true : null),
});

/** Ids of people. `isBare`: shows nobody, since Slack refuses a whole window for somebody who has left. */
export const people = ({
  placeholder,
  most,
  isBare = false,
}: {
  placeholder: string;
  most?: number;
  isBare?: boolean;
}): Kind<readonly string[]> => ({
  ask: (value) => ({
    type: 'multi_users_select',
    ...placeholderOf(placeholder),
    ...(most === undefined ? {} : { max_selected_items: most }),
    ...(isBare || value === null || value.length === 0 ? {} : { initial_users: [...value] }),
  }),
  read: (held) => heldPeople(held) ?? [],
});

/** The id of a person. */
export const person = ({ isFirst }: Pick<TextLook, 'isFirst'> = {}): Kind<string> => ({
  ask: (value) => ({
    type: 'users_select',
    ...(isFirst ? { focus_on_load: true } : {}),
    ...(value === null ? {} : { initial_user: value }),
  }),
  read: heldPerson,
});

/**
 * The id of a channel. A bot cannot post between two people, so the menu offers no direct messages. `isShared`: offers channels
 * that are shared with other companies, too. `isBare`: shows none, since Slack may refuse a window for a channel that its reader
 * is not in.
 */
export const channel = ({
  placeholder,
  isShared = true,
  isBare = false,
}: {
  placeholder?: string;
  isShared?: boolean;
  isBare?: boolean;
} = {}): Kind<string> => ({
  ask: (value) => ({
    type: 'conversations_select',
    filter: {
      include: ['public', 'private'],
      ...(isShared ? { exclude_bot_users: true } : { exclude_external_shared_channels: true }),
    },
    ...placeholderOf(placeholder),
    ...(isBare || value === null ? {} : { initial_conversation: value }),
  }),
  read: heldConversation,
});

/** The id of a conversation where a report is shown; null: the one where the person is. */
export const conversation: Kind<string> = {
  ask: (value) => ({
    type: 'conversations_select',
    response_url_enabled: true,
    ...(value === null ? { default_to_current_conversation: true } : { initial_conversation: value }),
  }),
  read: heldConversation,
};

/** One uploaded file, as Slack describes it. */
export const file = <Uploaded>(types: readonly string[], schema: z.ZodType<Uploaded>): Kind<Uploaded> => ({
  ask: () => ({ type: 'file_input', filetypes: [...types], max_files: 1 }),
  read: (held) => heldFiles(held)?.map((one) => schema.parse(one))[0] ?? null,
});

/** A menu whose choices come while a person types; what is chosen fills the window in. */
export const search = ({ placeholder, from }: { placeholder: string; from: number }): Kind<never> => ({
  ask: () => ({ type: 'external_select', min_query_length: from, ...placeholderOf(placeholder) }),
  read: () => null,
});
