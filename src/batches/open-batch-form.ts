import type { ModalView } from '@slack/types';
import type { Request } from '../app-parts.ts';
import { defaultExpiry } from '../payment-service/local-date-time.ts';
import { Refused } from '../slack/refused.ts';
import type { Opening, Prepared } from '../slack/views.ts';
import type { Batch } from '../store/batch.ts';
import { LATER_SCOPES } from '../tenancy/later-scopes.ts';
import { requireAccount } from '../tenancy/no-new-work.ts';
import { buildBatchForm } from './batch-form-view.ts';

interface FormFor {
  teamId: string;
  /** Where the card goes; null: the workspace's default, or the person's choice. */
  channelId: string | null;
  /** The batch that is made again with the file. */
  sourceId: string | null;
}

const FIRST = {
  isInPlace: true,
  first: { callbackId: 'batch_waiting', title: 'Links from a file' },
};

/** The form for a file. If the app may not read files, says what to do. */
export const openBatchForm = (request: Request, of: Omit<FormFor, 'sourceId'>): Opening => ({
  ...FIRST,
  read: () => readForm({ ...of, sourceId: null }, request),
});

/** The same for a corrected file. */
export const openBatchFormAgain = (request: Request): Opening<Batch> => ({
  ...FIRST,
  read: (batch) => readForm(batch, request),
});

const readForm = async ({ teamId, channelId, sourceId }: FormFor, request: Request): Promise<Prepared> => {
  const { settings, scopesOf, clock, timeZone, config } = request;
  await requireAccount(teamId, request);
  const scopes = await scopesOf(teamId);
  if (scopes !== null && !scopes.includes('files:read')) throw new Refused(explainNoFiles());
  const { expiryHours, defaultChannelId } = await settings.of(teamId);
  const expiryOn = Math.floor(defaultExpiry(clock.now(), timeZone, expiryHours) / 60_000) * 60;
  const build = (channelId: string | null): ModalView =>
    buildBatchForm({
      values: { channelId, notes: null, expiryOn, sourceId },
      mostRows: config.batches.mostRows,
    });
  return { view: build(channelId ?? defaultChannelId), otherwise: () => build(null) };
};

/** For an install from before batches. */
export const explainNoFiles = (): string =>
  `Paylink can’t read files here yet. Ask the person who runs Paylink to install it again with the scope files:read. ${LATER_SCOPES['files:read']}`;
