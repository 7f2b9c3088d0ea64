import { buildBatchCardNow } from '../links/card/notice-kinds.ts';
import { defaultExpiry, formatLocalDateTime } from '../payment-service/local-date-time.ts';
import { createButton, type Pressed } from '../slack/button.ts';
import { editMessage } from '../slack/messages.ts';
import { updateView } from '../slack/update-view.ts';
import { permit } from '../workspaces/roles.ts';
import type { BatchDependencies } from './batch-dependencies.ts';
import { buildRoundJob, buildRunJob } from './batch-jobs.ts';
import { buildBatchStarted, describeStart } from './batch-preview-view.ts';
import { asText, buildFaultSheet, buildListSheet } from './batch-sheet.ts';
import { findOwnPreview } from './find-own-preview.ts';
import { openBatchForm } from './open-batch-form.ts';
import { buildTemplateRow, TEMPLATE_HEADINGS } from './reading/template.ts';
import { nameSheet, sendSheet } from './send-sheet.ts';

const nameOf = (user: { id: string; name?: string; username?: string }): string =>
  user.name ?? user.username ?? user.id;

/** The one press that creates. A second one finds that it is no preview any more. */
const createCreation = (name: string, withAlike: boolean) =>
  createButton<BatchDependencies>(name, async (pressed, dependencies) => {
    const { place, tell, args } = pressed;
    const { store, settings, members, jobWorker, notifier, clock, ids } = dependencies;
    const found = await findOwnPreview(pressed, dependencies);
    if (!found) return;
    const { teamId, id } = found;
    const asker = { teamId, userId: place.userId };
    if (!(await permit(asker, 'make-batch', { members }, tell))) return;
    const { approvalLimitFils: limitFils } = await settings.of(teamId);
    const at = clock.now();
    const list = found.listId === null ? null : await store.batchLists.find(teamId, found.listId);
    const started = await store.batches.start({
      ...{ teamId, id, by: place.userId, byName: nameOf(args.body.user), at, withAlike, limitFils },
      jobs: (state) => [
        // The card of the last one says no more that it comes again.
        ...(list === null ? [] : [buildBatchCardNow({ teamId, batchId: list.sourceId }, at, ids)]),
        buildBatchCardNow({ teamId, batchId: id }, at, ids),
        state === 'running'
          ? buildRunJob({ ...found, runs: 1 }, limitFils, ids)
          : buildRoundJob(found, 0, at, ids),
      ],
    });
    jobWorker.wake();
    notifier.wake();
    const batch = started ?? (await store.batches.get(id));
    if (place.view) await updateView({ viewId: place.view.id, view: buildBatchStarted(batch) }, dependencies);
    else if (place.message) {
      const text = describeStart(batch);
      await editMessage(dependencies.patientClient, place.message, {
        text: text.replaceAll('*', ''),
        blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }],
      });
    }
  });

export const handleBatchCreate = createCreation('batch_create', false);

export const handleBatchCreateAll = createCreation('batch_create_all', true);

/** The form again, for a file that was corrected. */
export const handleBatchAgain = createButton<BatchDependencies>(
  'batch_again',
  ({ place, tell, args }, dependencies) => {
    const { teamId, userId } = place;
    const read = (refuse: Pressed['tell']) => findOwnPreview({ place, tell: refuse }, dependencies);
    return openBatchForm(args.client, dependencies, { place, teamId, userId, read }, tell);
  },
);

/** The rows of a list that came by itself, as its file had them: to correct and give again. */
export const handleListFile = createButton<BatchDependencies>(
  'batch_list_file',
  async (pressed, dependencies) => {
    const batch = await findOwnPreview(pressed, dependencies);
    if (!batch) return;
    const { store, patientClient: client, exports, ids, audit, timeZone, stopping: signal } = dependencies;
    const { teamId, userId } = pressed.place;
    await audit.write({ teamId, actorId: userId, action: 'batch-file-read', subject: batch.id });
    await sendSheet(
      {
        ...{ teamId, userId, id: ids.job(), channelId: null },
        fileName: nameSheet(batch.fileName, 'again'),
        words: 'The list as its file had it. Correct what has changed, then press *Give a corrected file*.',
        sheet: buildListSheet(batch, await store.batches.rows(batch.id)),
      },
      { client, files: exports.files, signal, timeZone },
    );
  },
);

/** Every row that has faults, with all of them. */
export const handleBatchFaults = createButton<BatchDependencies>(
  'batch_faults',
  async (pressed, dependencies) => {
    const batch = await findOwnPreview(pressed, dependencies);
    if (!batch) return;
    const { store, patientClient: client, exports, ids, timeZone, stopping: signal } = dependencies;
    await sendSheet(
      {
        teamId: batch.teamId,
        id: ids.job(),
        userId: pressed.place.userId,
        fileName: nameSheet(batch.fileName, 'faults'),
        channelId: null,
        words: 'Rows that can’t be made, and what to do. Correct them in your own file.',
        sheet: buildFaultSheet(batch, await store.batches.standing(batch.id)),
      },
      { client, files: exports.files, signal, timeZone },
    );
  },
);

export const handleBatchTemplate = createButton<BatchDependencies>(
  'batch_template',
  async ({ place: { teamId, userId } }, dependencies) => {
    const { patientClient: client, exports, ids, clock, timeZone, stopping: signal } = dependencies;
    const day = formatLocalDateTime(defaultExpiry(clock.now(), timeZone), timeZone).slice(0, 10);
    await sendSheet(
      {
        teamId,
        id: ids.job(),
        userId,
        fileName: 'paylink-template.xlsx',
        channelId: null,
        words:
          'A list for `/paylink batch`: write one row for each customer over the one that is there. Other columns are kept.',
        sheet: { columns: TEMPLATE_HEADINGS.map(asText), rows: [buildTemplateRow(day)] },
      },
      { client, files: exports.files, signal, timeZone },
    );
  },
);
