import type { Generated } from 'kysely';
import type { z } from 'zod';

export type Engine = 'sqlite' | 'postgres';

/**
 * A table is described once: from its definition come the statements that make it, the types of its rows, how values
 * are stored, and what happens to its data. Code names columns in camel case, the database in snake case.
 */

/**
 * What a column says of people. `nobody`: nothing. `staff`: who works for the merchant, by an id or a name in Slack.
 * `channel`: the id of a channel, which changes when Slack gives the channel another one; `channels`: JSON that names some.
 * `account`: the merchant's account id at the payment service. `secret`: sealed, hashed, or a key of this database. A column about a
 * customer is `customer(…)`, which says what is left of it when the customer's data is erased.
 */
export type Holds = 'nobody' | 'staff' | 'channel' | 'channels' | 'account' | 'secret' | Customer;

interface Customer {
  erase: Erase;
}

/**
 * What is left of a stored value at an instant, in milliseconds since the epoch. `with-row`: the whole row is deleted.
 */
type Erase = 'with-row' | ((stored: string, at: number) => string | null);

/** Erased by retention, or because an admin asked to forget the customer. */
export const customer = (erase: Erase): Customer => ({ erase });

export const toNothing = (): null => null;

interface ColumnOptions<Stored, Value> {
  type: 'text' | 'integer' | 'bigint' | 'bytea' | 'sequence';
  holds: Holds;
  isNullable: boolean;
  /** The value of a row that is written without one. */
  fallback?: Stored;
  /** The column of another table, in snake case, whose value it has. */
  target?: string;
  /** What its JSON looks like. */
  json?: z.ZodType;
  read: (stored: Stored) => Value;
  write: (value: Value) => Stored;
}

/** `Stored` is what the database holds, `Value` what code works with. */
export class Column<Stored, Value, HasDefault extends boolean = false> {
  declare readonly hasDefault: HasDefault;
  readonly options: ColumnOptions<Stored, Value>;

  constructor(options: ColumnOptions<Stored, Value>) {
    this.options = options;
  }

  nullable(): Column<Stored | null, Value | null, HasDefault> {
    const { read, write } = this.options;
    return new Column<Stored | null, Value | null, HasDefault>({
      ...this.options,
      isNullable: true,
      read: (stored) => (stored === null ? null : read(stored)),
      write: (value) => (value === null ? null : write(value)),
    });
  }

  byDefault(value: Value): Column<Stored, Value, true> {
    return new Column<Stored, Value, true>({ ...this.options, fallback: this.options.write(value) });
  }

  refersTo(target: string): Column<Stored, Value, HasDefault> {
    return new Column<Stored, Value, HasDefault>({ ...this.options, target });
  }
}

const asItIs = <Stored>(type: ColumnOptions<Stored, Stored>['type'], holds: Holds) =>
  new Column<Stored, Stored>({
    type,
    holds,
    isNullable: false,
    read: (stored) => stored,
    write: (value) => value,
  });

export const text = (holds: Holds) => asItIs<string>('text', holds);
/** One of a few words of ours. */
export const word = <Word extends string>() => asItIs<Word>('text', 'nobody');
export const count = () => asItIs<number>('integer', 'nobody');
/** An amount in integer fils. */
export const fils = () => asItIs<number>('bigint', 'nobody');
/** In milliseconds since the epoch. */
export const instant = () => asItIs<number>('bigint', 'nobody');
export const bytes = (holds: Holds) =>
  new Column<Uint8Array, Uint8Array>({
    type: 'bytea',
    holds,
    isNullable: false,
    // The embedded driver returns an `ArrayBuffer`.
    read: (stored) => new Uint8Array(stored),
    write: (value) => value,
  });

/** Given by the database: higher for each row that is added. The table's key. */
export const sequence = () =>
  new Column<number, number, true>({ ...asItIs<number>('sequence', 'nobody').options, isNullable: true });

export const flag = () =>
  new Column<number, boolean>({
    type: 'integer',
    holds: 'nobody',
    isNullable: false,
    read: (stored) => stored === 1,
    write: (value) => (value ? 1 : 0),
  });

/** JSON as text. Its keys are never renamed. Reading throws if it has not the shape that this version writes. */
export const json = <Shape extends z.ZodType>(shape: Shape, holds: Holds) =>
  new Column<string, z.output<Shape>>({
    type: 'text',
    holds,
    isNullable: false,
    json: shape,
    read: (stored) => shape.parse(JSON.parse(stored)),
    write: (value) => JSON.stringify(value),
  });

