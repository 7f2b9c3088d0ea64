import type { Link } from '../store/link.ts';
import { type ActionArgs, type ActionPlace, parseActionPlace } from './block-action.ts';
import type { ListenerDependencies } from './deps.ts';
import { findColleagueLink } from './find-colleague-link.ts';
import { guard } from './guard.ts';
import { createTellPresser } from './tell-presser.ts';

export interface Press {
  link: Link;
  place: ActionPlace;
  client: ActionArgs['client'];
  /** Says something to the one who pressed alone. */
  tell: (text: string) => Promise<unknown>;
}

/** What every button of a card has in common: answered at once, checked for who pressed, never silent. */
export const createCardButton =
  (name: string, handle: (press: Press, dependencies: ListenerDependencies) => Promise<void>) =>
  async (args: ActionArgs, dependencies: ListenerDependencies): Promise<void> => {
    await args.ack();
    const tell = createTellPresser(args, dependencies);
    await dependencies.work.track(
      guard(
        dependencies,
        `${name} pressed`,
        async () => {
          const place = parseActionPlace(args.body, args.action);
          const link = await findColleagueLink(place, dependencies, tell);
          if (link) await handle({ link, place, client: args.client, tell }, dependencies);
        },
        tell,
      ),
    );
  };
