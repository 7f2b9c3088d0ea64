import { createHash } from 'node:crypto';
import type { KnownBlock, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import { buildInput, type Field, type Fields, readForm, tick } from '../slack/fields.ts';

export interface Shown {
  timeZone: string;
  /** It shows neither people nor channel, because Slack refused the window with them: blank, they stay as they are. */
  isBare: boolean;
  /** This Paylink serves many workspaces, to which Slack gives no step for workflows. */
  isForMany: boolean;
}

export interface Change<Value> {
  before: Value;
  by: string;
  at: number;
  isBare: boolean;
  /** `view.state.values`. */
  held: object;
}

/** Each is a window of its own, in this order. */
export const SECTIONS = {
  links: 'Links',
  posts: 'Posts',
  approval: 'Approval',
  people: 'People',
  form: 'The form',
} as const;

export type Section = keyof typeof SECTIONS;

/**
 * A setting is a field with a name and a value for who has not chosen. Its row gives the window, the stored value and its check,
 * what is told of a change, the audit entry and the table in docs/reference.md.
 */
export interface Setting<Value, Asked> {
  /** Where a change is told. */
  name: string;
  /** The window that it is in. */
  under: Section;
  usual: Value;
  /** Of the stored value. */
  schema: z.ZodType<Value>;
  /** The value in the audit trail and in docs/reference.md. */
  plainly(value: Value): string;
  /** In a message, if it is not the same. Mrkdwn. */
  inMessage?(value: Value): string;
  /** Null: the window has no such field now. */
  field(value: Value, shown: Shown): Field<Asked> | null;
  fill(value: Value, shown: Shown): Asked | null;
  /** What is kept of what was chosen. */
  take(asked: Asked | null, change: Change<Value>): Value;
  below?(value: Value, shown: Shown): KnownBlock[];
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any values; each keeps its own types
export type SettingRows = Readonly<Record<string, Setting<any, any>>>;

export type Chosen<Rows extends SettingRows> = {
  [Name in keyof Rows]: Rows[Name] extends Setting<infer Value, infer _Asked> ? Value : never;
};

type Row<Value, Asked> = Omit<Setting<Value, Asked>, 'field' | 'fill' | 'take'> & {
  field: Field<Asked> | ((value: Value, shown: Shown) => Field<Asked>);
};

const fieldOf = <Value, Asked>({ field }: Pick<Row<Value, Asked>, 'field'>) =>
  typeof field === 'function' ? field : () => field;

export const always = <Value>(row: Row<Value, Value>): Setting<Value, Value> => ({
  ...row,
  field: fieldOf(row),
  fill: (value) => value,
  // The field is required.
  take: (asked, { before }) => asked ?? before,
});

export const orNone = <Value>(
  row: Row<Value | null, Value> & { schema: z.ZodType<Value | null> },
): Setting<Value | null, Value> => {
  const field = fieldOf<Value | null, Value>(row);
  return {
    ...row,
    field: (value, shown) => ({ ...field(value, shown), optional: true }),
    fill: (value) => value,
    take: (asked) => asked,
  };
};

const booleanSchema = z.boolean();

export const onOrOff = ({
  option,
  label,
  ...row
}: Pick<Setting<boolean, true>, 'name' | 'under' | 'usual'> & {
  label: string;
  option: PlainTextOption;
}): Setting<boolean, true> => ({
  ...row,
  schema: booleanSchema,
  plainly: (value) => (value ? 'yes' : 'no'),
  field: () => ({ label, optional: true, kind: tick(option) }),
  fill: (value) => (value ? true : null),
  take: (asked) => asked === true,
});

export const usualOf = <Rows extends SettingRows>(rows: Rows): Chosen<Rows> =>
  Object.fromEntries(Object.entries(rows).map(([name, { usual }]) => [name, usual])) as Chosen<Rows>;

type Shape<Rows extends SettingRows> = {
  [Name in keyof Rows]: z.ZodExactOptional<z.ZodType<Chosen<Rows>[Name]>>;
};

/** Of what is stored: only what was chosen. */
export const chosenOf = <Rows extends SettingRows>(rows: Rows): Shape<Rows> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, { schema }]) => [name, schema.exactOptional()]),
  ) as Shape<Rows>;

/** The rows of one window. */
export const rowsUnder = (section: Section, rows: SettingRows): SettingRows =>
  Object.fromEntries(Object.entries(rows).filter(([, { under }]) => under === section));

/** The inputs of a window. */
export const buildSettingInputs = <Rows extends SettingRows>(
  rows: Rows,
  values: Chosen<Rows>,
  shown: Shown,
): KnownBlock[] =>
  Object.entries(rows).flatMap(([name, row]) => {
    const value = values[name];
    const field = row.field(value, shown);
    if (field === null) return [];
    return [buildInput(name, field, row.fill(value, shown)), ...(row.below?.(value, shown) ?? [])];
  });

/** The values that a window was sent with. Throws `Refused`. */
export const readSettings = <Rows extends SettingRows>(
  rows: Rows,
  before: Chosen<Rows>,
  { shown, ...change }: Omit<Change<unknown>, 'before' | 'isBare'> & { shown: Shown },
): Chosen<Rows> => {
  const fields: Fields = Object.fromEntries(
    Object.entries(rows).flatMap(([name, row]) => {
      const field: Field<unknown> | null = row.field(before[name], shown);
      return field === null ? [] : [[name, field]];
    }),
  );
  const asked: Record<string, unknown> = readForm(fields, change.held);
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      name in fields
        ? row.take(asked[name] ?? null, { ...change, isBare: shown.isBare, before: before[name] })
        : before[name],
    ]),
  ) as Chosen<Rows>;
};

/** What a window shows, as short as its metadata can carry it: sending it does not undo another admin's change. */
export const markShown = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16);

/** Eight presets may be longer than a message. */
const MOST_OF_A_VALUE = 400;

const listChanged = <Rows extends SettingRows>(rows: Rows, before: Chosen<Rows>, after: Chosen<Rows>) =>
  Object.entries(rows).flatMap(([name, row]) => {
    const [from, to] = [before[name], after[name]];
    const plainly = [row.plainly(from), row.plainly(to)] as const;
    return plainly[0] === plainly[1] ? [] : [{ name, row, from, to, plainly }];
  });

/** A line for each change: `• Links are valid for: 30 days → *14 days*`. Mrkdwn. */
export const describeChanges = <Rows extends SettingRows>(
  rows: Rows,
  before: Chosen<Rows>,
  after: Chosen<Rows>,
): string[] =>
  listChanged(rows, before, after).map(({ row, from, to }) => {
    const say = (value: unknown): string =>
      row.inMessage?.(value) ?? escapeMrkdwn(cut(row.plainly(value), MOST_OF_A_VALUE));
    return `• ${row.name}: ${say(from)} → *${say(to)}*`;
  });

/** The audit detail of a change: `30 → 14` by each setting's id. */
export const listChanges = <Rows extends SettingRows>(
  rows: Rows,
  before: Chosen<Rows>,
  after: Chosen<Rows>,
): Record<string, string> =>
  Object.fromEntries(
    listChanged(rows, before, after).map(({ name, plainly }) => [name, plainly.join(' → ')]),
  );
