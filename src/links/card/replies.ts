import type { App } from '../../app-parts.ts';
import { isChannel } from '../../blocks/place.ts';
import { defineReplies, type Reply, type ToReply, type WriteReply } from '../../slack/post.ts';
import { refusedThereAs } from '../../slack/show.ts';
import { buildForHeirs } from '../../slack/tell.ts';
import { tooMuchMessageOf } from '../../store/link-card.ts';
import { buildShow } from '../../store/message-store.ts';
import { ownStateOf } from '../sale/display-state.ts';
import { inItsSale, readInSale } from '../sale/link-in-sale.ts';
import { overOf } from '../sale/over.ts';
import { buildLinkReply } from './card-thread-view.ts';
import { buildHappened, happeningKey, hasNewOwner, SAID_IDS } from './notice-kinds.ts';
import { type Noticed, readNoticed, showOnBatch, waitForOther } from './noticed.ts';
import { buildChanged, buildTwoLinks } from './owner-messages-view.ts';
import { readTooMuch } from './show-link.ts';
import { buildTooMuchHeadline } from './too-much-view.ts';

type About<Ids = unknown> = ToReply<Ids> & Noticed;

/** What the thread of a sale's card says. */
export const repliesLinks = defineReplies(SAID_IDS, (app: App) => {
  const { clock, timeZone } = app;
  const { links, jobs, messages, settings } = app.store;

  /** The settings of the channel that the card is in; null: it is in a person's messages, or nowhere. */
  const findChannel = async ({ card }: Noticed) =>
    card !== null && refusedThereAs(card) === null && isChannel(card.channelId)
      ? settings.ofChannel(card.teamId, card.channelId)
      : null;

  const about =
    <Ids>(write: (one: About<Ids>) => ReturnType<WriteReply>): WriteReply<Ids> =>
    async (one) => {
      const noticed = await readNoticed(one.job, app);
      return noticed && write({ ...one, ...noticed });
    };

  /** Without a card, only the direct messages beside it say it. */
  const replyOf = async (
    one: About,
    message: Reply['message'],
    { isBroadcast = false }: { isBroadcast?: boolean } = {},
  ): Promise<Reply> => {
    const isApart = (await findChannel(one))?.news === 'channel';
    return {
      ...{ placed: one.card, person: one.link.ownerId, message, instead: null },
      in: isApart ? 'channel' : isBroadcast ? 'both' : 'thread',
    };
  };

  return {
    /**
     * Tells the owner what happened: in the card's thread or in its channel, as the channel's settings say. An owner whom a direct
     * message tells is not told again, only the others; that more came than was due has a post of its own.
     */
    happened: about(async (one) => {
      const { link, others, card, job } = one;
      const onBatch = showOnBatch(link, app);
      if (onBatch !== null) return onBatch;
      const past = { ...link, ...one.ids };
      const then = inItsSale(past, others);
      const told = await jobs.standingOf(happeningKey(then), clock.now());
      if (told === 'held') return waitForOther(1_000);
      const isNewMoney = past.payment?.refundedFils === 0 && !past.payment.dispute;
      const isTooMuch = isNewMoney && overOf([link, ...others]) !== null;
      const isTold = told === 'done' || isTooMuch || hasNewOwner(link);
      const isPaid = ownStateOf(past) === 'paid' && past.payment?.refundedFils === 0;
      const channel = await findChannel(one);
      const isApart = channel?.news === 'channel';
      // Only people who look see an edit or a thread reply.
      const isBroadcast = isPaid && channel?.news === 'both';
      const mentioned = isPaid ? (channel?.paidMentions ?? []) : [];
      const colleagues = mentioned.filter((userId) => userId !== link.ownerId);
      if (isTold && (isTooMuch || (!isBroadcast && !isApart)) && colleagues.length === 0) return null;
      const people = isTold ? colleagues : [link.ownerId, ...colleagues];
      const instead = isTold ? null : buildHappened(then);
      // It mentions somebody who reads nothing any more.
      const goneAs = link.ownerGoneAs;
      return {
        ...{ placed: card, person: link.ownerId, instead },
        in: isApart ? 'channel' : isBroadcast ? 'both' : 'thread',
        message: buildLinkReply(then, timeZone, { people, isApart }),
        ...(instead !== null &&
          goneAs !== null && {
            sent: () =>
              buildForHeirs(
                { ...job, id: instead.id, payload: instead.payload },
                { from: link.ownerId, code: goneAs, otherwise: null },
                app,
              ),
          }),
      };
    }),

    changed: about(async (one) => {
      const before = await links.get(one.ids.otherId);
      return replyOf(one, buildChanged(before, one.link));
    }),

    'two-links': about(async (one) => {
      const other = await links.get(one.ids.otherId);
      return replyOf(one, buildTwoLinks('two-links', one.link, await readInSale(other, links)));
    }),

    /** The message that is edited from then on. */
    'too-much': about(async (one) => {
      const { link, card, job } = one;
      // The owner has it in the same conversation.
      if (card !== null && !isChannel(card.channelId)) return null;
      const read = await readTooMuch(link, null, app);
      if (read === null || overOf(read.sale) === null) return null;
      const shown = tooMuchMessageOf(link, null);
      // Of several changes that came at once, the last is told.
      if ((await jobs.hasNewer(job)) || (await messages.find(shown)) !== null) return null;
      // Colleagues in the channel hand over the goods, and read no thread.
      const reply = await replyOf(one, buildTooMuchHeadline(read), { isBroadcast: true });
      return {
        ...reply,
        sent: async (place) => {
          await messages.place(shown, { ...place, userId: null, refusedAs: null }, clock.now());
          return [buildShow(shown)];
        },
      };
    }),
  };
});
