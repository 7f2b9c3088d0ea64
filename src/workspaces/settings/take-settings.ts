import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import type { Request } from '../../app-parts.ts';
import { buildMessage, type Message } from '../../blocks/message.ts';
import { noteFailure } from '../../request-context.ts';
import { afterSubmission } from '../../slack/listener.ts';
import { readTeamId } from '../../slack/read-origin.ts';
import { permit } from '../members.ts';

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

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

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
      afterwards?: (tell: (text: string) => Promise<unknown>) => Promise<void>;
    };

/**
 * Checks and saves the settings of a window before answering Slack, so that a closed window means they are saved.
 * `errorBlock`: a block that every version of the window has.
 */
export const createSettingsSubmission =
  (errorBlock: string, save: (sent: SentSettings, request: Request) => Promise<Saved>) =>
  async ({ ack, body, view }: SubmitArgs, request: Request): Promise<void> => {
    const { ids, log, patientClient } = request;
    const userId = body.user.id;
    const sent = {
      teamId: readTeamId(body),
      userId,
      metadata: view.private_metadata,
      values: view.state.values,
    };
    let saved: Saved;
    try {
      saved = await saveIfMay(sent, save, request);
    } catch (error) {
      noteFailure();
      const reference = ids.reference();
      log.error({ err: error, reference }, 'settings not taken');
      const text = `Paylink could not save this. Try again; if it happens again, give reference ${reference} to the person who looks after Paylink.`;
      saved = { errors: { [errorBlock]: text } };
    }
    if (saved.errors !== null) {
      await ack({ response_action: 'errors', errors: saved.errors });
      return;
    }
    await ack();
    const { said, afterwards } = saved;
    if (said === null) return;
    await afterSubmission('settings', body, request, async ({ tell }) => {
      await patientClient.chat.postMessage({ channel: userId, ...said });
      await afterwards?.(tell);
    });
  };

/** Shown where a window's settings are others by now. */
export const CHANGED_MEANWHILE =
  'Someone changed the settings while this was open. Close this, and open the settings again.';

async function saveIfMay(
  sent: SentSettings,
  save: (sent: SentSettings, request: Request) => Promise<Saved>,
  request: Request,
): Promise<Saved> {
  let refusal = '';
  const note = async (text: string) => {
    refusal = text;
  };
  if (await permit(sent, 'change-settings', request, note)) return save(sent, request);
  const text = `Nothing was saved. ${refusal}`;
  return { errors: null, said: buildMessage(text) };
}
