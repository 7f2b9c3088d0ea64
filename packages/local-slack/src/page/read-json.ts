export type JsonRecord = Record<string, unknown>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const readRecord = (value: unknown): JsonRecord => (isRecord(value) ? value : {});
export const readText = (value: unknown): string => (typeof value === 'string' ? value : '');
export const readList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const readRecords = (value: unknown): JsonRecord[] => readList(value).filter(isRecord);
export const readNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Parses JSON; undefined if it is invalid. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
