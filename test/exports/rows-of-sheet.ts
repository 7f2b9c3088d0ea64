import type { Sheet } from '../../src/tables/table.ts';

/** The rows of a sheet by their headings, amounts as they are written; none if there is no such sheet. Each can be read once. */
export const rowsOf = async (sheets: readonly Sheet[], name: string): Promise<Record<string, unknown>[]> => {
  const rows: Record<string, unknown>[] = [];
  const sheet = sheets.find((one) => one.name === name);
  if (sheet === undefined) return rows;
  const { columns, batches } = sheet;
  for await (const batch of batches)
    for (const row of batch) {
      const cells = row.map((cell, at) => [
        columns[at]?.title,
        cell !== null && typeof cell === 'object' && 'decimal' in cell ? cell.decimal : cell,
      ]);
      rows.push(Object.fromEntries(cells));
    }
  return rows;
};
