import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import type { Waiting } from '../blocks/message.ts';
import { type ActionArgs, type ActionPlace, createButton, type Pressed } from '../slack/button.ts';
import { openView, type Prepared } from '../slack/views.ts';
import type { SavedReport } from '../store/saved-query-store.ts';
import { type Permission, permit } from '../workspaces/members.ts';
import type { ResponseAddress } from './post-response.ts';
import { parseReportPointer, type ReportPointer } from './report-pointer.ts';

/** A button or an option of a menu: both carry a pointer. */
const bodySchema = z.object({ response_url: z.string().optional() });

interface ReportPress {
  /** The presser's report: a copy if the pressed one belongs to someone else. */
  report: SavedReport;
  /** The report whose button was pressed. */
  pressed: SavedReport;
  pointer: ReportPointer;
  place: ActionPlace;
  /** The answer replaces the presser's own message, and leaves one that others see alone. */
  to: ResponseAddress;
  client: ActionArgs['client'];
  tell: (text: string) => Promise<unknown>;
}

/**
 * A listener for a report's button. It first checks that the presser is a member of the workspace with the `needed`
 * permission, and gives each person a report of their own.
 */
export const createReportButton = (
  name: string,
  needed: Permission,
  handle: (press: ReportPress, request: Request) => Promise<void>,
) =>
  createButton<Request>(name, async (pressed, request) => {
    const { tell, args } = pressed;
    const found = await findPress(pressed, needed, request, tell);
    if (found === null) return;
    const { save, ...press } = found;
    await save();
    await handle({ ...press, client: args.client, tell }, request);
  });

/** `save` stores the report if it is a copy. */
type ReadPress = Omit<ReportPress, 'client' | 'tell'> & { save: () => Promise<void> };

/** The same for a button that opens a modal: `prepare` may only read our own store. */
export const createReportWindow = (
  { name, needed, first }: { name: string; needed: Permission; first: Waiting },
  prepare: (press: ReadPress, request: Request) => Promise<Prepared>,
) =>
  createButton<Request>(name, (pressed, request) => {
    const { place, tell, args } = pressed;
    return openView(
      {
        client: args.client,
        place,
        tell,
        first,
        read: async (refuse) => {
          const found = await findPress(pressed, needed, request, refuse);
          return found && prepare(found, request);
        },
      },
      request,
    );
  });

async function findPress(
  { place, args }: Pick<Pressed, 'place' | 'args'>,
  needed: Permission,
  request: Request,
  tell: (text: string) => Promise<unknown>,
): Promise<ReadPress | null> {
  const { store, ids, clock } = request;
  const pointer = parseReportPointer(place.value);
  const url = bodySchema.parse(args.body).response_url ?? null;
  const pressed = pointer && (await store.reports.find(place.teamId, pointer.reportId));
  if (pressed === null || pointer === null || url === null) {
    await tell(
      place.isOutsider
        ? 'Only members of the workspace that made this report can use its buttons.'
        : 'That report is no longer available. Run the command again.',
    );
    return null;
  }
  const asker = { teamId: pressed.teamId, userId: place.userId };
  if (!(await permit(asker, needed, request, tell))) return null;
  const isOwn = !pressed.isShared && pressed.userId === place.userId;
  const report = isOwn
    ? pressed
    : { ...pressed, id: ids.report(), userId: place.userId, isShared: false, createdAt: clock.now() };
  return {
    report,
    pressed,
    pointer: { ...pointer, reportId: report.id },
    place,
    to: { url, isReplacing: isOwn },
    save: async () => {
      if (!isOwn) await store.reports.save(report);
    },
  };
}
