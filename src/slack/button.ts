import { type ActionArgs, type ActionPlace, parseActionPlace } from './block-action.ts';
import type { ListenerDependencies } from './deps.ts';
import { guard } from './guard.ts';
import { createTellPresser } from './tell-presser.ts';

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
