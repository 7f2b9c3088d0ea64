import type { Request } from '../app-parts.ts';
import { buildRoundJob } from '../approvals/approval-jobs.ts';
import { buildMessage } from '../blocks/message.ts';
import { buildBatchShowNow } from '../links/card/notice-kinds.ts';
import type { Pressed } from '../slack/frame.ts';
import { editMessage } from '../slack/messages.ts';
import { type Opening, updateView } from '../slack/views.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchPress } from './about-batch.ts';
import { agreeOnAccount } from './agree-on-account.ts';
import { buildRunJob } from './batch-jobs.ts';
import { buildBatchStarted } from './batch-preview-view.ts';
import { SHOWN_BATCH_STATES } from './batch-states.ts';
import { openBatchFormAgain } from './open-batch-form.ts';

export const nameOf = (user: { id: string; name?: string; username?: string }): string =>
  user.name ?? user.username ?? user.id;

/** Creates the links. A second press finds that the batch is no longer a preview. */
const createCreation =
  (withAlike: boolean) =>
  async ({ about: found, place, args }: BatchPress, request: Request): Promise<void> => {
    const { store, settings, clock } = request;
    const { teamId, id } = found;
    if (found.state === 'preview') await agreeOnAccount(found, request);
    const { approvalLimitFils: limitFils } = await settings.of(teamId);
    const at = clock.now();
    const started = await store.batches.start({
      ...{ teamId, id, by: place.userId, byName: nameOf(args.body.user), at, withAlike, limitFils },
      jobs: (state) => [
        buildBatchShowNow({ teamId, batchId: id }),
        state === 'running' ? buildRunJob({ ...found, runs: 1 }, limitFils) : buildRoundJob(found, 0, at),
      ],
    });
    const batch = started ?? (await store.batches.get(id));
    if (place.view) await updateView({ viewId: place.view.id, view: buildBatchStarted(batch) }, request);
    else if (place.message) {
      const { patientClient } = request;
      await editMessage(
        patientClient,
        place.message,
        buildMessage(SHOWN_BATCH_STATES[batch.state].started(batch)),
      );
    }
  };

export const handleBatchCreate = createCreation(false);

export const handleBatchCreateAll = createCreation(true);

export const handleBatchAgain = (_: Pressed, request: Request): Opening<Batch> => openBatchFormAgain(request);
