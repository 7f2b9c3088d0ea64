import type { ModalView } from '@slack/types';
import type { Request } from '../../app-parts.ts';
import type { Pressed } from '../../slack/frame.ts';
import { type Opening, updateView } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { cardOf, type LinkWithCard } from '../../store/link-card.ts';
import type { Refreshed } from '../checks/watcher.ts';
import { buildLinkResult } from '../form/link-result-view.ts';
import { describeRefusedCard, nameCardPlace } from './card-place-view.ts';
import { mayHaveNews } from './display-state.ts';
import { type LinkPress, waitForCard } from './find-link.ts';
import { buildLinkDetails } from './link-details-view.ts';
import { buildLinkShow, buildMoveNotice } from './notice-kinds.ts';
import { buildRefreshAnswer } from './owner-messages-view.ts';
import { standingOf } from './standing.ts';

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

/**
 * Asks the service about the links of a sale now, and reports what is new, else about the link. Updates the card in any case, so that a
 * press repairs a stale one.
 */
export const handleRefreshLink = async (
  { about: link, tell }: LinkPress,
  request: Request,
): Promise<void> => {
  const { watcher, store, accounts, clock, wake, timeZone } = request;
  const others = (await store.links.saleOf(link)).filter(mayHaveNews);
  const own = await watcher.refresh(link);
  const all = [own, ...(await Promise.all(others.map((one) => watcher.refresh(one))))];
  const told = (outcome: Refreshed['outcome']) => all.find((one) => one.outcome === outcome);
  const refreshed = told('changed') ?? told('unreachable') ?? own;
  const away = await accounts.awayFrom(link);
  await store.messages.doubt(cardOf(link), null, clock.now());
  await store.jobs.addAll([buildLinkShow(link, clock.now())], clock.now());
  wake.notices();
  await tell(buildRefreshAnswer({ ...refreshed, away, now: clock.now(), timeZone }));
};

const WAIT_FOR_CARD_MS = 6_000;

/** Tries the channel that refused the card again: someone may have fixed the reason. */
export const handleTryChannel = async (
  { about: link, place, tell }: LinkPress,
  request: Request,
): Promise<void> => {
  const { store, ids, clock, wake, timeZone } = request;
  const before = await store.messages.find(cardOf(link));
  if (before?.refusal != null) {
    await store.jobs.addAll([buildMoveNotice(link, ids)], clock.now());
    wake.notices();
  }
  const isTried = (card: LinkWithCard['card']) =>
    card?.refusal == null || card.refusal.at !== before?.refusal?.at;
  const tried = await waitForCard(link, { isThere: isTried, withinMs: WAIT_FOR_CARD_MS }, request);
  if (place.view) {
    const view = buildLinkResult({ link: tried ?? { ...link, card: before }, timeZone });
    await updateView({ viewId: place.view.id, view }, request);
  } else await tell(describe(tried));
};

function describe(tried: LinkWithCard | null): string {
  if (tried === null)
    return 'Slack is slow right now. Paylink keeps trying and moves the card as soon as Slack accepts it.';
  const refusal = tried.card?.refusal ?? null;
  return refusal === null
    ? `Done. The card is in ${nameCardPlace(tried)}.`
    : `Not yet. ${describeRefusedCard(tried, refusal)}`;
}

/** The *Details* window as this person may see it. `said`: what was just done about the customer, as mrkdwn. */
export const readLinkDetails = async (
  link: Link,
  userId: string,
  { store, members, accounts, timeZone }: Request,
  said = '',
): Promise<ModalView> => {
  const [history, sale, away, permissions] = await Promise.all([
    store.links.history(link.id),
    store.links.saleOf(link),
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
    standing: standingOf(link, sale),
    away,
  });
};
