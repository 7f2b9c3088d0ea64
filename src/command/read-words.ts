import type { QuickWords } from '../links/form/quick-words.ts';

/** Loaded when words first need reading, because that takes the phone number rules of every country. */
export const readWords = async (text: string): Promise<QuickWords> => {
  if (text.trim() === '') return {};
  const { parseQuickWords } = await import('../links/form/quick-words.ts');
  return parseQuickWords(text);
};
