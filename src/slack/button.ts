import type { RespondFn } from '@slack/bolt';
import type { ListenerDependencies } from '../listener-dependencies.ts';
import { type ActionArgs, type ActionPlace, parseActionPlace } from './block-action.ts';
import { guard } from './guard.ts';

/**
 * Says something to the one who typed or pressed, and to nobody else: where they did, or by direct message from a
 * modal and where Slack takes no more answers.
 */
export const createTellPresser =
  (
    { respond, userId }: { respond: RespondFn | undefined; userId: string },
    { patientClient }: Pick<ListenerDependencies, 'patientClient'>,
  ) =>
  async (text: string): Promise<void> => {
    const byMessage = async () => void (await patientClient.chat.postMessage({ channel: userId, text }));
    // Bolt gives no `respond` for what was pressed in a modal, whatever its types say.
    if (typeof respond !== 'function') return byMessage();
    try {
      await respond({ response_type: 'ephemeral', replace_original: false, text });
    } catch {
      await byMessage();
    }
  };

/** Where a button was pressed, and how to answer the one who did. */
export interface Pressed {
  place: ActionPlace;
  /** Says something to the one who pressed alone. */
  tell: (text: string) => Promise<unknown>;
  args: ActionArgs;
}

/** What every button that works after the answer has in common: answered at once, waited for at a stop, never silent. */
export const createButton =
  (name: string, handle: (pressed: Pressed, dependencies: ListenerDependencies) => Promise<void>) =>
  async (args: ActionArgs, dependencies: ListenerDependencies): Promise<void> => {
    await args.ack();
    const tell = createTellPresser({ respond: args.respond, userId: args.body.user.id }, dependencies);
    await dependencies.work.track(
      guard(
        dependencies,
        `${name} pressed`,
        () => handle({ place: parseActionPlace(args.body, args.action), tell, args }, dependencies),
        tell,
      ),
    );
  };
