import { z } from 'zod';
import type { CallResult, Json, SlackCaller } from './slack-calls.ts';

const blockSchema = z.looseObject({ type: z.string(), block_id: z.string().optional() });
const messageSchema = z.looseObject({
  ts: z.string().optional(),
  text: z.string().optional(),
  thread_ts: z.string().optional(),
  blocks: z.array(blockSchema).optional(),
});
const sentSchema = z.looseObject({ ok: z.literal(true), channel: z.string(), ts: z.string().min(1) });

/** The parts of each method's answer that the app reads. */
const SCHEMAS: Record<string, z.ZodType> = {
  'chat.postMessage': sentSchema.extend({ message: messageSchema }),
  'chat.update': sentSchema.extend({ message: messageSchema }),
  'chat.delete': sentSchema,
  'chat.postEphemeral': z.looseObject({ ok: z.literal(true), message_ts: z.string().min(1) }),
  'views.publish': z.looseObject({
    ok: z.literal(true),
    view: z.looseObject({ id: z.string(), hash: z.string(), blocks: z.array(blockSchema) }),
  }),
  'files.getUploadURLExternal': z.looseObject({
    ok: z.literal(true),
    file_id: z.string(),
    upload_url: z.url(),
  }),
  'files.completeUploadExternal': z.looseObject({
    ok: z.literal(true),
    files: z.array(z.looseObject({ id: z.string() })).min(1),
  }),
};
const plainSchema = z.looseObject({ ok: z.literal(true) });

const keptSchema = z.looseObject({
  message: messageSchema.optional(),
  view: z.looseObject({ blocks: z.array(blockSchema) }).optional(),
});
const saidSchema = z.looseObject({
  blocks: z.array(blockSchema).optional(),
  thread_ts: z.string().optional(),
  view: z.looseObject({ blocks: z.array(blockSchema) }).optional(),
});

/** What is wrong with a successful answer; null: nothing. */
export const checkAnswer = ({ method, args, answer }: CallResult): string | null => {
  const read = (SCHEMAS[method] ?? plainSchema).safeParse(answer);
  if (!read.success)
    return `the answer is not as the app reads it: ${read.error.issues.map(({ path }) => path.join('.') || 'all').join(', ')}`;
  return compareKept(args, answer ?? {});
};

/** Blocks that Slack accepted but dropped or changed. */
function compareKept(args: Json, answer: Json): string | null {
  const said = saidSchema.safeParse(args).data;
  const kept = keptSchema.safeParse(answer).data;
  const sent = said?.blocks ?? said?.view?.blocks;
  const back = kept?.message?.blocks ?? kept?.view?.blocks;
  if (sent !== undefined && (kept?.message ?? kept?.view) !== undefined) {
    const [ours, theirs] = [sent, back ?? []].map((blocks) => blocks.map(({ type }) => type).join(', '));
    if (ours !== theirs) return `sent as ${ours}; kept as ${theirs || 'nothing'}`;
    const moved = sent.find(({ block_id: id }, index) => id !== undefined && back?.[index]?.block_id !== id);
    if (moved) return `block_id ${moved.block_id} is kept as another`;
  }
  const thread = said?.thread_ts;
  if (thread !== undefined && kept?.message !== undefined && kept.message.thread_ts !== thread)
    return kept.message.thread_ts === undefined ? 'it is in no thread' : 'it is in another thread than asked';
  return null;
}

/** `yes`: the app needs it. `either`: Slack's answer is unknown, or the app has a fallback. */
type Expected = 'yes' | 'either';

/** One line of output, and one file of the recording. */
export interface Step {
  what: string;
  expected: Expected;
  /** Deliberate pause before it. */
  pausedMs: number;
  result: CallResult;
  /** What is wrong with a successful answer. */
  mismatch: string | null;
}

export interface Stage {
  /** Makes one call, checks the answer, and remembers what to delete later. */
  say(
    what: string,
    method: string,
    args: Json,
    how?: { expected?: Expected; pausedMs?: number },
  ): Promise<Step>;
  upload(what: string, file: UploadableFile, expected?: Expected): Promise<string | null>;
  /** Pauses before the next call; recorded, so that a replay pauses too. */
  rest(ms: number): Promise<void>;
  /** False after somebody has stopped the rehearsal. */
  isRunning(): boolean;
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

export const isUnexpected = ({ expected, result, mismatch }: Step): boolean =>
  expected === 'yes' ? result.end !== 'accepted' || mismatch !== null : result.end === 'lost';

export const createStage = ({
  slack,
  isEnded,
  pause,
  onStep,
}: {
  slack: SlackCaller;
  isEnded: () => boolean;
  pause: (ms: number) => Promise<void>;
  onStep: (step: Step) => void;
}): Stage => {
  let left: Leftover[] = [];
  let restedMs = 0;

  const tell = (what: string, result: CallResult, how: { expected?: Expected; pausedMs?: number }): Step => {
    const step: Step = {
      what,
      expected: how.expected ?? 'yes',
      pausedMs: restedMs + (how.pausedMs ?? 0),
      result,
      mismatch: result.end === 'accepted' ? checkAnswer(result) : null,
    };
    restedMs = 0;
    remember(what, result);
    onStep(step);
    return step;
  };

  const remember = (what: string, { method, args, answer, end }: CallResult): void => {
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
    return tell(what, await slack.call(method, args), how);
  };

  return {
    say,
    upload: async (what, { bytes, name, title, altText }, expected = 'yes') => {
      const { result } = await say(
        `${what}, an address for it`,
        'files.getUploadURLExternal',
        { filename: name, length: bytes.length, alt_txt: altText },
        { expected },
      );
      const [id, url] = [readText(result.answer?.['file_id']), readText(result.answer?.['upload_url'])];
      if (result.end !== 'accepted' || id === '' || url === '') return null;
      const sent = tell(`${what}, its bytes`, await slack.upload(url, bytes), { expected });
      if (sent.result.end !== 'accepted') return null;
      const done = await say(
        `${what}, done`,
        'files.completeUploadExternal',
        { files: [{ id, title }] },
        { expected },
      );
      return done.result.end === 'accepted' ? id : null;
    },
    rest: async (ms) => {
      await pause(ms);
      restedMs += ms;
    },
    isRunning: () => !isEnded(),
    leftovers: () => [...left],
    removed: (leftover) => {
      left = left.filter((one) => one !== leftover);
    },
  };
};

export const readText = (value: unknown): string => (typeof value === 'string' ? value : '');
