import { z } from 'zod';
import type { EventArgs } from '../slack/listener.ts';
import { findTeamId } from '../slack/read-origin.ts';
import { CHANNEL_NOT_FOUND } from '../slack/slack-errors.ts';
import { untilWritten } from './removal.ts';
import type { WorkspaceDependencies } from './workspace-dependencies.ts';

const changeSchema = z.object({ old_channel_id: z.string().min(1), new_channel_id: z.string().min(1) });

/** When a private channel is shared with another company, Slack gives it a new id and the old one stops working. */
export const handleChannelIdChanged = async (
  { event, body }: Pick<EventArgs, 'event' | 'body'>,
  dependencies: WorkspaceDependencies,
): Promise<void> => {
  const { store, notifier, jobWorker, clock, log } = dependencies;
  const change = changeSchema.safeParse(event);
  const teamId = findTeamId(body);
  if (!change.success || teamId === null) {
    log.warn({ event: event.type }, 'an event about a channel does not say which');
    return;
  }
  const { old_channel_id: from, new_channel_id: to } = change.data;
  const move = { teamId, from, to, refusedAs: CHANNEL_NOT_FOUND };
  const cards = await untilWritten(() => store.channels.move(move, clock.now()), {
    ...dependencies,
    what: 'a channel’s new id',
  });
  log.info({ teamId, from, to, cards }, 'a channel has another id');
  notifier.wake();
  jobWorker.wake();
};
