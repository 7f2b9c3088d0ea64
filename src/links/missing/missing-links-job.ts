import { z } from 'zod';
import type { App } from '../../app-parts.ts';
import type { JobHandler } from '../../delivery/run-claimed-job.ts';
import type { Ids } from '../../ids.ts';
import { tellPerson } from '../../slack/messages.ts';
import type { NewJob } from '../../store/job.ts';
import type { MissingLink } from './missing-link-store.ts';
import { buildMissingLinks } from './missing-links-view.ts';

/** Tells one admin of links that this database lacks. */
export const MISSING_LINKS_JOB = 'missing-links';

/** More than a person reads; the message says how many there are. */
const MOST_NAMED = 20;

const payloadSchema = z.object({
  userId: z.string(),
  count: z.number(),
  named: z.array(z.object({ invoiceId: z.string(), amountFils: z.number().nullable() })),
});

export const buildMissingLinksJob = (
  teamId: string,
  userId: string,
  links: readonly MissingLink[],
  ids: Pick<Ids, 'job'>,
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: MISSING_LINKS_JOB,
  payload: {
    userId,
    count: links.length,
    named: links.slice(0, MOST_NAMED).map(({ invoiceId, amountFils }) => ({ invoiceId, amountFils })),
  } satisfies z.infer<typeof payloadSchema>,
});

export const createMissingLinksJob =
  ({ clients }: App): JobHandler =>
  async ({ teamId, payload }) => {
    const { userId, ...missing } = payloadSchema.parse(payload);
    return tellPerson(await clients.of(teamId), userId, buildMissingLinks(missing));
  };
