import type { ModalView } from '@slack/types';
import type { Request } from '../../app-parts.ts';
import type { Pressed } from '../../slack/frame.ts';
import type { Opening } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { cardOf } from '../../store/link-card.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { Refreshed } from '../checks/watcher.ts';
import { mayHaveNews } from '../sale/display-state.ts';
import { inItsSale, readInSale } from '../sale/link-in-sale.ts';
import type { LinkPress } from './find-link.ts';
import { buildLinkDetails, type LineOfHistory } from './link-details-view.ts';
import { buildLinkShow } from './notice-kinds.ts';
import { buildRefreshAnswer } from './owner-messages-view.ts';

/** Everything known about the link and its history, for a colleague. */
export const handleLinkDetails = ({ place }: Pressed, request: Request): Opening<Link> => ({
  first: { callbackId: 'link_details', title: 'Payment link' },
  read: async (link) => {
    const details = await readLinkDetails(link, place.userId, request);
    return {
      view: null,
      // The audit log records every view of a customer's data.
      fill: async () => {
        await request.audit.write({
          teamId: link.teamId,
          actorId: place.userId,
          action: 'details-viewed',
          subject: link.id,
        });
        return details;
      },
    };
  },
});

/** The same answer again, so soon, would be a second line of it. */
const ANSWERED_FOR_MS = 60_000;

/**
 * Asks the service about the links of a sale now, and reports what is new, else about the link. Updates the card in any case, so that a
 * press repairs a stale one: where it was pressed on the card, that is the answer to what is new.
 */
export const handleRefreshLink = async (
  { about: link, tell, place }: LinkPress,
  request: Request,
): Promise<void> => {
  const { watcher, store, accounts, clock, timeZone } = request;
  const sale = await store.links.saleOf(link);
  const others = sale.filter((one) => mayHaveNews(inItsSale(one, [link, ...sale])));
  const own = await watcher.refresh(link);
  const all = [own, ...(await Promise.all(others.map((one) => watcher.refresh(one))))];
  const told = (outcome: Refreshed['outcome']) => all.find((one) => one.outcome === outcome);
  const refreshed = told('changed') ?? told('unreachable') ?? own;
  const away = await accounts.awayFrom(link);
  await store.messages.doubt(cardOf(link), null, clock.now());
  await store.jobs.addAll([buildLinkShow(link, clock.now())], clock.now());
  const shown = await readInSale(refreshed.link, store.links);
  const card = await store.messages.find(cardOf(link));
  const isOnCard =
    card !== null && place.message?.ts === card.ts && place.message.channelId === card.channelId;
  if (isOnCard && refreshed.outcome === 'changed') return;
  const answer = [place.userId, link.id, refreshed.outcome, shown.version].join(' ');
  const since = clock.now() - (request.refreshed.get(answer) ?? Number.NEGATIVE_INFINITY);
  if (since >= 0 && since < ANSWERED_FOR_MS) return;
  request.refreshed.set(answer, clock.now());
  await tell(buildRefreshAnswer({ ...refreshed, link: shown, away, now: clock.now(), timeZone }));
};

/** The *Details* window as this person may see it. `said`: what was just done about the customer, as mrkdwn. */
export const readLinkDetails = async (
  link: Link,
  userId: string,
  { store, members, accounts, timeZone }: Request,
  said = '',
): Promise<ModalView> => {
  const sale = await store.links.saleOf(link);
  const [history, away, permissions] = await Promise.all([
    readHistory([link, ...sale], store.links),
    accounts.awayFrom(link),
    members.permissionsOf(link.teamId, userId),
  ]);
  return buildLinkDetails({
    link,
    history,
    timeZone,
    // Who may not read reports does not see the service's words here either.
    showsGrounds: permissions.includes('read-reports'),
    mayForget: permissions.includes('forget-customers'),
    said,
    sale,
    away,
  });
};

/** What happened to the links of a sale, in the order of time. Those of the first are not named. */
const readHistory = async (
  sale: readonly Link[],
  links: Pick<LinkStore, 'history'>,
): Promise<LineOfHistory[]> => {
  const ofEach = sale.map(async (one, nth) => {
    const of = nth === 0 ? undefined : one.invoiceId;
    return (await links.history(one.id)).map((event) => ({ ...event, of }));
  });
  return (await Promise.all(ofEach)).flat().toSorted((one, other) => one.at - other.at);
};
