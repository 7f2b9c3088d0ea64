import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../src/clock.ts';
import { type Meaning, readSlackCode } from '../../src/slack/slack-errors.ts';
import { findOddity } from './find-oddity.ts';
import type { SlackPlace } from './read-options.ts';
import { createSlackCaller, type Ending, type Json } from './slack-caller.ts';

/** One line of the table. */
export interface Step extends Ending {
  what: string;
  method: string;
  /** The app cannot do without it. */
  isNeeded: boolean;
  /** What Slack accepted and did not keep; null: nothing. */
  oddity: string | null;
  made: Made | null;
  ms: number;
}

export const isBad = ({ isNeeded, end, oddity }: Step): boolean =>
  end === 'lost' || (isNeeded && (end === 'refused' || oddity !== null));

/** The client's own name for three calls. */
const UPLOAD = 'files.uploadV2';

/** What Slack keeps until it is removed. */
type Made = { is: 'message'; channel: string; ts: string } | { is: 'file'; id: string };
type Left = Made & { what: string };

const postedSchema = z.looseObject({ channel: z.string(), ts: z.string() });
const uploadedSchema = z.looseObject({
  files: z.tuple([z.looseObject({ files: z.tuple([z.looseObject({ id: z.string() })]) })]),
});

function readMade(method: string, answer: Json | null): Made | null {
  if (method === 'chat.postMessage') {
    const posted = postedSchema.safeParse(answer).data;
    return posted === undefined ? null : { is: 'message', channel: posted.channel, ts: posted.ts };
  }
  const uploaded = method === UPLOAD ? uploadedSchema.safeParse(answer).data : undefined;
  return uploaded === undefined ? null : { is: 'file', id: uploaded.files[0].files[0].id };
}

/** Errors that mean it is already removed. */
const GONE: readonly Meaning[] = ['gone', 'pictureGone'];
/** After this many lost calls in a row, Slack is unreachable, not busy. */
const MOST_LOST = 3;

export interface Stage {
  /** Calls Slack and writes a line about it. */
  say(what: string, method: string, args: Json, how?: { isNeeded: boolean }): Promise<Step>;
  upload(what: string, file: Buffer, filename: string): Promise<Step>;
  steps: readonly Step[];
  isUnreachable(): boolean;
  /** Removes what was posted, newest first, replies before their parents. Returns what stays. */
  clear(): Promise<Left[]>;
}

export const createStage = ({
  place: { apiUrl, botToken },
  clock,
  onStep,
}: {
  place: SlackPlace;
  clock: Clock;
  onStep: (step: Step) => void;
}): Stage => {
  const slack = createSlackCaller({ apiUrl, token: botToken, clock });
  const steps: Step[] = [];
  const left: Left[] = [];
  const isUnreachable = () =>
    steps.length >= MOST_LOST && steps.slice(-MOST_LOST).every(({ end }) => end === 'lost');

  const make = async (
    { what, method, args, isNeeded }: Pick<Step, 'what' | 'method' | 'isNeeded'> & { args: Json },
    work: (client: WebClient) => Promise<object>,
  ): Promise<Step> => {
    const startedAt = performance.now();
    const ending = await slack.call(method, work);
    const step: Step = {
      ...{ what, method, isNeeded, ...ending },
      oddity: ending.answer === null ? null : findOddity(args, ending.answer),
      made: ending.end === 'accepted' ? readMade(method, ending.answer) : null,
      ms: Math.round(performance.now() - startedAt),
    };
    steps.push(step);
    if (step.made !== null) left.unshift({ ...step.made, what });
    onStep(step);
    return step;
  };
  const say: Stage['say'] = (what, method, args, { isNeeded } = { isNeeded: true }) =>
    make({ what, method, args, isNeeded }, (client) => client.apiCall(method, args));

  return {
    say,
    upload: (what, file, filename) =>
      make({ what, method: UPLOAD, args: {}, isNeeded: true }, (client) =>
        client.filesUploadV2({ file, filename }),
      ),
    steps,
    isUnreachable,
    clear: async () => {
      const stays: Left[] = [];
      let lost = 0;
      for (const one of left) {
        if (lost === MOST_LOST) {
          stays.push(one);
          continue;
        }
        const what = `remove: ${one.what}`;
        const { end, error } =
          one.is === 'message'
            ? await say(what, 'chat.delete', { channel: one.channel, ts: one.ts })
            : // A workspace can forbid apps to delete files: then they stay, and the summary says so.
              await say(what, 'files.delete', { file: one.id }, { isNeeded: false });
        lost = end === 'lost' ? lost + 1 : 0;
        if (end !== 'accepted' && (error === null || !GONE.includes(readSlackCode(error)))) stays.push(one);
      }
      return stays;
    },
  };
};
