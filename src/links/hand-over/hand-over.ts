import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Request } from '../../app-parts.ts';
import { isChannel } from '../../blocks/place.ts';
import type { Ids } from '../../ids.ts';
import { noteFailure } from '../../request-context.ts';
import { postMessage } from '../../slack/messages.ts';
import { readTeamId } from '../../slack/read-origin.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { Link } from '../../store/link.ts';
import { permit } from '../../workspaces/members.ts';
import { createCardWindow } from '../card/find-link.ts';
import {
  buildEditNotice,
  buildHandOverNotice,
  buildOwnerMoveNotice,
  type Deliver,
  handOverDetailSchema,
  type NewNotice,
} from '../card/notice-kinds.ts';
import {
  buildHandedOver,
  buildHandOverRefused,
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
export const handleHandOver = createCardWindow(
  {
    name: 'hand_over',
    needed: 'hand-over-any-link',
    first: { callbackId: HAND_OVER.callbackId, title: 'Hand over' },
  },
  async ({ link, place }, { timeZone }) => {
    const metadata = JSON.stringify({ linkId: link.id, ownerId: link.ownerId } satisfies Metadata);
    return { view: buildHandOverView(link, { metadata, by: place.userId, timeZone }) };
  },
);

type Metadata = z.infer<typeof metadataSchema>;
type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;
type Answer = Parameters<SubmitArgs['ack']>[0];

const valuesSchema = z.object({
  [HAND_OVER.person]: z.object({
    [HAND_OVER.person]: z.object({ selected_user: z.string().nullish() }),
  }),
});

/** Hands the link over before answering Slack, so that the window can show the outcome. */
export const handleHandOverSubmission = async (
  { ack, body, view }: SubmitArgs,
  request: Request,
): Promise<void> => {
  const { ids, log } = request;
  const asker = { teamId: readTeamId(body), userId: body.user.id };
  let answer: Answer;
  try {
    answer = await handOver(asker, view, request);
  } catch (error) {
    noteFailure();
    const reference = ids.reference();
    log.error({ err: error, reference }, 'link not handed over');
    answer = buildErrors(
      `Paylink could not do this. Try again; if it happens again, give reference ${reference} to the person who looks after Paylink.`,
    );
  }
  await ack(answer);
};

async function handOver(
  { teamId, userId }: { teamId: string; userId: string },
  { private_metadata, state }: SubmitArgs['view'],
  request: Request,
): Promise<Answer> {
  const { store, members, clock, ids, wake, timeZone } = request;
  const { linkId, ownerId } = metadataSchema.parse(JSON.parse(private_metadata));
  const to = valuesSchema.parse(state.values)[HAND_OVER.person][HAND_OVER.person].selected_user;
  const link = await store.links.find(teamId, linkId);
  if (link === null)
    return show(buildHandOverRefused('Paylink can’t find this payment link. Nothing was handed over.'));
  let refusal = '';
  const isAllowed =
    link.ownerId === userId ||
    (await permit({ teamId, userId }, 'hand-over-any-link', request, async (words) => {
      refusal = words;
    }));
  if (!isAllowed) return show(buildHandOverRefused(refusal));
  if (!to) return buildErrors(explainPersonError('missing'));
  if (to === link.ownerId) return buildErrors(explainPersonError('same'));
  // People who have used Paylink are members of this workspace: no bots, and nobody from a shared channel.
  const isKnown = (await store.auditEntries.isKnown(teamId, to)) || (await members.isGivenRole(teamId, to));
  if (!isKnown) return buildErrors(explainPersonError('unknown'));
  const { outcome, link: after } = await store.links.handOver({
    teamId,
    id: link.id,
    from: ownerId,
    to,
    by: userId,
    at: clock.now(),
    auditId: ids.auditEntry(),
    jobs: (handed) => buildHandOverNotices(handed, { from: ownerId, to, by: userId }, ids),
  });
  if (outcome !== 'done') return show(buildNotHandedOver(after, timeZone));
  wake.notices();
  return show(buildHandedOver(after));
}

const show = (view: ModalView): Answer => ({
  response_action: 'update',
  view,
});

const buildErrors = (words: string): Answer => ({
  response_action: 'errors',
  errors: { [HAND_OVER.person]: words },
});

/**
 * A direct message to the new owner and one to the previous owner. A card in a channel then names its new
 * owner; a card in somebody's direct messages moves to those of the new owner.
 */
export const buildHandOverNotices = (
  link: Link,
  handed: HandedOverTo,
  ids: Pick<Ids, 'notice'>,
): NewNotice[] => [
  buildHandOverNotice(link, ids, { ...handed, tells: handed.to }),
  buildHandOverNotice(link, ids, { ...handed, tells: handed.from }),
  buildEditNotice(link, ids),
  ...(link.card !== null && !isChannel(link.card.channelId) ? [buildOwnerMoveNotice(link, ids)] : []),
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
