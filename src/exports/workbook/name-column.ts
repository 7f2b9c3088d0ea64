/** `A`, `B`, … `AA`, as spreadsheets name columns; `index` begins at 0. */
export const nameColumn = (index: number): string => {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : nameColumn(Math.floor(index / 26) - 1) + last;
};
