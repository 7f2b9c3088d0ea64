import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Message } from '../blocks/message.ts';
import type { JobKind } from '../delivery/run-claimed-job.ts';
import type { NewJob } from '../store/job.ts';
import { whenDue } from './listener.ts';
import { tellPerson } from './messages.ts';

const tellSchema = z.object({
  to: z.string(),
  message: z.object({ text: z.string(), blocks: z.array(z.looseObject({ type: z.string() })) }),
});

/** Tells a person something by direct message, once for each `key`. */
export const buildTell = (
  { teamId, key }: { teamId: string; key: string },
  to: string,
  message: Message,
): NewJob => ({ id: key, teamId, kind: 'tell', payload: { to, message } });

export const createTellJob = ({
  clients,
}: {
  clients: { of(teamId: string): Promise<WebClient> };
}): JobKind =>
  whenDue(async ({ teamId, payload }) => {
    const { to, message } = tellSchema.parse(payload);
    const client = await clients.of(teamId);
    return () => tellPerson(client, to, message as Message);
  });
