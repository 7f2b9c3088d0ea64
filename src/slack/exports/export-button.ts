import type { ActionPlace } from '../block-action.ts';
import { createButton } from '../button.ts';
import type { ListenerDependencies } from '../deps.ts';
import { findOwnExport, type OwnExport } from './find-own-export.ts';

export interface ExportPress {
  own: OwnExport;
  place: ActionPlace;
  tell: (text: string) => Promise<unknown>;
}

/** What the buttons of an export's message have in common: they are for the asker alone. */
export const createExportButton = (
  name: string,
  handle: (press: ExportPress, dependencies: ListenerDependencies) => Promise<void>,
) =>
  createButton(name, async ({ place, tell }, dependencies) => {
    const own = await findOwnExport(place, dependencies, tell);
    if (own) await handle({ own, place, tell }, dependencies);
  });
