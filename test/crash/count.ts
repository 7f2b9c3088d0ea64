import type { LocalSlack, Post } from '../../packages/local-slack/src/local-slack.ts';
import type { Store, StorePlace } from '../../src/open-store.ts';
import { type LinkWithCard, cardOf as placeOf } from '../../src/store/link-card.ts';
import { LINK_STATES } from '../../src/store/link-states.ts';
import type { SandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import { findOutOfOrder, isReplyPost } from './lanes.ts';

/** A repeated message. */
export interface Repeat {
  first: Post;
  again: Post;
  linkId: string;
  what: 'card' | 'reply';
}

/** On a busy machine the fake may read a request after its process was killed. */
const DRAIN_MS = 1_000;

/** Whether one of these deaths explains it: it was between the post and its repeat. */
export const isBetween = (at: number, { first, again }: Repeat): boolean =>
  at >= first.at - DRAIN_MS && at <= again.at;

/** Like `Map.groupBy`, which Node 20 does not have. */
const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): T[][] => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
};

const readLinks = async (store: Store): Promise<LinkWithCard[]> => {
  const links = (await Promise.all(LINK_STATES.map((state) => store.links.inState(state)))).flat();
  return Promise.all(
    links.map(async (link) => ({ ...link, card: await store.messages.find(placeOf(link)) })),
  );
};

/** What is wrong with a link, against what the service made and what Slack shows. */
const faultsOf = (link: LinkWithCard, sandbox: SandboxService, posts: readonly Post[]): string[] => {
  const { state, card, amountFils } = link;
  const made = sandbox.made().find(({ invoiceId }) => invoiceId === link.invoiceId);
  if (!made) return state === 'failed' ? [] : [`${state} without a link`];
  const success = made.payments.find(({ status }) => status === 'SUCCESS');
  const isPaid = success?.amountFils === amountFils;
  // A declined attempt does not change a link.
  const shows = !success ? /Waiting/ : isPaid ? /^✅ Paid/ : /^(?!✅ Paid).*Partly paid/s;
  const shown = posts.find(({ ts, channel }) => ts === card?.ts && channel === card.channelId)?.final?.text;
  const isTold = posts.some((post) => post.threadTs === card?.ts && isReplyPost(post));
  return [
    ...(state === 'reserved' || state === 'unknown' ? [`stuck in ${state}`] : []),
    ...(isPaid && state !== 'paid' ? [`paid, and ${state} here`] : []),
    ...(shows.test(shown ?? '') ? [] : [`${shows} expected (${state}), its card says ${shown}`]),
    ...(success && !isTold ? ['nobody was told in the thread'] : []),
  ];
};

/** Each after the first of messages that are the same. */
const repeatsOf = (
  posts: readonly Post[],
  what: Repeat['what'],
  keyOf: (post: Post) => string,
  linkOf: (post: Post) => LinkWithCard | undefined,
): Repeat[] =>
  groupBy(posts, keyOf).flatMap((same) =>
    same
      .slice(1)
      .map((again, i) => ({ first: same[i] ?? again, again, linkId: linkOf(again)?.id ?? '', what })),
  );

/** What went wrong, and how much happened. `stalledAt`: when a process was paused. */
export const countAfterwards = async ({
  slack,
  sandbox,
  store,
  place,
  mayRepeat,
  stalledAt,
}: {
  slack: LocalSlack;
  sandbox: SandboxService;
  store: Store;
  place: StorePlace;
  /** For messages whose first post was answered: a death can explain the repeat. */
  mayRepeat: (repeat: Repeat) => boolean;
  stalledAt: number[];
}) => {
  const complaints: string[] = [];
  const links = await readLinks(store);
  const posts = slack.posts();
  const made = sandbox.made();
  for (const same of groupBy(made, ({ link }) => link.request.notes))
    if (same.length > 1) complaints.push(`${same[0]?.link.request.notes}: ${same.length} links`);
  const waiting = await countWaiting(store);
  if (waiting > 0) complaints.push(`${waiting} notices never delivered`);
  for (const link of links)
    complaints.push(...faultsOf(link, sandbox, posts).map((fault) => `${link.details.notes}: ${fault}`));

  const metadataOf = ({ metadata }: Post) => JSON.stringify(metadata);
  const cards = repeatsOf(
    posts.filter(({ threadTs, metadata }) => threadTs === null && metadata !== null),
    'card',
    metadataOf,
    (post) => links.find(({ id }) => metadataOf(post).includes(id)),
  );
  const replies = repeatsOf(
    posts.filter(({ threadTs }) => threadTs !== null),
    'reply',
    ({ threadTs, text }) => `${threadTs} ${text}`,
    ({ threadTs }) => links.find(({ card }) => card?.ts === threadTs),
  );
  // A paused process may post its card after another process did; the link keeps the other one's.
  const own = new Set(links.map(({ card }) => card?.ts));
  for (const { final } of new Set(
    cards.flatMap(({ first, again }) => [first, again]).filter(({ ts }) => !own.has(ts)),
  ))
    if (!final?.text.startsWith('Payment link'))
      complaints.push(`a card that nobody edits says ${final?.text}`);
  for (const repeat of [...cards, ...replies])
    if (repeat.first.answer === 'sent' && !mayRepeat(repeat))
      complaints.push(
        `repeated without a kill: ${repeat.first.text} (${repeat.first.at}, ${repeat.again.at})`,
      );
  complaints.push(...(await findOutOfOrder(place, posts, links, stalledAt)));
  return {
    complaints,
    counts: {
      links: made.length,
      paid: links.filter(({ state }) => state === 'paid').length,
      // Allowed: a process died between Slack's answer and our commit.
      cardsPostedTwice: cards.length,
      repliesRepeated: replies.length,
    },
  };
};
