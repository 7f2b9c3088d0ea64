import type { ModalView } from '@slack/types';
import type { Link } from '../../store/link.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { buildLinkDetails } from './link-details-view.ts';

/** The window of *Details* as this person may see it. `said`: what was just done about the customer, as mrkdwn. */
export const readLinkDetails = async (
  link: Link,
  userId: string,
  { store, members, timeZone }: Pick<LinkDependencies, 'store' | 'members' | 'timeZone'>,
  said = '',
): Promise<ModalView> => {
  const [history, ties, twin, showsGrounds, mayForget] = await Promise.all([
    store.links.history(link.id),
    store.links.ties(link),
    link.paidTwiceWith === null ? null : store.links.find(link.teamId, link.paidTwiceWith),
    // People who may not read the service's records in reports do not see their words here either.
    members.may(link.teamId, userId, 'read-reports'),
    members.may(link.teamId, userId, 'forget-customers'),
  ]);
  return buildLinkDetails({ link, history, timeZone, showsGrounds, mayForget, said, ties, twin });
};
