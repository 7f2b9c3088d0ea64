import { z } from 'zod';
import type { Json, Spoken } from './talk.ts';

const blockSchema = z.looseObject({ type: z.string(), block_id: z.string().optional() });
const messageSchema = z.looseObject({
  ts: z.string().optional(),
  text: z.string().optional(),
  thread_ts: z.string().optional(),
  blocks: z.array(blockSchema).optional(),
});
const sentSchema = z.looseObject({ ok: z.literal(true), channel: z.string(), ts: z.string().min(1) });

/** What the app reads of each method's answer, and what Slack keeps of a message or view. */
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

/** What is odd about an answer that says yes; null: nothing is. */
export const checkAnswer = ({ method, args, answer }: Spoken): string | null => {
  const read = (SCHEMAS[method] ?? plainSchema).safeParse(answer);
  if (!read.success)
    return `the answer is not as the app reads it: ${read.error.issues.map(({ path }) => path.join('.') || 'all').join(', ')}`;
  return compareKept(args, answer ?? {});
};

/** Blocks that Slack took without a word and did not keep, or keeps as others. */
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
