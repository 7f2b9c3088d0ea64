import { z } from 'zod';
import { parseReportPointer, type ReportPointer } from '../../messages/report-pointer.ts';
import type { SavedReport } from '../../store/report-store.ts';
import type { Permission } from '../../workspaces/roles.ts';
import type { ActionArgs, ActionPlace } from '../block-action.ts';
import { createButton } from '../button.ts';
import type { ListenerDependencies } from '../deps.ts';
import { permit } from '../permit.ts';
import type { ResponseAddress } from './post-response.ts';

/** A button, or a choice of a select: both carry a pointer. */
const actionSchema = z.object({
  value: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
});

const bodySchema = z.object({ response_url: z.string().optional() });

export interface ReportPress {
  /** The presser's own: of somebody else's report it is a copy. */
  report: SavedReport;
  /** The one whose button was pressed. */
  pressed: SavedReport;
  pointer: ReportPointer;
  place: ActionPlace;
  /** Where the answer goes: in place of the presser's own report, and beside everything that others see. */
  to: ResponseAddress;
  client: ActionArgs['client'];
  tell: (text: string) => Promise<unknown>;
}

/**
 * What every button of a report has in common: it is for members of the workspace who may do what is `needed`, each
 * with a report of their own.
 */
export const createReportButton = (
  name: string,
  needed: Permission,
  handle: (press: ReportPress, dependencies: ListenerDependencies) => Promise<void>,
) =>
  createButton(name, async ({ place, tell, args }, dependencies) => {
    const { value, selected_option } = actionSchema.parse(args.action);
    const pointer = parseReportPointer(selected_option?.value ?? value ?? null);
    const url = bodySchema.parse(args.body).response_url ?? null;
    const pressed = await findReport(place, pointer, dependencies);
    if (pressed === null || pointer === null || url === null) {
      await tell(refuse(place));
      return;
    }
    const asker = { teamId: pressed.teamId, userId: place.userId };
    if (!(await permit(asker, needed, dependencies, tell))) return;
    const isOwn = !pressed.isShared && pressed.userId === place.userId;
    const report = isOwn ? pressed : await copyFor(place.userId, pressed, dependencies);
    const to = { url, isReplacing: isOwn };
    const own = { ...pointer, reportId: report.id };
    await handle({ report, pressed, pointer: own, place, to, client: args.client, tell }, dependencies);
  });

async function findReport(
  { teamId }: ActionPlace,
  pointer: ReportPointer | null,
  { store }: Pick<ListenerDependencies, 'store'>,
): Promise<SavedReport | null> {
  return pointer === null ? null : store.reports.find(teamId, pointer.reportId);
}

function refuse({ isOutsider }: ActionPlace): string {
  return isOutsider
    ? 'Only members of the workspace that made this report can use its buttons.'
    : 'That button belongs to a report that Paylink does not hold here. Run `/paylink help` to see how to ask for one.';
}

async function copyFor(
  userId: string,
  pressed: SavedReport,
  { store, ids, clock }: Pick<ListenerDependencies, 'store' | 'ids' | 'clock'>,
): Promise<SavedReport> {
  const copy = { ...pressed, id: ids.report(), userId, isShared: false, createdAt: clock.now() };
  await store.reports.save(copy);
  return copy;
}
