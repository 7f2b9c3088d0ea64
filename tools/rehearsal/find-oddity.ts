import { z } from 'zod';
import type { Json } from './slack-caller.ts';

const shownSchema = z.looseObject({
  thread_ts: z.string().optional(),
  blocks: z.array(z.looseObject({ type: z.string(), block_id: z.string().optional() })).optional(),
});

const read = (value: unknown) => shownSchema.safeParse(value).data;

/** What Slack accepted and did not keep: blocks that it left out or changed, another thread. Null: nothing. */
export const findOddity = (args: Json, answer: Json): string | null => {
  const sent = read(args['view'] ?? args);
  const kept = read(answer['message'] ?? answer['view']);
  if (sent === undefined || kept === undefined) return null;
  if (sent.blocks !== undefined) {
    const [ours, theirs] = [sent.blocks, kept.blocks ?? []].map((blocks) =>
      blocks.map(({ type }) => type).join(', '),
    );
    if (ours !== theirs) return `sent as ${ours}; kept as ${theirs || 'nothing'}`;
    const moved = sent.blocks.find(
      ({ block_id: id }, at) => id !== undefined && kept.blocks?.[at]?.block_id !== id,
    );
    if (moved) return `block_id ${moved.block_id} is kept as another`;
  }
  if (sent.thread_ts === kept.thread_ts || sent.thread_ts === undefined) return null;
  return kept.thread_ts === undefined ? 'it is in no thread' : 'it is in another thread than asked';
};
