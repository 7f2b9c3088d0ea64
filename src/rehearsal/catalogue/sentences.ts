import type { Builder, Entry } from './entry.ts';

/** What is told to one person alone, without blocks. */
export const sentences = (given: [name: string, by: Builder, text: string][]): Entry[] =>
  given.map(([name, by, text]) => ({ name, by: [by], kind: 'sentence', text }));
