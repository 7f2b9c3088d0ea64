/** The interface's default size, and the least that a service which ignores `size` would give. */
const SMALLEST_FULL_PAGE = 10;

/** A count that equals the rows of the first page may count that page alone; only the next page can tell. */
export const mayBePageLength = (total: number, rows: number): boolean =>
  total === rows && rows >= SMALLEST_FULL_PAGE;
