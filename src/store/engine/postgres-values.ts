import pg from 'pg';

/** SQLite returns integers as numbers; this makes PostgreSQL do the same. */
const readInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('The database holds an integer beyond 2^53.');
  return value;
};

/** Parsers for our own connections only, so that other uses of `pg` in this process stay unchanged. */
export const POSTGRES_VALUES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === pg.types.builtins.INT8
      ? readInteger
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};
