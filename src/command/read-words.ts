import type { LinkFields } from '../links/words/read-link-words.ts';

/** Loaded when words first need reading, because that takes the phone number rules of every country. */
export const readWords = async (text: string): Promise<{ words: LinkFields; pleaseCheck?: string }> => {
  if (text.trim() === '') return { words: {} };
  const { readLinkWords } = await import('../links/words/read-link-words.ts');
  const { explainWords } = await import('../links/words/please-check-view.ts');
  const read = readLinkWords(text);
  const pleaseCheck = explainWords(read);
  return { words: read.fields, ...(pleaseCheck === null ? {} : { pleaseCheck }) };
};
