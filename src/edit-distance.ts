/** How many letters to insert, delete or replace to turn `one` into `other` (Levenshtein). */
export const editDistance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [column, above] of row.slice(1).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other[column] ? 0 : 1);
      next.push(Math.min(above + 1, (next[column] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};
