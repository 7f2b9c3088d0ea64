import { buildColumn, buildIndexes, buildTable, type Engine, type Shapes, toSnakeCase } from './table.ts';

/** The statements that drop what the one has and the other lacks. */
const listDrops = (from: Shapes, to: Shapes): string[] =>
  Object.entries(from)
    .reverse()
    .flatMap(([name, { columns }]) => {
      const left = to[name];
      const table = toSnakeCase(name);
      if (left === undefined) return [`drop table ${table}`];
      const gone = Object.keys(columns).filter((column) => !(column in left.columns));
      return gone.map((column) => `alter table ${table} drop column ${toSnakeCase(column)}`);
    });

/**
 * The statements that make the tables of one release those of the next: those that come before its data migrations, which say what becomes
 * of the data, and those that come after. `earlier`: the release before the two. An instance of the release before may still run on
 * PostgreSQL, while the new one does: what only it uses goes one release later.
 */
export const buildUpgrade = (
  engine: Engine,
  { earlier, before, after }: Record<'earlier' | 'before' | 'after', Shapes>,
): { first: string[]; last: string[] } => {
  const isShared = engine === 'postgres';
  const first = isShared ? listDrops(earlier, before) : [];
  const last: string[] = [];
  for (const [name, shape] of Object.entries(after)) {
    const known = before[name];
    if (known === undefined) {
      first.push(...buildTable(engine, name, shape));
      continue;
    }
    const table = toSnakeCase(name);
    const [had, has] = [known, shape].map((one) => buildIndexes(engine, name, one));
    for (const [index, statement] of had ?? [])
      if (has?.get(index) !== statement) first.push(`drop index ${index}`);
    for (const [column, of] of Object.entries(shape.columns))
      if (!(column in known.columns))
        first.push(`alter table ${table} add column ${buildColumn(engine, column, of)}`);
    for (const [column, { isNullable, fallback }] of Object.entries(known.columns))
      if (isShared && !(column in shape.columns) && !isNullable && fallback === undefined)
        first.push(`alter table ${table} alter column ${toSnakeCase(column)} drop not null`);
    for (const [index, statement] of has ?? []) if (had?.get(index) !== statement) last.push(statement);
  }
  return { first, last: isShared ? last : [...listDrops(before, after), ...last] };
};