// biome-ignore lint/suspicious/noExplicitAny: the columns of any table.
type Columns = Record<string, Column<any, any, boolean>>;

type StoredOf<C> =
  C extends Column<infer Stored, infer _, infer HasDefault>
    ? HasDefault extends true
      ? Generated<Stored>
      : Stored
    : never;
type ValueOf<C> = C extends Column<infer _, infer Value, infer __> ? Value : never;

/** The columns of a table as Kysely sees them. */
export type StoredColumns<Of extends { columns: Columns }> = {
  [Name in keyof Of['columns']]: StoredOf<Of['columns'][Name]>;
};
/** A whole row, as code works with it. */
export type Row<Of extends { columns: Columns }> = {
  [Name in keyof Of['columns']]: ValueOf<Of['columns'][Name]>;
};

export interface Index<Name extends string = string> {
  on: readonly Name[];
  /** In SQL: only these rows. */
  where?: string;
  isUnique?: boolean;
  /** PostgreSQL's other indexes take no more than 2,704 bytes: this one is made of a hash, of its last column. */
  isHash?: boolean;
}

/** Whose the rows of a table are, and what becomes of them. Whoever adds a table answers each question. */
export interface Fate {
  /**
   * Whose they are: a workspace's (`teamId`), a link's (`linkId`), a batch's (`batchId`), or of the database as a whole.
   * `installation`: who a workspace is to Slack.
   */
  of: 'workspace' | 'link' | 'batch' | 'database' | 'installation';
  /**
   * What age does. `erased`: what they say of customers. `with-parent`: what is done to the row that they belong to. Else deleted so many
   * days after the time in the column `since`, in the order of the text in the column `along`.
   */
  whenOld: 'kept' | 'erased' | 'with-parent' | { afterDays: number; since: string; along: string };
  /** What happens when an admin asks to forget a customer whom they may name. */
  whenForgotten: 'nothing' | 'erased' | 'deleted' | 'with-parent';
  /** What happens when the workspace has been gone for the time of grace. */
  whenRemoved: 'kept' | 'deleted';
}

/** What is known of any table. */
export interface Description {
  name: string;
  columns: Columns;
  key: readonly string[];
  indexes: Record<string, Index>;
  fate: Fate;
}

export interface Table<Name extends string, Of extends Columns, Ends extends Fate> extends Description {
  name: Name;
  columns: Of;
  fate: Ends;
  /** All columns, for a `select`: a `*` would make PostgreSQL plan the statement each time. */
  all: readonly (keyof Of & string)[];
  /** The columns about customers that can be erased. */
  aboutCustomers: readonly (keyof Of & string)[];
  /**
   * What to write so that a stored row, or a part of one, says no more of its customer: null: nothing is left to erase.
   */
  erase<Part extends object>(stored: Part, at: number): Partial<Part> | null;
  /** From columns as they are stored; of a part of a row, that part. */
  read<Part extends Partial<Record<keyof Of, unknown>>>(stored: Part): ReadPart<Of, Part>;
  /** The reverse: for `values` and `set`. */
  write<Part extends Partial<{ [Name in keyof Of]: ValueOf<Of[Name]> }>>(values: Part): WrittenPart<Of, Part>;
}

type ReadPart<Of extends Columns, Part> = {
  [Name in keyof Part & keyof Of]: ValueOf<Of[Name]>;
};
type WrittenPart<Of extends Columns, Part> = {
  [Name in keyof Part & keyof Of]: Of[Name] extends Column<infer Stored, infer _, infer __> ? Stored : never;
};

