import { type Meaning, readSlackCode } from '../slack/slack-errors.ts';
import type { Leftover, Stage } from './stage.ts';

/** Slack is gone, and not busy. */
const MOST_LOST = 3;
/** Already gone is gone. */
const GONE: readonly Meaning[] = ['gone', 'pictureGone'];

/** Removes all that was made, the newest first: replies before what they stand under. Gives what stays. */
export const cleanUp = async (
  stage: Pick<Stage, 'say' | 'leftovers' | 'removed'>,
  isHurried: () => boolean,
): Promise<Leftover[]> => {
  let lost = 0;
  for (const leftover of stage.leftovers()) {
    if (isHurried() || lost >= MOST_LOST) break;
    const { spoken } =
      leftover.is === 'message'
        ? await stage.say(`remove: ${leftover.what}`, 'chat.delete', {
            channel: leftover.channel,
            ts: leftover.ts,
          })
        : await stage.say(
            `remove: ${leftover.what}`,
            'files.delete',
            { file: leftover.id },
            // A workspace can keep its apps from deleting files: then they stay, and it is said.
            { expected: 'either' },
          );
    lost = spoken.end === 'lost' ? lost + 1 : 0;
    const isGone = spoken.error !== null && GONE.includes(readSlackCode(spoken.error));
    if (spoken.end === 'accepted' || isGone) stage.removed(leftover);
  }
  return stage.leftovers();
};
