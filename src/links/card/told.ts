import type { App } from '../../app-parts.ts';
import type { Message } from '../../blocks/message.ts';
import { isChannel } from '../../blocks/place.ts';
import { defineTold, type Letter, type ToWrite, type Write } from '../../slack/tell.ts';
import { tooMuchMessageOf } from '../../store/link-card.ts';
import { buildShow } from '../../store/message-store.ts';
import { writeHandOver } from '../hand-over/hand-over.ts';
import { isNotMade } from '../sale/display-state.ts';
import { type LinkInSale, readInSale } from '../sale/link-in-sale.ts';
import { readOpenSales } from '../sale/open-sales.ts';
import { overOf } from '../sale/over.ts';
import { buildForHeir } from './heirs-view.ts';
import { happeningKey, TOLD_IDS } from './notice-kinds.ts';
import { type Noticed, readNoticed, showOnBatch, waitForOther } from './noticed.ts';
import { buildDenial, buildDisputeMessage, buildOwnerNews, buildTwoLinks } from './owner-messages-view.ts';
import { readTooMuch } from './show-link.ts';
import { buildTooMuchHeadline } from './too-much-view.ts';

type About<Ids = unknown> = ToWrite<Ids> & Noticed;

/** To the owner of a link, and if Slack can't reach them to others, who may take it over. */
export const buildToOwner = (link: LinkInSale, message: Message, { store }: App): Letter => ({
  ...{ message, to: link.ownerId, otherwise: isChannel(link.channelId) ? link.channelId : null },
  wasGone: link.ownerGoneAs !== null,
  passOn: async (said, passed) => {
    const open = await readOpenSales({ teamId: link.teamId, ownerId: passed.from, limit: 2 }, store.links);
    return buildForHeir(link, said, passed, { hasOthers: open.length > 1 });
  },
});

/** What people are told of links by direct message, as each stands when it is sent. */
export const toldLinks = defineTold(TOLD_IDS, (app: App) => {
  const { clock, timeZone, members } = app;
  const { links, jobs, messages } = app.store;

  const about =
    <Ids>(write: (one: About<Ids>) => ReturnType<Write>): Write<Ids> =>
    async (one) => {
      const noticed = await readNoticed(one.job, app);
      return noticed && write({ ...one, ...noticed });
    };
  /** The same of a link with a card of its own. */
  const aboutOne = <Ids>(write: (one: About<Ids>) => ReturnType<Write>) =>
    about<Ids>(async (one) => showOnBatch(one.link, app) ?? write(one));

  /** To its owner of now, or to `to`; null: for somebody in the place of its owner, and another one took it over. */
  const letterOf = ({ heir, link }: About, message: Message, to = link.ownerId): Letter | null =>
    heir !== null && heir.from !== link.ownerId
      ? null
      : {
          ...buildToOwner(link, message, app),
          to,
          // Nobody else handles the money in place of somebody who does.
          ...(to === link.ownerId ? {} : { wasGone: false, refused: () => [] }),
        };

  /** Who has a link of the sale or handles the money may read it still; else it is for who has the link by now. */
  const findReader = async ({ teamId, to, link, others }: About): Promise<string> => {
    const isOwner = [link, ...others].some(({ ownerId }) => ownerId === to);
    return isOwner || (await members.financeOf(teamId)).includes(to) ? to : link.ownerId;
  };

  return {
    news: aboutOne(async (one) => {
      const { job, link } = one;
      const { qrRefusedAs, isApproved = false } = one.ids;
      if (isApproved && link.state === 'reserved') return waitForOther(1_000);
      // After an outage several may wait, and each tells the link's state of now.
      if (await jobs.hasNewer(job)) return null;
      // After a second try has worked, “was not made” would make them try a third time.
      if (isNotMade(link) && (await links.wasMadeAgain(link.id))) return null;
      return letterOf(one, buildOwnerNews(link, timeZone, { qrRefusedAs, isApproved }));
    }),

    happened: aboutOne(async (one) => {
      const { link, heir } = one;
      const { happened, replyId } = one.ids;
      const reply =
        replyId === undefined || heir !== null ? 'none' : await jobs.standingOf(replyId, clock.now());
      // If both roads began at once, each waits, and the reply goes first.
      if (reply === 'held') return waitForOther(2_000);
      // It says so, or more has happened since, and has a reply of its own.
      if (reply === 'done' || happened !== happeningKey(link)) return null;
      return letterOf(one, buildOwnerNews(link, timeZone, { isHappening: true }));
    }),

    'two-links': about(async (one) => {
      const other = await links.get(one.ids.otherId);
      return letterOf(one, buildTwoLinks('two-links', one.link, await readInSale(other, links)));
    }),

    'which-link': about(async (one) => {
      const other = await links.get(one.ids.otherId);
      return letterOf(one, buildTwoLinks('which-link', one.link, await readInSale(other, links)));
    }),

    denied: about(async (one) => letterOf(one, buildDenial(one.link, one.ids.word), await findReader(one))),

    dispute: about(async (one) =>
      // The dispute may have gone on since, which another message tells.
      one.link.payment?.dispute === one.ids.word
        ? letterOf(one, buildDisputeMessage(one.link), await findReader(one))
        : null,
    ),

    /**
     * One message about it in each conversation, which is edited from then on. Of more, and of a request to finance, a person hears below
     * it: an edit notifies nobody.
     */
    'too-much': about(async (one) => {
      const { job, link, others, heir } = one;
      const to = await findReader(one);
      const read = await readTooMuch(link, to, app);
      if (read === null || overOf(read.sale) === null) return null;
      // Of several changes that came at once, the last is told.
      if (await jobs.hasNewer(job)) return null;
      const shown = tooMuchMessageOf(link, to);
      const placed = heir === null ? await messages.find(shown) : null;
      if (placed !== null) return { message: buildTooMuchHeadline(read, to), to, below: placed };
      const theirs = read.sale.find(({ ownerId }) => ownerId === to) ?? link;
      const letter = letterOf(
        { ...one, link: { ...link, ...theirs, sale: link.sale, instead: link.instead }, others },
        buildTooMuchHeadline(read),
        to,
      );
      return (
        letter && {
          ...letter,
          sent: async (place) => {
            await messages.place(shown, { ...place, userId: to, refusedAs: null }, clock.now());
            return [buildShow(shown)];
          },
        }
      );
    }),

    'hand-over': async (one) => writeHandOver(one, app),
  };
});
