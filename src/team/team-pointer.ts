import { z } from 'zod';

const pointerSchema = z.object({
  by: z.enum(['person', 'channel']),
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
});

/** What a button carries: the days, and which table comes. */
export type TeamPointer = z.infer<typeof pointerSchema>;

export const writeTeamPointer = ({ by, from, to }: TeamPointer): string => JSON.stringify({ by, from, to });

/** Null: another version wrote it. */
export const parseTeamPointer = (value: string | null): TeamPointer | null => {
  try {
    return pointerSchema.safeParse(JSON.parse(value ?? '')).data ?? null;
  } catch {
    return null;
  }
};
