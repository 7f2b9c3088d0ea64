import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import type { Post } from '../../packages/local-slack/src/local-slack.ts';
import type { StorePlace } from '../../src/open-store.ts';
import type { LinkWithCard } from '../../src/store/link-card.ts';

/** Notices in a thread, except the QR code. */
export const isReplyPost = ({ threadTs, text }: Pick<Post, 'threadTs' | 'text'>): boolean =>
  threadTs !== null && !text.startsWith('QR code');

/** Longest time from a notice's creation to its commit. */
const COMMIT_MS = 1_000;

interface LaneRow {
  lane: string;
  kind: string;
  link_id: string;
  state: string;
  created_at: number;
}

const IN_ORDER = `select lane, kind, link_id, state, created_at from jobs
  where kind in ('show', 'post') and lane is not null order by lane, seq`;

/** Read directly: the store returns only pending notices. */
const readLanes = async (place: StorePlace): Promise<LaneRow[]> => {
  if ('dataDir' in place) {
    const database = new Database(join(place.dataDir, 'paylink.db'));
    const rows = database.prepare(IN_ORDER).all() as LaneRow[];
    database.close();
    return rows;
  }
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  const { rows } = await client.query<LaneRow>(IN_ORDER);
  await client.end();
  return rows;
};

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
  const placeOf = ({ kind, link_id }: LaneRow): number => {
    if (kind === 'show')
      return posts.findIndex(({ metadata }) => JSON.stringify(metadata)?.includes(link_id));
    const nth = replies.get(link_id) ?? 0;
    replies.set(link_id, nth + 1);
    const thread = posts.flatMap((post, at) =>
      post.threadTs === cardTs.get(link_id) && isReplyPost(post) ? [{ post, at }] : [],
    );
    const first = thread.filter(
      ({ post }, i) => thread.findIndex((other) => other.post.text === post.text) === i,
    );
    return first[nth]?.at ?? -1;
  };
  const complaints: string[] = [];
  let before = { lane: '', at: -1 };
  for (const row of await readLanes(place)) {
    const at = placeOf(row);
    if (at < 0 || row.state !== 'done') continue;
    const made = Number(row.created_at);
    const isExcused = stalledAt.some((stall) => stall >= made && stall <= made + COMMIT_MS);
    if (row.lane === before.lane && at < before.at && !isExcused)
      complaints.push(`${row.lane}: the ${row.kind} of ${row.link_id} came too late`);
    before = { lane: row.lane, at };
  }
  return complaints;
};
