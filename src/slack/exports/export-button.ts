import type { Permission } from '../../workspaces/roles.ts';
import type { ActionPlace } from '../block-action.ts';
import { createButton } from '../button.ts';
import type { ListenerDependencies } from '../deps.ts';
import { permit } from '../permit.ts';
import { findOwnExport, type OwnExport } from './find-own-export.ts';

export interface ExportPress {
  own: OwnExport;
  place: ActionPlace;
  tell: (text: string) => Promise<unknown>;
}

/** What the buttons of an export's message have in common: they are for the asker alone, who may still do what is `needed`. */
export const createExportButton = (
  name: string,
  needed: Permission | null,
  handle: (press: ExportPress, dependencies: ListenerDependencies) => Promise<void>,
) =>
  createButton(name, async ({ place, tell }, dependencies) => {
    const own = await findOwnExport(place, dependencies, tell);
    if (!own) return;
    const asker = { teamId: own.teamId, userId: place.userId };
    if (needed === null || (await permit(asker, needed, dependencies, tell)))
      await handle({ own, place, tell }, dependencies);
  });
