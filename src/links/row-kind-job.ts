import { z } from 'zod';
import type { Ids } from '../ids.ts';
import { kindWordKey, type Verdict } from '../payments/index.ts';
import type { NewJob } from '../store/job-store.ts';
import type { Link } from '../store/link.ts';

/** Asks the admins, once, what records are that carry a word which nobody knows. */
export const ROW_KIND_JOB = 'row-kind';

export const rowKindPayloadSchema = z.object({
  word: z.string(),
  /** A link whose payment waits for the answer. */
  linkId: z.string(),
  amountFils: z.number().nullable(),
  currency: z.string().nullable(),
});

/** One job for each word of a workspace. */
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
