import type { RespondFn } from '@slack/bolt';
import { type ActionArgs, type ActionPlace, parseActionPlace } from './block-action.ts';
import { guard } from './guard.ts';
import type { ListenerDependencies } from './listener-dependencies.ts';

/**
 * Answers only the person who typed or pressed: in the same place, or by direct message from a modal or when
 * Slack takes no more answers.
 */
export const createTellPresser =
  (
    { respond, userId }: { respond: RespondFn | undefined; userId: string },
    dependencies: Pick<ListenerDependencies, 'patientClient'>,
  ) =>
  async (text: string): Promise<void> => {
    const byMessage = async () =>
      void (await dependencies.patientClient.chat.postMessage({ channel: userId, text }));
    // Despite its types, Bolt gives no `respond` for a press in a modal.
    if (typeof respond !== 'function') return byMessage();
    try {
      await respond({ response_type: 'ephemeral', replace_original: false, text });
    } catch {
      await byMessage();
    }
  };

/** Where a button was pressed, and how to answer the person who did. */
export interface Pressed {
  place: ActionPlace;
  /** Only the person who pressed sees it. */
  tell: (text: string) => Promise<unknown>;
  args: ActionArgs;
}

/**
 * What every button that keeps working after the answer does: answers at once, is waited for when the process
 * stops, and always reports failures.
 */
export const createButton =
  <Needs extends ListenerDependencies>(
    name: string,
    handle: (pressed: Pressed, dependencies: Needs) => Promise<void>,
  ) =>
  async (args: ActionArgs, dependencies: Needs): Promise<void> => {
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
