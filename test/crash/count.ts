import type { LocalSlack, Post } from '../../packages/local-slack/src/local-slack.ts';
import type { Store, StorePlace } from '../../src/open-store.ts';
import type { Link } from '../../src/store/link.ts';
import { type LinkWithCard, cardOf as placeOf } from '../../src/store/link-card.ts';
import type { SandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import { findOutOfOrder, isReplyPost } from './lanes.ts';

export interface Counts {
  forms: number;
  links: number;
  paid: number;
  kills: number;
  issuedTwice: number;
  paymentsLost: number;
  stuck: number;
  wrongCards: number;
  missingReplies: number;
  outOfOrder: number;
  /** Allowed repeats: a process died between Slack's answer and our commit. */
  cardsPostedTwice: number;
  repliesRepeated: number;
  /** Forbidden repeats: the process that got the earlier answer lived on. */
  repeatedWithoutKill: number;
}

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

const STATES = ['reserved', 'unknown', 'open', 'reported', 'paid', 'failed', 'expired'] as const;

/** The sandbox's state of a link, in the card's words. */
const expectedLabel = (sandbox: SandboxService, link: Link): string => {
  const made = sandbox.made().find(({ invoiceId }) => invoiceId === link.invoiceId);
  if (!made) return 'no link';
  const success = made.payments.find(({ status }) => status === 'SUCCESS');
  if (success) return success.amountFils === link.amountFils ? 'Paid' : 'mismatch';
  // A declined attempt does not change a link.
  return 'Waiting';
};

/** Like `Map.groupBy`, which Node 20 does not have. */
const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

const isLabelled = (text: string, label: string): boolean => {
  const paid = /^✅ Paid/.test(text);
  if (label === 'Paid') return paid;
  if (label === 'mismatch') return !paid && /Partly paid/.test(text);
  return label === 'Waiting' && /Waiting/.test(text);
};

export const allLinks = async (store: Store): Promise<LinkWithCard[]> => {
  const links = (await Promise.all(STATES.map((state) => store.links.inState(state)))).flat();
  return Promise.all(
    links.map(async (link) => ({ ...link, card: await store.messages.find(placeOf(link)) })),
  );
};

export const countAfterwards = async (scene: {
  slack: LocalSlack;
  sandbox: SandboxService;
  store: Store;
  place: StorePlace;
  kills: number;
  /** For messages whose first post was answered: a death can explain the repeat. */
  mayRepeat: (repeat: Repeat) => boolean;
  /** When a process was paused. */
  stalledAt: number[];
  forms: number;
}): Promise<{ counts: Counts; complaints: string[] }> => {
  const { slack, sandbox, store, place, mayRepeat, stalledAt } = scene;
  const complaints: string[] = [];
  const links = await allLinks(store);
  const posts = slack.posts();
  const made = sandbox.made();

  const byForm = groupBy(made, ({ link }) => link.request.notes);
  const issuedTwice = [...byForm].filter(([, same]) => same.length > 1);
  for (const [form, same] of issuedTwice) complaints.push(`${form}: ${same.length} links`);

  const isFinal = ({ state }: Link) => state !== 'reserved' && state !== 'unknown';
  const stuck = links.filter((link) => !isFinal(link));
  for (const link of stuck) complaints.push(`${link.details.notes}: stuck in ${link.state}`);
  const waiting = await countWaiting(store);
  if (waiting > 0) complaints.push(`${waiting} notices never delivered`);

  let paymentsLost = 0;
  let wrongCards = 0;
  let missingReplies = 0;
  for (const link of links) {
    const label = expectedLabel(sandbox, link);
    if (label === 'no link') {
      if (link.state !== 'failed') complaints.push(`${link.details.notes}: ${link.state} without a link`);
      continue;
    }
    if (label === 'Paid' && link.state !== 'paid') {
      paymentsLost += 1;
      complaints.push(`${link.details.notes}: paid, and ${link.state} here`);
    }
    const card = posts.find(({ ts, channel }) => ts === link.card?.ts && channel === link.card.channelId);
    const text = card?.final?.text ?? 'no card';
    if (!isLabelled(text, label)) {
      wrongCards += 1;
      complaints.push(`${link.details.notes}: ${label} expected (${link.state}), card says ${text}`);
    }
    const hasReply = posts.some((post) => post.threadTs === link.card?.ts && isReplyPost(post));
    if (label !== 'Waiting' && !hasReply) {
      missingReplies += 1;
      complaints.push(`${link.details.notes}: nobody was told in the thread`);
    }
  }

  const repeated = (
    groups: Map<string, Post[]>,
    what: Repeat['what'],
    isOf: (link: LinkWithCard, post: Post) => boolean,
  ): Repeat[] =>
    [...groups.values()].flatMap((same) =>
      same.slice(1).map((again, i) => {
        const linkId = links.find((link) => isOf(link, again))?.id ?? '';
        return { first: same[i] ?? again, again, linkId, what };
      }),
    );
  const cards = posts.filter(({ threadTs, metadata }) => threadTs === null && metadata !== null);
  const isCard = ({ id }: Link, { metadata }: Post) => JSON.stringify(metadata).includes(id);
  const twice = repeated(
    groupBy(cards, ({ metadata }) => JSON.stringify(metadata)),
    'card',
    isCard,
  );
  const replies = posts.filter(({ threadTs }) => threadTs !== null);
  const isReply = ({ card }: LinkWithCard, { threadTs }: Post) => card?.ts === threadTs;
  const again = repeated(
    groupBy(replies, ({ threadTs, text }) => `${threadTs} ${text}`),
    'reply',
    isReply,
  );
  // A paused process may post its card after another process did; the link keeps the other one's.
  const cardOf = new Map(links.map(({ id, card }) => [id, card?.ts]));
  const left = new Set(
    twice.flatMap(({ first, again, linkId }) => [first, again].filter(({ ts }) => ts !== cardOf.get(linkId))),
  );
  for (const { final } of left) {
    const text = final?.text ?? '';
    if (!text.startsWith('Payment link')) {
      wrongCards += 1;
      complaints.push(`a card that nobody edits says ${text}`);
    }
  }
  const unexcused = [...twice, ...again].filter(
    (repeat) => repeat.first.answer === 'sent' && !mayRepeat(repeat),
  );
  for (const { first, again } of unexcused)
    complaints.push(`repeated without a kill: ${first.text} (${first.at}, ${again.at})`);

  const outOfOrder = await findOutOfOrder(place, posts, links, stalledAt);
  complaints.push(...outOfOrder);

  return {
    counts: {
      forms: scene.forms,
      links: made.length,
      paid: links.filter(({ state }) => state === 'paid').length,
      kills: scene.kills,
      issuedTwice: issuedTwice.length,
      paymentsLost,
      stuck: stuck.length + waiting,
      wrongCards,
      missingReplies,
      outOfOrder: outOfOrder.length,
      cardsPostedTwice: twice.length,
      repliesRepeated: again.length,
      repeatedWithoutKill: unexcused.length,
    },
    complaints,
  };
};
