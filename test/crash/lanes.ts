import type { Post } from '../../packages/local-slack/src/local-slack.ts';
import type { StorePlace } from '../../src/open-store.ts';
import type { LinkWithCard } from '../../src/store/link-card.ts';
import { type Row, readTable } from '../fixtures/read-tables.ts';

/** Notices in a thread, except the QR code. */
export const isReplyPost = ({ threadTs, text }: Pick<Post, 'threadTs' | 'text'>): boolean =>
  threadTs !== null && !text.startsWith('QR code');

/** Longest time from a notice's creation to its commit. */
const COMMIT_MS = 1_000;

/**
 * Posts that appear before one due earlier in the same lane. A repeated post counts where it first appeared.
 * `stalledAt`: a process paused between creating a notice and committing it makes it late unavoidably.
 */
export const findOutOfOrder = async (
  place: StorePlace,
  posts: readonly Post[],
  links: readonly LinkWithCard[],
  stalledAt: readonly number[],
): Promise<string[]> => {
  const cardTs = new Map(links.map(({ id, card }) => [id, card?.ts]));
  const replies = new Map<string, number>();
  const placeOf = (kind: unknown, link: string): number => {
    if (kind === 'show') return posts.findIndex(({ metadata }) => JSON.stringify(metadata)?.includes(link));
    const nth = replies.get(link) ?? 0;
    replies.set(link, nth + 1);
    const thread = posts.filter((post) => post.threadTs === cardTs.get(link) && isReplyPost(post));
    const first = thread.filter((post, i) => thread.findIndex(({ text }) => text === post.text) === i);
    const post = first[nth];
    return post === undefined ? -1 : posts.indexOf(post);
  };
  const complaints: string[] = [];
  let before: { lane: unknown; at: number } = { lane: '', at: -1 };
  const rows: Row[] = await readTable(
    place,
    `jobs where kind in ('show', 'post') and lane is not null order by lane, seq`,
  );
  for (const { lane, kind, state, ...row } of rows) {
    const at = placeOf(kind, String(row['link_id']));
    if (at < 0 || state !== 'done') continue;
    const made = Number(row['created_at']);
    const isExcused = stalledAt.some((stall) => stall >= made && stall <= made + COMMIT_MS);
    if (lane === before.lane && at < before.at && !isExcused)
      complaints.push(`${lane}: the ${kind} of ${row['link_id']} came too late`);
    before = { lane, at };
  }
  return complaints;
};