export const defineTable = <Name extends string, Of extends Columns, const Ends extends Fate>(
  name: Name,
  columns: Of,
  options: {
    key: readonly (keyof Of & string)[];
    indexes?: Record<string, Index<keyof Of & string>>;
    fate: Ends & { whenOld: string | { since: keyof Of; along: keyof Of } };
  },
): Table<Name, Of, Ends> => {
  const convert = (row: object, how: 'read' | 'write') =>
    Object.fromEntries(
      Object.entries(row).flatMap(([column, value]) => {
        const known = columns[column];
        return known === undefined || value === undefined ? [] : [[column, known.options[how](value)]];
      }),
    );
  const erasers = Object.entries(columns).flatMap(
    ([
      column,
      {
        options: { holds },
      },
    ]) => (typeof holds === 'object' && holds.erase !== 'with-row' ? [[column, holds.erase] as const] : []),
  );
  return {
    name,
    columns,
    aboutCustomers: erasers.map(([column]) => column),
    erase: (stored, at) => {
      const row = new Map<string, unknown>(Object.entries(stored));
      const changes = erasers.flatMap(([column, erase]) => {
        const value = row.get(column);
        const left = typeof value === 'string' ? erase(value, at) : value;
        return left === value ? [] : [[column, left] as const];
      });
      return changes.length === 0 ? null : (Object.fromEntries(changes) as never);
    },
    key: options.key,
    indexes: options.indexes ?? {},
    fate: options.fate,
    all: Object.keys(columns),
    read: (stored) => convert(stored, 'read') as never,
    write: (values) => convert(values, 'write') as never,
  };
};

export const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A column as the database has it. `json`: what is in its text, as a JSON schema. */
export interface ColumnShape {
  type: string;
  isNullable?: boolean;
  fallback?: string | number;
  target?: string;
  json?: object;
}

/** A table as the database has it: what a snapshot keeps of its definition. */
export interface Shape {
  columns: Record<string, ColumnShape>;
  key: readonly string[];
  indexes: Record<string, Index>;
}

/** By the tables' names, each after those that it refers to. */
export type Shapes = Record<string, Shape>;

/** `describeJson`: only who compares needs it. */
export const describeTables = (
  tables: Record<string, Description>,
  describeJson: (json: z.ZodType) => object | undefined = () => undefined,
): Shapes =>
  mapValues(tables, ({ columns, key, indexes }) => ({
    columns: mapValues(columns, ({ options: { type, isNullable, fallback, target, json: shape } }) => {
      const described = shape && describeJson(shape);
      return {
        type,
        ...(isNullable && { isNullable }),
        ...(fallback !== undefined && { fallback }),
        ...(target !== undefined && { target }),
        ...(described && { json: described }),
      };
    }),
    ...{ key, indexes },
  }));

const mapValues = <From, To>(of: Record<string, From>, build: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, build(value)]));

/** SQLite counts in the key of type integer. */
const SEQUENCE = { sqlite: 'integer', postgres: 'bigint generated by default as identity' };

const listColumns = (names: readonly string[]): string => names.map(toSnakeCase).join(', ');

/** In a statement that makes a table or adds to one. SQLite accepts the types of PostgreSQL. */
export const buildColumn = (
  engine: Engine,
  name: string,
  { type, isNullable, fallback, target }: ColumnShape,
): string => {
  const parts = [toSnakeCase(name), type === 'sequence' ? SEQUENCE[engine] : type];
  if (!isNullable) parts.push('not null');
  if (fallback !== undefined) parts.push(`default ${quote(fallback)}`);
  if (target !== undefined) parts.push(`references ${target.replace(/\.(.*)/, ' ($1)')}`);
  return parts.join(' ');
};

/** The statements that make the indexes of a table, by the indexes' names. */
export const buildIndexes = (engine: Engine, table: string, { indexes }: Shape): Map<string, string> =>
  new Map(
    Object.entries(indexes).map(([suffix, { on, where, isUnique, isHash }]) => {
      const name = `${toSnakeCase(table)}_${suffix}`;
      const of =
        isHash && engine === 'postgres'
          ? `using hash (${listColumns(on.slice(-1))})`
          : `(${listColumns(on)})`;
      const only = where === undefined ? '' : ` where ${where}`;
      return [name, `create ${isUnique ? 'unique ' : ''}index ${name} on ${toSnakeCase(table)} ${of}${only}`];
    }),
  );

/** The statements that make a table and its indexes. */
export const buildTable = (engine: Engine, name: string, shape: Shape): string[] => {
  const columns = Object.entries(shape.columns).map(([column, of]) => buildColumn(engine, column, of));
  return [
    `create table ${toSnakeCase(name)} (${[...columns, `primary key (${listColumns(shape.key)})`].join(', ')})`,
    ...buildIndexes(engine, name, shape).values(),
  ];
};

const quote = (value: unknown): string => (typeof value === 'number' ? String(value) : `'${value}'`);
