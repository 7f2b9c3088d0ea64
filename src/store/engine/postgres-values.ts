import pg from 'pg';

/** SQLite gives integers as numbers; so does PostgreSQL by this. */
const readInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('The database holds an integer beyond 2^53.');
  return value;
};

/** Parsers for connections of ours alone, so that nobody else's in this process change. */
export const POSTGRES_VALUES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === pg.types.builtins.INT8
      ? readInteger
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};
