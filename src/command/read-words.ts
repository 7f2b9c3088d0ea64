import type { LinkFields } from '../links/words/pieces.ts';

/** A message longer than this is no line that orders one thing; the rest is not read, and the form says so. */
const LONGEST_READ = 1_000;

/** Loaded when words first need reading, because that takes the phone number rules of every country. */
export const readWords = async (text: string): Promise<{ words: LinkFields; pleaseCheck?: string }> => {
  if (text.trim() === '') return { words: {} };
  const { readLinkWords } = await import('../links/words/read-link-words.ts');
  const { explainWords } = await import('../links/words/please-check-view.ts');
  const read = readLinkWords(text.slice(0, LONGEST_READ));
  if (text.length > LONGEST_READ) read.doubts.push({ about: 'not-read', from: LONGEST_READ });
  const pleaseCheck = explainWords(read);
  return { words: read.fields, ...(pleaseCheck === null ? {} : { pleaseCheck }) };
};
