import { z } from 'zod';

/** One element's value in `view.state.values`; the element's type decides which property is set. */
const elementSchema = z.object({
  value: z.string().nullish(),
  selected_conversation: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
  selected_time: z.string().nullish(),
  selected_users: z.array(z.string()).nullish(),
});

const stateSchema = z.record(z.string(), z.record(z.string(), elementSchema));

/** What stands in a window of settings. */
interface SettingsState {
  /** Trimmed; null: nothing. */
  text(block: string): string | null;
  conversation(block: string): string | null;
  time(block: string): string | null;
  chosen(block: string): string | null;
  ticked(block: string): string[];
  people(block: string): string[];
}

/** Reads it as Slack sends it: block and element have the same id. */
export const readState = (values: unknown): SettingsState => {
  const state = stateSchema.parse(values);
  const at = (block: string) => state[block]?.[block];
  return {
    text: (block) => at(block)?.value?.trim() || null,
    conversation: (block) => at(block)?.selected_conversation ?? null,
    time: (block) => at(block)?.selected_time ?? null,
    chosen: (block) => at(block)?.selected_option?.value ?? null,
    ticked: (block) => (at(block)?.selected_options ?? []).map(({ value }) => value),
    people: (block) => at(block)?.selected_users ?? [],
  };
};
