import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewClosedAction } from '@slack/bolt';
import type { Request } from '../../app-parts.ts';
import { isChannel } from '../../blocks/place.ts';
import type { Pressed } from '../../slack/frame.ts';
import { readTeamId } from '../../slack/read-origin.ts';
import { Refused } from '../../slack/refused.ts';
import { type Opening, openView, updateView, ViewRefused } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { describeInstead } from '../card/describe-display-state.ts';
import { findCardOfQr, type LinkPress } from '../card/find-link.ts';
import { readInstead } from '../card/standing.ts';
import { openLinkForm } from '../form/open-link-form.ts';
import { buildCounter, COUNTER_CALLBACK, isScannable, type QrPicture } from './counter-view.ts';

/**
 * The QR code in its own window: first a placeholder, then the picture, or a pointer to where it can be seen.
 * From then on the window follows the link.
 */
export const handleShowQr = (_: Pressed, request: Request): Opening<Link> => ({
  first: { callbackId: COUNTER_CALLBACK, title: 'Scan to pay' },
  isInPlace: true,
  read: async (link) => {
    const { store, openCounters, pictures, timeZone, clock, log } = request;
    const build = (picture: QrPicture | 'making') =>
      buildCounter({ link, picture, now: clock.now(), timeZone });
    if (!isScannable(link, clock.now())) return { view: build('making') };
    const instead = await readInstead(link, store.links);
    if (instead !== null) throw new Refused(describeInstead(link, instead));

    const show = async (viewId: string, picture: QrPicture): Promise<void> => {
      const shown = await updateView({ viewId, view: build(picture) }, request);
      if (shown !== null) await openCounters.follow({ viewId, hash: shown.hash, link, picture });
    };
    return {
      view: build('making'),
      fill: async (viewId) => {
        const url = await pictures.addressOfQr(link).catch((error: unknown) => {
          log.warn({ link: link.id, err: error }, 'QR picture not shown');
          return null;
        });
        const isShown = url !== null && (await isTaken(() => show(viewId, { url })));
        if (!isShown) await show(viewId, { address: link.address, card: await findCardOfQr(link, request) });
        return null;
      },
    };

    /** False: Slack could not get the picture. */
    async function isTaken(showPicture: () => Promise<void>): Promise<boolean> {
      try {
        await showPicture();
        return true;
      } catch (error) {
        if (!(error instanceof ViewRefused)) throw error;
        log.warn({ link: link.id, reason: error.code }, 'QR picture not shown');
        return false;
      }
    }
  },
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
