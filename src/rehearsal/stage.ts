import { checkAnswer } from './check-answer.ts';
import type { Json, Spoken, Talk } from './talk.ts';

/** `yes`: the app needs it. `either`: nobody knows Slack's answer, or the app can do without. */
type Expected = 'yes' | 'either';

/** One line of the table, and one file of the recording. */
export interface Step {
  what: string;
  expected: Expected;
  /** Waited on purpose before it. */
  pausedMs: number;
  spoken: Spoken;
  /** What is odd about an answer that says yes. */
  oddity: string | null;
}

export interface Stage {
  /** Says one thing, checks the answer, and remembers what there is to remove. */
  say(
    what: string,
    method: string,
    args: Json,
    how?: { expected?: Expected; pausedMs?: number },
  ): Promise<Step>;
  upload(what: string, file: UploadableFile, expected?: Expected): Promise<string | null>;
  /** Belongs to what is said next, so that a replay rests as well. */
  rest(ms: number): Promise<void>;
  /** False once somebody has stopped the rehearsal. */
  goesOn(): boolean;
  /** Newest first. */
  leftovers(): Leftover[];
  removed(leftover: Leftover): void;
}

export interface UploadableFile {
  bytes: Buffer;
  name: string;
  title: string;
  altText: string;
}

export type Leftover =
  | { is: 'message'; channel: string; ts: string; what: string }
  | { is: 'file'; id: string; what: string };

export const isUnexpected = ({ expected, spoken, oddity }: Step): boolean =>
  expected === 'yes' ? spoken.end !== 'accepted' || oddity !== null : spoken.end === 'lost';

export const createStage = ({
  talk,
  isEnded,
  pause,
  onStep,
}: {
  talk: Talk;
  isEnded: () => boolean;
  pause: (ms: number) => Promise<void>;
  onStep: (step: Step) => void;
}): Stage => {
  let left: Leftover[] = [];
  let restedMs = 0;

  const tell = (what: string, spoken: Spoken, how: { expected?: Expected; pausedMs?: number }): Step => {
    const step: Step = {
      what,
      expected: how.expected ?? 'yes',
      pausedMs: restedMs + (how.pausedMs ?? 0),
      spoken,
      oddity: spoken.end === 'accepted' ? checkAnswer(spoken) : null,
    };
    restedMs = 0;
    remember(what, spoken);
    onStep(step);
    return step;
  };

  const remember = (what: string, { method, args, answer, end }: Spoken): void => {
    if (method === 'chat.postMessage' && end === 'accepted') {
      const [channel, ts] = [readText(answer?.['channel']), readText(answer?.['ts'])];
      if (channel !== '' && ts !== '') left.unshift({ is: 'message', channel, ts, what });
    }
    if (method === 'files.completeUploadExternal' && end === 'accepted') {
      const [file] = Array.isArray(args['files']) ? args['files'] : [];
      left.unshift({ is: 'file', id: readText(file?.id), what });
    }
  };

  const say: Stage['say'] = async (what, method, args, how = {}) => {
    if (how.pausedMs) await pause(how.pausedMs);
    return tell(what, await talk.call(method, args), how);
  };

  return {
    say,
    upload: async (what, { bytes, name, title, altText }, expected = 'yes') => {
      const { spoken } = await say(
        `${what}, an address for it`,
        'files.getUploadURLExternal',
        { filename: name, length: bytes.length, alt_txt: altText },
        { expected },
      );
      const [id, url] = [readText(spoken.answer?.['file_id']), readText(spoken.answer?.['upload_url'])];
      if (spoken.end !== 'accepted' || id === '' || url === '') return null;
      const sent = tell(`${what}, its bytes`, await talk.upload(url, bytes), { expected });
      if (sent.spoken.end !== 'accepted') return null;
      const done = await say(
        `${what}, done`,
        'files.completeUploadExternal',
        { files: [{ id, title }] },
        { expected },
      );
      return done.spoken.end === 'accepted' ? id : null;
    },
    rest: async (ms) => {
      await pause(ms);
      restedMs += ms;
    },
    goesOn: () => !isEnded(),
    leftovers: () => [...left],
    removed: (leftover) => {
      left = left.filter((one) => one !== leftover);
    },
  };
};

export const readText = (value: unknown): string => (typeof value === 'string' ? value : '');
