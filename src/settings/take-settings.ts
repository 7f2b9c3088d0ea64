import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import type { Answer, Sent } from '../slack/submit.ts';

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

/** What stands in a window of settings, as Slack sends it: block and element have the same id. */
export const readState = (values: unknown) => {
  const state = stateSchema.parse(values);
  const at = (block: string) => state[block]?.[block];
  return {
    /** Trimmed; null: nothing. */
    text: (block: string): string | null => at(block)?.value?.trim() || null,
    conversation: (block: string) => at(block)?.selected_conversation ?? null,
    time: (block: string) => at(block)?.selected_time ?? null,
    chosen: (block: string) => at(block)?.selected_option?.value ?? null,
    ticked: (block: string): string[] => (at(block)?.selected_options ?? []).map(({ value }) => value),
    people: (block: string): string[] => at(block)?.selected_users ?? [],
  };
};

/** A window of settings as it was sent. */
export interface SentSettings {
  teamId: string;
  userId: string;
  metadata: string;
  /** `view.state.values`. */
  values: unknown;
}

export type Saved =
  | { errors: Record<string, string> }
  | {
      errors: null;
      /** Direct message to send once the window has closed; null: none. */
      said: Message | null;
      /** What else is to be done then. */
      afterwards?: (tell: Sent['tell']) => Promise<void>;
    };

/** Checks and saves the settings of a window before answering Slack, so that a closed window means they are saved. */
export const createSettingsSubmission =
  (save: (sent: SentSettings, request: Request) => Promise<Saved>) =>
  async ({ teamId, userId, view, tell }: Sent, request: Request): Promise<Answer> => {
    const { metadata, values } = view;
    const saved = await save({ teamId, userId, metadata, values }, request);
    if (saved.errors !== null) return { errors: saved.errors };
    const { said, afterwards } = saved;
    if (said === null) return { close: true };
    const confirm = async (): Promise<void> => {
      await tell(said);
      await afterwards?.(tell);
    };
    return { close: true, afterwards: confirm };
  };

/** Shown where a window's settings are others by now. */
export const CHANGED_MEANWHILE =
  'Someone changed the settings while this was open. Close this, and open the settings again.';
