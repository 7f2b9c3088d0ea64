import type { z } from 'zod';

/** What a button or a chosen option carries, by one schema: where to go on, never data. */
export interface Pointer<T> {
  write(value: T): string;
  /** Null: the text is none of these. */
  read(text: string | null): T | null;
}

export const pointer = <T>(schema: z.ZodType<T>): Pointer<T> => ({
  // What else the value has stays here.
  write: (value) => JSON.stringify(schema.parse(value)),
  read: (text) => {
    try {
      return schema.safeParse(JSON.parse(text ?? '')).data ?? null;
    } catch {
      return null;
    }
  },
});
