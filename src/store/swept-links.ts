import { setImmediate } from 'node:timers/promises';
import { accountOf } from './account-store.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { LINK_STATES, type LinkState } from './link-states.ts';

/** What a sweep over thousands of links needs. Links that changed are then read in full. */
export interface SweptLink {
  id: string;
  teamId: string;
  invoiceId: string;
  orderId: string | null;
  address: string | null;
  amountFils: number;
  createdAt: number;
  expiresAt: number;
  state: LinkState;
  /** Of a row from before accounts were kept: the workspace's first. */
  account?: string | null;
}

type Swept = 'always' | 'for-a-while' | 'if-it-was-made';

/** Which links a sweep looks for in the listing. The others have their own checks, or are settled. */
const SWEPT: Record<LinkState, Swept | 'never'> = {
  reserved: 'never',
  unknown: 'never',
  failed: 'if-it-was-made',
  open: 'always',
  reported: 'never',
  paid: 'never',
  expired: 'for-a-while',
};

const sweptStates = (...how: Swept[]): LinkState[] =>
  LINK_STATES.filter((state) => how.some((one) => SWEPT[state] === one));

/** Literal values, as in the index `links_by_end`: SQLite does not use it when the states are bound parameters. */
const HAS_ENDED = sql<boolean>`state in (${sql.join(
  sweptStates('for-a-while', 'if-it-was-made').map((state) => sql.lit(state)),
)})`;

/** Few enough to read without holding up the event loop. */
const LINKS_AT_ONCE = 500;

/** Links that may be paid without us knowing: open, or expired or failed with an expiry from `endedSince` on. Oldest first. */
export const listSwept = async (
  { db }: Pick<StoreDatabase, 'db'>,
  endedSince: number,
): Promise<SweptLink[]> => {
  const page = (time: 'created_at' | 'expires_at', after: { at: number; id: string }) =>
    db
      .selectFrom('links')
      .select([
        'id',
        'team_id as teamId',
        'invoice_id as invoiceId',
        'order_id as orderId',
        'address',
        'amount_fils as amountFils',
        'created_at as createdAt',
        'expires_at as expiresAt',
        'state',
        accountOf('links').as('account'),
      ])
      .where(time, '>=', after.at)
      .where((or) => or.or([or(time, '>', after.at), or('id', '>', after.id)]))
      .orderBy(time)
      .orderBy('id')
      .limit(LINKS_AT_ONCE);
  // By id, because a link that expires meanwhile is read twice.
  const found = new Map<string, SweptLink>();
  const readAll = async (
    from: number,
    timeOf: (link: SweptLink) => number,
    read: (after: { at: number; id: string }) => Promise<SweptLink[]>,
  ) => {
    for (let after = { at: from, id: '' }; ; ) {
      const links = await read(after);
      for (const link of links) found.set(link.id, link);
      const last = links.at(-1);
      if (last === undefined || links.length < LINKS_AT_ONCE) return;
      after = { at: timeOf(last), id: last.id };
      await setImmediate();
    }
  };
  await readAll(
    0,
    ({ createdAt }) => createdAt,
    (after) => page('created_at', after).where('state', 'in', sweptStates('always')).execute(),
  );
  await readAll(
    endedSince,
    ({ expiresAt }) => expiresAt,
    (after) =>
      page('expires_at', after)
        .where(HAS_ENDED)
        .where((or) =>
          or.or([
            or('state', 'in', sweptStates('for-a-while')),
            or.and([or('state', 'in', sweptStates('if-it-was-made')), or('address', 'is not', null)]),
          ]),
        )
        .execute(),
  );
  return [...found.values()].sort((one, other) => one.createdAt - other.createdAt);
};
