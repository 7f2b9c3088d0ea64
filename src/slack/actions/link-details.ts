import { buildLinkDetails } from '../../messages/link-details.ts';
import { createCardButton } from '../card-button.ts';
import { showView } from '../show-view.ts';

/** Everything known of the link and its life, for a colleague. */
export const handleLinkDetails = createCardButton(
  'link_details',
  'use-any-link',
  async ({ link, place, client }, { store, audit, members, timeZone }) => {
    const [history, ties, twin] = await Promise.all([
      store.links.history(link.id),
      store.links.ties(link),
      link.paidTwiceWith === null ? null : store.links.find(link.teamId, link.paidTwiceWith),
    ]);
    await audit.write({
      teamId: link.teamId,
      actorId: place.userId,
      action: 'details-viewed',
      subject: link.id,
    });
    // Who may not read the service's records in reports sees none of their words here.
    const showsGrounds = await members.may(link.teamId, place.userId, 'read-reports');
    await showView(client, place, buildLinkDetails({ link, history, timeZone, showsGrounds, ties, twin }));
  },
);
