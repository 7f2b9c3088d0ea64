import type { WebClient } from '@slack/web-api';
import type { Message } from '../blocks/message.ts';
import type { JobOutcome } from '../delivery/run-claimed-job.ts';
import { createEditableMessage, editMessage, postMessage } from '../slack/messages.ts';
import { readSlackFailure, settleRefusal } from '../slack/slack-failure.ts';
import type { ApprovalAskStore, AskReason } from '../store/approval-ask-store.ts';

export interface AskMessage {
  teamId: string;
  /** The request. */
  id: string;
  creatorId: string;
  /** Who is asked. */
  userId: string;
  isWaiting: boolean;
  /** As it is posted: it notifies, and has no buttons. */
  buildFirst: (reason: AskReason) => Message;
  /** As it is from then on. */
  build: (reason: AskReason) => Message;
  /** To the one who asked, where Slack does not reach that person. */
  buildUnasked: (code: string) => Message;
}

/**
 * Brings the direct message of one person to what is true now. It is posted once, while the request waits and
 * without buttons, so that no crash leaves two with buttons; each edit says the rest, and is made again where a decision
 * came meanwhile. If Slack does not reach that person, tells the creator. `find` gives null where there is no such request.
 */
export const keepAskMessage = async (
  find: () => Promise<AskMessage | null>,
  { client, approvalAsks }: { client: WebClient; approvalAsks: Pick<ApprovalAskStore, 'list' | 'setPlace'> },
): Promise<JobOutcome> => {
  const found = await find();
  if (found === null) return { outcome: 'done' };
  const { teamId, id, creatorId, userId, isWaiting, buildFirst, build, buildUnasked } = found;
  const subject = { teamId, approvalId: id };
  const findAsk = async () => (await approvalAsks.list(subject)).find((one) => one.userId === userId) ?? null;
  const ask = await findAsk();
  const place = ask?.place ?? null;
  if (!isWaiting && place === null) return { outcome: 'done' };
  const reason = ask?.reason ?? 'approver';
  const message = createEditableMessage({
    ...{ client, channel: userId, place },
    keep: ({ channelId, ts }) => approvalAsks.setPlace(subject, userId, { channelId, ts }),
  });
  try {
    try {
      const posted = await message.ensurePosted(buildFirst(reason));
      // A process that stood still may have posted it, too: only the one whose place was kept gets buttons.
      const kept = place ?? (await findAsk())?.place ?? posted;
      await editMessage(client, kept, build(reason));
      const now = await find();
      if (now !== null && now.isWaiting !== isWaiting) await editMessage(client, kept, now.build(reason));
    } catch (error) {
      const failure = readSlackFailure(error);
      if (failure.kind === 'passing') throw error;
      // It was posted and cannot be edited: the person deleted it, or left.
      if (message.place() !== null) return { outcome: 'failed', reason: failure.code };
      // The creator believes that this person knows.
      await postMessage(client, { channel: creatorId, message: buildUnasked(failure.code) });
      return { outcome: 'failed', reason: failure.code };
    }
    return { outcome: 'done' };
  } catch (error) {
    return settleRefusal(error);
  }
};
