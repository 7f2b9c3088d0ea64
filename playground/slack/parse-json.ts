export { isRecord, type JsonRecord, readList, readRecord, readText } from '../page/read-json.ts';

/** The text as JSON, or undefined when it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
