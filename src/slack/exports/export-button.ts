import { type ActionArgs, type ActionPlace, parseActionPlace } from '../block-action.ts';
import type { ListenerDependencies } from '../deps.ts';
import { guard } from '../guard.ts';
import { createTellPresser } from '../tell-presser.ts';
import { findOwnExport, type OwnExport } from './find-own-export.ts';

export interface ExportPress {
  own: OwnExport;
  place: ActionPlace;
  tell: (text: string) => Promise<unknown>;
}

/** What the buttons of an export's message have in common: answered at once, for the asker alone, never silent. */
export const createExportButton =
  (name: string, handle: (press: ExportPress, dependencies: ListenerDependencies) => Promise<void>) =>
  async (args: ActionArgs, dependencies: ListenerDependencies): Promise<void> => {
    await args.ack();
    const tell = createTellPresser(args, dependencies);
    await dependencies.work.track(
      guard(
        dependencies,
        `${name} pressed`,
        async () => {
          const place = parseActionPlace(args.body, args.action);
          const own = await findOwnExport(place, dependencies, tell);
          if (own) await handle({ own, place, tell }, dependencies);
        },
        tell,
      ),
    );
  };
