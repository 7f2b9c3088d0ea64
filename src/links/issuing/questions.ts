import { z } from 'zod';
import type { App } from '../../app-parts.ts';
import { hashToken } from '../../ids.ts';
import { type Consent, type ShownLink, shownLinksSchema } from '../../store/consent.ts';

const PURPOSE = 'question';
/** An answer after a longer time is taken as an answer to nothing, so the question comes again. */
const LASTS_MS = 24 * 60 * 60_000;

/** For one link under this name; for rows of a batch under their numbers. */
const ONE_LINK = 'link';

const questionSchema = z.object({
  teamId: z.string(),
  at: z.number(),
  shown: z.record(z.string(), shownLinksSchema),
});

/**
 * Keeps what a question shows. Its buttons carry the returned id, so an answer agrees to what this question showed, not to
 * what a later one does.
 */
export const keepQuestion = async (
  teamId: string,
  shown: Readonly<Record<string, readonly ShownLink[]>>,
  { store, clock, ids }: App,
): Promise<string> => {
  const id = ids.nonce();
  const at = clock.now();
  const subject = JSON.stringify({ teamId, at, shown });
  await store.tickets.issue(
    { tokenHash: hashToken(id), purpose: PURPOSE, subject, expiresAt: at + LASTS_MS },
    at,
  );
  return id;
};

/** What the question showed of each row; nothing if this workspace has no such question, or no longer. */
export const readQuestion = async (
  teamId: string,
  id: string | null,
  { store, clock }: App,
): Promise<ReadonlyMap<string, Consent>> => {
  const kept =
    id === null
      ? null
      : await store.tickets.read({ tokenHash: hashToken(id), purpose: PURPOSE }, clock.now());
  const question = kept === null ? null : questionSchema.parse(JSON.parse(kept));
  if (question?.teamId !== teamId) return new Map();
  return new Map(Object.entries(question.shown).map(([of, shown]) => [of, { shown, at: question.at }]));
};

export const keepLinkQuestion = (teamId: string, shown: readonly ShownLink[], app: App): Promise<string> =>
  keepQuestion(teamId, { [ONE_LINK]: shown }, app);

/** Null: the answer agrees to nothing. */
export const readLinkQuestion = async (
  teamId: string,
  id: string | null,
  app: App,
): Promise<Consent | null> => (await readQuestion(teamId, id, app)).get(ONE_LINK) ?? null;
