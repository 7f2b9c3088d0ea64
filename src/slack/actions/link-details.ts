import { buildLinkDetails } from '../../messages/link-details.ts';
import { createCardWindow } from '../card-button.ts';

/** Everything known of the link and its life, for a colleague. */
export const handleLinkDetails = createCardWindow(
  {
    name: 'link_details',
    needed: 'use-any-link',
    first: { callbackId: 'link_details', title: 'Payment link' },
  },
  async ({ link, place }, { store, audit, members, timeZone }) => {
    const [history, ties, twin, showsGrounds] = await Promise.all([
      store.links.history(link.id),
      store.links.ties(link),
      link.paidTwiceWith === null ? null : store.links.find(link.teamId, link.paidTwiceWith),
      // Who may not read the service's records in reports sees none of their words here.
      members.may(link.teamId, place.userId, 'read-reports'),
    ]);
    return {
      view: null,
      // Nobody sees a customer's data without a line that says so.
      fill: async () => {
        await audit.write({
          teamId: link.teamId,
          actorId: place.userId,
          action: 'details-viewed',
          subject: link.id,
        });
        return buildLinkDetails({ link, history, timeZone, showsGrounds, ties, twin });
      },
    };
  },
);
