import { z } from 'zod';
import type { Request } from '../../app-parts.ts';
import type { Clock } from '../../clock.ts';
import type { Ids } from '../../ids.ts';
import type { Pressed } from '../../slack/frame.ts';
import { postMessage } from '../../slack/messages.ts';
import { Refused } from '../../slack/refused.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { Answer, Sent } from '../../slack/submit.ts';
import type { Opening } from '../../slack/views.ts';
import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import {
  buildHandOverNotice,
  buildLinkShow,
  type Deliver,
  handOverDetailSchema,
} from '../card/notice-kinds.ts';
import {
  buildHandedOver,
  buildHandOverView,
  buildNotHandedOver,
  buildNotTold,
  buildNowTheirs,
  buildNowYours,
  explainPersonError,
  HAND_OVER,
  type HandedOverTo,
} from './hand-over-view.ts';

/** `ownerId`: the owner when the window opened. If two windows are submitted, the second changes nothing. */
const metadataSchema = z.object({ linkId: z.string(), ownerId: z.string() });

/** Opens the window that asks for the new owner. */
export const handleHandOver = ({ place }: Pressed, { timeZone }: Request): Opening<Link> => ({
  first: { callbackId: HAND_OVER.callbackId, title: 'Hand over' },
  read: async (link) => {
    const metadata = JSON.stringify({ linkId: link.id, ownerId: link.ownerId } satisfies Metadata);
    return { view: buildHandOverView(link, { metadata, by: place.userId, timeZone }) };
  },
});

type Metadata = z.infer<typeof metadataSchema>;

const parseMetadata = (metadata: string): Metadata => metadataSchema.parse(JSON.parse(metadata));

/** The link of a window that was sent. */
export const findHandedOver = ({ teamId, view }: Sent, { store }: Request): Promise<Link | null> =>
  store.links.find(teamId, parseMetadata(view.metadata).linkId);

const valuesSchema = z.object({
  [HAND_OVER.person]: z.object({
    [HAND_OVER.person]: z.object({ selected_user: z.string().nullish() }),
  }),
});

/** Hands the link over before answering Slack, so that the window can show the outcome. */
export const handleHandOverSubmission = async (
  { about: link, teamId, userId, view }: Sent & { about: Link },
  { store, members, clock, ids, wake, timeZone }: Request,
): Promise<Answer> => {
  const { ownerId } = parseMetadata(view.metadata);
  const to = valuesSchema.parse(view.values)[HAND_OVER.person][HAND_OVER.person].selected_user;
  if (!to) throw wrongPerson('missing');
  if (to === link.ownerId) throw wrongPerson('same');
  // People who have used Paylink are members of this workspace: no bots, and nobody from a shared channel.
  const isKnown = (await store.auditEntries.isKnown(teamId, to)) || (await members.isGivenRole(teamId, to));
  if (!isKnown) throw wrongPerson('unknown');
  const { outcome, link: after } = await store.links.handOver({
    teamId,
    id: link.id,
    from: ownerId,
    to,
    by: userId,
    at: clock.now(),
    auditId: ids.auditEntry(),
    jobs: (handed) => buildHandOverNotices(handed, { from: ownerId, to, by: userId }, { ids, clock }),
  });
  if (outcome !== 'done') return { show: buildNotHandedOver(after, timeZone) };
  wake.notices();
  return { show: buildHandedOver(after) };
};

const wrongPerson = (why: Parameters<typeof explainPersonError>[0]): Refused =>
  new Refused(explainPersonError(why), HAND_OVER.person);

/**
 * A direct message to the new owner and one to the previous owner. A card in a channel then names its new
 * owner; a card in somebody's direct messages moves to those of the new owner.
 */
export const buildHandOverNotices = (
  link: Link,
  handed: HandedOverTo,
  { ids, clock }: { ids: Pick<Ids, 'notice'>; clock: Clock },
): NewJob[] => [
  buildHandOverNotice(link, ids, { ...handed, tells: handed.to }),
  buildHandOverNotice(link, ids, { ...handed, tells: handed.from }),
  buildLinkShow(link, clock.now()),
];

/** Sends one of the two direct messages. If the new owner can't be reached, the person who handed over is told. */
export const deliverHandOver: Deliver = async (link, notice, { ids, timeZone }, client) => {
  const { tells, untold, ...handed } = handOverDetailSchema.parse(notice.payload);
  const message =
    untold !== undefined
      ? buildNotTold(link, handed, untold)
      : tells === handed.to
        ? buildNowYours(link, handed, timeZone)
        : buildNowTheirs(link, handed);
  try {
    await postMessage(client, { channel: tells, message });
    return { outcome: 'done' };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    const isOwnerUntold = untold === undefined && tells === handed.to && handed.by !== handed.to;
    return {
      outcome: 'failed',
      reason: failure.code,
      next: isOwnerUntold
        ? [buildHandOverNotice(link, ids, { ...handed, tells: handed.by, untold: failure.code })]
        : [],
    };
  }
};
