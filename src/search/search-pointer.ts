const POINTER = /^(srch_[\w-]{1,40})\.(\d{1,4})$/;

/** What a button of a page carries: the saved search and the page, counted from 0. Never data. */
export const writeSearchPointer = (searchId: string, page: number): string => `${searchId}.${page}`;

/** Null if the text is not from a button of a search. */
export const parseSearchPointer = (value: string | null): { searchId: string; page: number } | null => {
  const [, searchId, page] = POINTER.exec(value ?? '') ?? [];
  return searchId === undefined ? null : { searchId, page: Number(page) };
};
