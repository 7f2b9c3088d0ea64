import type { Calls } from './count-calls.ts';

/** One row per method, operation and (on request) kind of statement, with its count in each column. */
export const tabulate = (
  columns: readonly Calls[],
  { hasStatements = false } = {},
): (readonly [name: string, ...counts: number[]])[] => {
  const row = (name: string, of: (calls: Calls) => number) => [name, ...columns.map(of)] as const;
  const rows = (prefix: string, of: (calls: Calls) => Record<string, number>) =>
    [...new Set(columns.flatMap((calls) => Object.keys(of(calls))))]
      .sort()
      .map((name) => row(`${prefix}\`${name}\``, (calls) => of(calls)[name] ?? 0));
  return [
    ...rows('Slack: ', ({ slack }) => slack),
    ...rows('the service: ', ({ service }) => service),
    row('the database: statements', ({ statements }) =>
      Object.values(statements).reduce((sum, one) => sum + one, 0),
    ),
    ...(hasStatements ? rows('– ', ({ statements }) => statements) : []),
    row('the database: commits', ({ commits }) => commits),
  ];
};
