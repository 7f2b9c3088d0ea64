import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../../app-parts.ts';
import type { Message } from '../../blocks/message.ts';
import { isChannel } from '../../blocks/place.ts';
import type { JobOutcome } from '../../delivery/run-claimed-job.ts';
import { type Posted, postMessage } from '../../slack/messages.ts';
import { isUnreachable, readSlackFailure } from '../../slack/slack-failure.ts';
import { listReaders } from '../../slack/tell.ts';
import type { Link } from '../../store/link.ts';
import type { LinkWithCard } from '../../store/link-card.ts';
import { readInSale } from '../sale/link-in-sale.ts';
import { readOpenSales } from '../sale/open-sales.ts';
import { buildForHeir } from './heirs-view.ts';
import { buildHeirNotice, heirSchema, type NewNotice, type Notice } from './notice-kinds.ts';

const forHeirSchema = z.object({ heir: heirSchema.optional() });

/** What a message to the owner of a link says, and where it is kept that Slack refused it. */
type Told = Pick<Notice, 'id' | 'kind' | 'payload'>;

/**
 * Sends a message to the owner of a link. If Slack can't reach the owner, the people who may use everybody's links get the same
 * notice, and this one has failed. For one of them, `notice` says so.
 */
export const sendToOwner = async (
  link: LinkWithCard,
  notice: Told & Pick<Notice, 'attempts'>,
  message: Message,
  app: App,
  client: WebClient,
): Promise<Posted | JobOutcome> => {
  const { links } = app.store;
  const { heir } = forHeirSchema.parse(notice.payload ?? {});
  const isAgain = notice.attempts > 0;
  if (heir !== undefined) {
    // Somebody took it over.
    if (link.ownerId !== heir.from) return { outcome: 'done' };
    const open = await readOpenSales({ teamId: link.teamId, ownerId: heir.from, limit: 2 }, links);
    const shown = await readInSale(link, links);
    const wrapped = buildForHeir(shown, message, heir, { hasOthers: open.length > 1 });
    return postMessage(client, { channel: heir.to, message: wrapped, isAgain });
  }
  try {
    const posted = await postMessage(client, { channel: link.ownerId, message, isAgain });
    if (link.ownerGoneAs !== null) await links.noteOwnerGone({ ...link, goneAs: null });
    return posted;
  } catch (error) {
    const failure = readSlackFailure(error);
    if (!isUnreachable(failure)) throw error;
    await links.noteOwnerGone({ ...link, goneAs: failure.code });
    return {
      ...{ outcome: 'failed', reason: failure.code },
      next: await buildHeirNoticesOrPost(link, notice, failure.code, app),
    };
  }
};

/** The same notice for each person who may use everybody's links. */
export const buildHeirNotices = async (
  link: Link,
  notice: Told,
  code: string,
  app: App,
): Promise<NewNotice[]> => {
  const { teamId, ownerId: from } = link;
  const [, ...heirs] = await listReaders(teamId, from, app);
  return heirs.map((to) => buildHeirNotice(link, notice, { to, from, code }, app.ids));
};

/** The same; in the link's channel if nobody has a role. */
const buildHeirNoticesOrPost: typeof buildHeirNotices = async (link, notice, code, app) => {
  const people = await buildHeirNotices(link, notice, code, app);
  if (people.length > 0 || !isChannel(link.channelId)) return people;
  return [buildHeirNotice(link, notice, { to: link.channelId, from: link.ownerId, code }, app.ids)];
};
