import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Request } from '../app-parts.ts';
import { defaultExpiry } from '../payment-service/local-date-time.ts';
import type { ActionPlace } from '../slack/button.ts';
import { openView } from '../slack/views.ts';
import { LATER_SCOPES } from '../workspaces/later-scopes.ts';
import { permit } from '../workspaces/members.ts';
import { explainNoNewWork } from '../workspaces/no-new-work.ts';
import { buildBatchForm, type ListedList } from './batch-form-view.ts';

/** Opens the form for a file. If the app may not read files, or the person may not make batches, says what to do. */
export const openBatchForm = async (
  client: WebClient,
  request: Request,
  opening: {
    place: Pick<ActionPlace, 'triggerId' | 'view'>;
    teamId: string;
    userId: string;
    notes?: string | null;
    /**
     * Reads where the card goes; a null channel means the workspace's default, or the person's choice. Null if `refuse`
     * said why the form can't open.
     */
    read: (refuse: (text: string) => Promise<void>) => Promise<{
      channelId: string | null;
      /** The monthly list that the file corrects. */
      listId?: string | null;
    } | null>;
  },
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  const { settings, scopesOf, clock, timeZone, config } = request;
  const { teamId, userId, place } = opening;
  await openView(
    {
      client,
      place,
      isInPlace: true,
      tell,
      first: { callbackId: 'batch_waiting', title: 'Links from a file' },
      read: async (refuse) => {
        const wanted = await opening.read(refuse);
        if (wanted === null) return null;
        if (!(await permit({ teamId, userId }, 'make-batch', request, refuse))) return null;
        const why = await explainNoNewWork(teamId, request);
        if (why !== null) {
          await refuse(why);
          return null;
        }
        const scopes = await scopesOf(teamId);
        if (scopes !== null && !scopes.includes('files:read')) {
          await refuse(explainNoFiles());
          return null;
        }
        const { expiryDays, defaultChannelId } = await settings.of(teamId);
        const expiryOn = Math.floor(defaultExpiry(clock.now(), timeZone, expiryDays) / 60_000) * 60;
        const kept = wanted.listId == null ? await readMonthlyLists(teamId, request) : [];
        const build = (channelId: string | null): ModalView =>
          buildBatchForm({
            values: { channelId, notes: opening.notes ?? null, expiryOn, listId: wanted.listId ?? null },
            mostRows: config.batches.mostRows,
            kept,
            timeZone,
          });
        return {
          view: build(wanted.channelId ?? defaultChannelId),
          otherwise: () => build(null),
        };
      },
    },
    request,
  );
};

const readMonthlyLists = async (teamId: string, { store }: Request): Promise<ListedList[]> =>
  Promise.all(
    (await store.batchLists.listIn(teamId)).map(async (list) => ({
      ...{ id: list.id, keeperId: list.keeperId, dueAt: list.nextAt, previewId: list.previewId },
      source: await store.batches.get(list.sourceId),
    })),
  );

/** For an install from before batches. */
export const explainNoFiles = (): string =>
  `Paylink can’t read files here yet. Ask the person who looks after Paylink to install it again with the scope files:read. ${LATER_SCOPES['files:read']}`;
