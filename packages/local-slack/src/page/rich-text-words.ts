import { readRecord, readRecords, readText } from './read-json.ts';

/** Plain text, for sorting and copying. */
export const richTextWords = (value: unknown): string =>
  readRecords(readRecord(value)['elements'])
    .map((part) => readText(part['text']) || richTextWords(part))
    .join('');
