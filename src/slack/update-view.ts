import type { ModalView } from '@slack/types';
import type { ListenerDependencies } from './deps.ts';
import { readSlackFailure } from './slack-failure.ts';

/** Slack refuses a picture that it has not finished processing as a bad block. */
const NOT_READY = new Set(['invalid_blocks', 'invalid_arguments']);
const WAITS_MS = [0, 1_000, 2_000, 4_000];

/** Replaces an open view, patient with pictures that Slack is slow to take. Gives Slack's reason when it was not replaced. */
export const updateView = async (
  viewId: string,
  view: ModalView,
  { patientClient, clock }: Pick<ListenerDependencies, 'patientClient' | 'clock'>,
): Promise<string | null> => {
  let failure: string | null = null;
  for (const wait of view.blocks.some(({ type }) => type === 'image') ? WAITS_MS : [0]) {
    if (wait > 0) await clock.sleep(wait);
    try {
      await patientClient.views.update({ view_id: viewId, view });
      return null;
    } catch (error) {
      failure = readSlackFailure(error).code;
    }
    if (!NOT_READY.has(failure)) return failure;
  }
  return failure;
};
