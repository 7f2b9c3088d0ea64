import type { ModalView } from '@slack/types';
import type { Clock } from '../clock.ts';
import { createRecentMap } from '../recent-map.ts';
import type { ListenerDependencies } from './listener.ts';
import { readSlackFailure, type SlackFailure } from './slack-failure.ts';

/**
 * Slack sometimes answers “downloading image failed”, and accepts the same image the next time:
 * slackapi/python-slack-sdk#1782.
 */
const WAITS_MS = [0, 1_000];

/** Slack refused the view; `code` is its reason. */
export class ViewRefused extends Error {
  override name = 'ViewRefused';
  readonly code: string;
  readonly why: SlackFailure['why'];

  /** It may accept the same view a moment later. */
  get isPassing(): boolean {
    return this.why === 'later';
  }

  constructor({ code, why }: Pick<SlackFailure, 'code' | 'why'>) {
    super(`Slack did not take the view: ${code}`);
    this.code = code;
    this.why = why;
  }
}

interface ViewReplacement {
  viewId: string;
  view: ModalView;
  /** The version to replace; any other version is left alone. */
  hash?: string;
}

/**
 * Replaces an open view, and tries a second time if Slack could not download a picture. Null: the window is
 * closed, or shows a version other than `hash`, so nobody is waiting for this one. Throws `ViewRefused`.
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
      // The person pressed again or moved on.
      if (failure.why === 'overtaken') return null;
      refused = failure;
      // Slack reports a picture that it could not download as a bad block.
      if (failure.why !== 'blocks') break;
    }
  }
  throw new ViewRefused(refused ?? { code: '', why: 'refused' });
};

/** When someone last pressed or submitted something in a view, as far as this process knows. */
export interface ViewPresses {
  note(viewId: string): void;
  /** Whether that was at or after `instant`. */
  isPressedSince(viewId: string, instant: number): boolean;
}

const MOST_KEPT = 5_000;

export const createViewPresses = ({ clock }: { clock: Pick<Clock, 'now'> }): ViewPresses => {
  const pressedAt = createRecentMap<number>(MOST_KEPT);
  return {
    note: (viewId) => {
      pressedAt.set(viewId, clock.now());
    },
    isPressedSince: (viewId, instant) => (pressedAt.get(viewId) ?? Number.NEGATIVE_INFINITY) >= instant,
  };
};
