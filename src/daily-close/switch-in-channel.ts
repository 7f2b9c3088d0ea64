import type { Message } from '../blocks/message.ts';
import type { ListenerDependencies } from '../slack/listener.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';
import type { AuditAction, AuditDetail, NewAuditEntry } from '../store/audit-entries.ts';

/** Who switches, and in which channel. */
export interface SwitchOrigin {
  teamId: string;
  channelId: string;
  userId: string;
}

/** `what`: as the log calls it, such as `daily close`. */
type Announcing = Pick<ListenerDependencies, 'patientClient' | 'log'> & { what: string };

/**
 * Tells the channel that something is on, before it is: if we cannot post here, its figures could not be posted either.
 * Returns Slack's code if the channel refuses, else null.
 */
export const announceOn = async (
  channelId: string,
  message: Message,
  { patientClient, log, what }: Announcing,
): Promise<string | null> => {
  try {
    await patientClient.chat.postMessage({ channel: channelId, ...message });
    return null;
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    log.info({ reason: failure.code }, `${what} refused by its channel`);
    return failure.code;
  }
};

/** Tells the channel that something is off. It is off anyway, and the person who asked is told so. */
export const announceOff = async (
  channelId: string,
  message: Message,
  { patientClient, log, what }: Announcing,
): Promise<void> => {
  try {
    await patientClient.chat.postMessage({ channel: channelId, ...message });
  } catch (error) {
    log.warn({ reason: readSlackFailure(error).code }, `end of the ${what} not told to its channel`);
  }
};

export const buildSwitchEntry = (
  { teamId, userId, channelId }: SwitchOrigin,
  { action, detail }: { action: AuditAction; detail: AuditDetail },
  { ids, clock }: Pick<ListenerDependencies, 'ids' | 'clock'>,
): NewAuditEntry => ({
  id: ids.auditEntry(),
  teamId,
  at: clock.now(),
  actorId: userId,
  action,
  subject: channelId,
  detail,
});
