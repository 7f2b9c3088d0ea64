import type { ModalView } from '@slack/types';
import type { ListenerDependencies } from '../listener-dependencies.ts';
import { readSlackFailure, type SlackFailure } from './slack-failure.ts';

/** “downloading image failed” comes now and then, and not the next time: slackapi/python-slack-sdk#1782. */
const WAITS_MS = [0, 1_000];

/** Slack will not have the view; `code` is its reason. `isPassing`: it may have the same view a moment later. */
export class ViewRefused extends Error {
  override name = 'ViewRefused';
  readonly code: string;
  readonly isPassing: boolean;

  constructor({ code, why }: Pick<SlackFailure, 'code' | 'why'>) {
    super(`Slack did not take the view: ${code}`);
    this.code = code;
    this.isPassing = why === 'later';
  }
}

export interface ViewReplacement {
  viewId: string;
  view: ModalView;
  /** Of the version that is replaced: any other is left alone. */
  hash?: string;
}

/**
 * Replaces an open view, with a second try for a picture that Slack did not get. Null: the window is gone, or shows another
 * version than that of `hash`, and nobody waits for this one. Throws `ViewRefused`.
 */
export const updateView = async (
  { viewId, view, hash }: ViewReplacement,
  { patientClient, clock }: Pick<ListenerDependencies, 'patientClient' | 'clock'>,
): Promise<{ hash: string | null } | null> => {
  let refused: SlackFailure | null = null;
  for (const wait of view.blocks.some(({ type }) => type === 'image') ? WAITS_MS : [0]) {
    if (wait > 0) await clock.sleep(wait);
    try {
      const answer = await patientClient.views.update({
        view_id: viewId,
        view,
        ...(hash === undefined ? {} : { hash }),
      });
      return { hash: answer.view?.hash ?? null };
    } catch (error) {
      const failure = readSlackFailure(error);
      // A second press, or a person who went on.
      if (failure.why === 'overtaken') return null;
      refused = failure;
      // A picture that Slack did not get is refused as a bad block.
      if (failure.why !== 'blocks') break;
    }
  }
  throw new ViewRefused(refused ?? { code: '', why: 'refused' });
};
