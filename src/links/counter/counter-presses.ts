import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewClosedAction } from '@slack/bolt';
import type { Request } from '../../app-parts.ts';
import { isChannel } from '../../blocks/place.ts';
import type { Pressed } from '../../slack/frame.ts';
import { readTeamId } from '../../slack/read-origin.ts';
import { type Opening, openView, type Prepared } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import type { LinkPress } from '../card/find-link.ts';
import { LINK_RESULT_CALLBACK } from '../form/link-result-view.ts';
import { openLinkForm } from '../form/open-link-form.ts';
import { readInSale } from '../sale/link-in-sale.ts';
import { buildCounter, isScannable } from './counter-view.ts';

/** The window of a link: at once what our own store says, then the picture. From then on it follows the link. */
export const openCounter = async (
  link: Link,
  { place: { teamId, userId } }: Pressed,
  { store, clock, timeZone, openCounters }: Request,
): Promise<Prepared> => {
  const now = clock.now();
  const view = buildCounter({ link: await readInSale(link, store.links), now, timeZone });
  if (!isScannable(link, now)) return { view };
  return {
    view,
    fill: async (viewId) => {
      await openCounters.show({ teamId, userId, viewId }, link);
      return null;
    },
  };
};

export const handleShowQr = (pressed: Pressed, request: Request): Opening<Link> => ({
  first: { callbackId: LINK_RESULT_CALLBACK, title: 'Scan to pay' },
  isInPlace: true,
  read: (link) => openCounter(link, pressed, request),
});

/** Replaces the last customer's code with an empty form for the same channel. */
export const handleNextCustomer = async (
  { about: link, place, args }: LinkPress,
  request: Request,
): Promise<void> => {
  const { teamId, userId } = place;
  const forgotten = place.view && request.openCounters.forget({ teamId, viewId: place.view.id });
  const isAmongPeople = !isChannel(link.channelId);
  const form = openLinkForm(request, { teamId, userId, channelId: link.channelId, isAmongPeople });
  await Promise.all([openView({ client: args.client, place }, form, request), forgotten]);
};

type ViewClosedArgs = SlackViewMiddlewareArgs<ViewClosedAction> & AllMiddlewareArgs;

/** A closed window is no longer followed. */
export const handleCounterClosed = async (
  { ack, body, view }: ViewClosedArgs,
  { openCounters }: Request,
): Promise<void> => {
  await ack();
  await openCounters.forget({ teamId: readTeamId(body), viewId: view.id });
};
