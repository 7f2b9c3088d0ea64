import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { type Message, section } from '../blocks/message.ts';
import { buildPassedOn } from '../blocks/passed-on.ts';
import type { JobKind, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Job, NewJob } from '../store/job.ts';
import { whenDue } from './listener.ts';
import { postMessage, tellPerson } from './messages.ts';
import { isUnreachable, settleRefusal } from './slack-failure.ts';

const tellSchema = z.object({
  to: z.string(),
  message: z.object({ text: z.string(), blocks: z.array(z.looseObject({ type: z.string() })) }),
  otherwise: z.string().nullable().default(null),
  /** It is for somebody else, who could not be reached. */
  isPassedOn: z.boolean().optional(),
});

/** Tells a person something by direct message, once for each `key`. Those who may use everybody's links hear it if Slack can't reach the person. */
export const buildTell = (
  { teamId, key }: { teamId: string; key: string },
  to: string,
  message: Message,
  /** The conversation that gets the words of it if nobody has a role. */
  otherwise: string | null = null,
): NewJob => ({
  ...{ id: key, teamId, kind: 'tell' },
  payload: { to, message, ...(otherwise !== null && { otherwise }) },
});

interface Members {
  members: { whoMay(teamId: string, permission: 'use-any-link'): Promise<readonly string[]> };
}

/** A person, and then those who may use everybody's links: who is told what that person should have read. */
export const listReaders = async (
  teamId: string,
  userId: string,
  { members }: Members,
): Promise<string[]> => [...new Set([userId, ...(await members.whoMay(teamId, 'use-any-link'))])];

interface Heirs extends Members {
  store: {
    links: { noteOwnerGone(owner: { teamId: string; ownerId: string; goneAs: string }): Promise<void> };
  };
}

/**
 * A whole job: sends a person a direct message that nobody else gets. If Slack can't reach the person, it goes to those who may use
 * everybody's links, and in words alone to `otherwise`, a conversation, if nobody has a role.
 */
export const tellOrPassOn = async (
  client: WebClient,
  { id, teamId }: Pick<Job, 'id' | 'teamId'>,
  { to, message, otherwise = null }: { to: string; message: Message; otherwise?: string | null },
  app: Heirs,
): Promise<JobOutcome> => {
  try {
    await postMessage(client, { channel: to, message });
    return { outcome: 'done' };
  } catch (error) {
    return settleRefusal(error, async (failure): Promise<JobOutcome> => {
      const { code: reason } = failure;
      if (!isUnreachable(failure)) return { outcome: 'failed', reason };
      // Others hear of the person's links from now on, too.
      await app.store.links.noteOwnerGone({ teamId, ownerId: to, goneAs: reason });
      const [, ...heirs] = await listReaders(teamId, to, app);
      const build = (heir: string, what: Message): NewJob => ({
        ...{ id: `passed-on:${id}:${heir}`, teamId, kind: 'tell' },
        payload: { to: heir, message: buildPassedOn(what, to, reason), isPassedOn: true },
      });
      const words = { text: message.text, blocks: [section(message.text)] };
      const next =
        heirs.length > 0
          ? heirs.map((heir) => build(heir, message))
          : otherwise === null || otherwise === to
            ? []
            : [build(otherwise, words)];
      return { outcome: 'failed', reason, next };
    });
  }
};

export const createTellJob = (
  app: Heirs & { clients: { of(teamId: string): Promise<WebClient> } },
): JobKind =>
  whenDue(async (job) => {
    const { to, message, otherwise, isPassedOn = false } = tellSchema.parse(job.payload);
    const client = await app.clients.of(job.teamId);
    const told = { to, message: message as Message, otherwise };
    return () => (isPassedOn ? tellPerson(client, to, told.message) : tellOrPassOn(client, job, told, app));
  });
