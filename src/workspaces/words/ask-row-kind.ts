import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { JobHandler, JobOutcome } from '../../delivery/run-claimed-job.ts';
import type { Ids } from '../../ids.ts';
import type { Log } from '../../log.ts';
import { plainName as kindWordKey } from '../../payment-service/index.ts';
import type { Verdict } from '../../payments/index.ts';
import { postMessage } from '../../slack/messages.ts';
import { settleRefusal } from '../../slack/slack-failure.ts';
import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { RowKindStore } from '../../store/row-kind-store.ts';
import type { Members } from '../members.ts';
import { type AskedRowKind, buildRowKindQuestion, buildRowKindUnasked } from './row-kind-question-view.ts';

/** Asks the admins, once, whether records with an unknown word are payments. */
export const ROW_KIND_JOB = 'row-kind';

const rowKindPayloadSchema = z.object({
  word: z.string(),
  /** A link whose payment is on hold until an admin answers. */
  linkId: z.string(),
  amountFils: z.number().nullable(),
  currency: z.string().nullable(),
});

/** One job per word and workspace. */
export const rowKindJobKey = (teamId: string, word: string): string =>
  `${ROW_KIND_JOB}:${teamId}:${kindWordKey(word)}`;

export const buildRowKindJob = (
  { id: linkId, teamId }: Pick<Link, 'id' | 'teamId'>,
  word: string,
  { amountFils, currency }: Pick<Verdict, 'amountFils' | 'currency'>,
  dueAt: number,
  ids: Pick<Ids, 'job'>,
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: ROW_KIND_JOB,
  key: rowKindJobKey(teamId, word),
  payload: { word, linkId, amountFils, currency } satisfies z.infer<typeof rowKindPayloadSchema>,
  dueAt,
});

const progressSchema = z.object({ told: z.array(z.string()) }).catch({ told: [] });

export interface RowKindJobDependencies {
  client: WebClient;
  links: Pick<LinkStore, 'find'>;
  rowKinds: Pick<RowKindStore, 'add'>;
  members: Pick<Members, 'whoMay'>;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/**
 * Asks every admin by direct message what records with a word are. Saves progress after each message, so a restart
 * repeats at most one.
 */
export const createRowKindJob =
  ({ client, links, rowKinds, members, clock, log }: RowKindJobDependencies): JobHandler =>
  async (job, { saveProgress }) => {
    const { word, linkId, amountFils, currency } = rowKindPayloadSchema.parse(job.payload);
    const key = kindWordKey(word);
    const met = await rowKinds.add(job.teamId, { key, word, at: clock.now() });
    if (met.answer !== null) return { outcome: 'done' };
    const link = await links.find(job.teamId, linkId);
    const asked: AskedRowKind = { key, word, amountFils, currency, reference: link?.invoiceId ?? null };
    const admins = await members.whoMay(job.teamId, 'change-settings');
    const isUnasked = admins.length === 0;
    const people = isUnasked ? (link ? [link.ownerId] : []) : [...new Set(admins)];
    const message = isUnasked ? buildRowKindUnasked(asked) : buildRowKindQuestion(asked);

    const told = new Set(progressSchema.parse(job.progress ?? {}).told);
    let refused: JobOutcome | null = null;
    for (const userId of people.filter((one) => !told.has(one))) {
      try {
        await postMessage(client, { channel: userId, message });
      } catch (error) {
        const ended = settleRefusal(error, ({ code }) => {
          // Carry on with the other admins. The settings show the question, too.
          log.warn({ job: job.id, reason: code }, 'an admin could not be asked');
          refused = { outcome: 'failed', reason: code };
          return null;
        });
        if (ended !== null) return ended;
        continue;
      }
      told.add(userId);
      await saveProgress({ told: [...told] });
    }
    return told.size === 0 && refused !== null ? refused : { outcome: 'done' };
  };
