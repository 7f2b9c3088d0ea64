import { buildToken, drawIdentity } from '../../src/identity.ts';
import { hashToken } from '../../src/ids.ts';
import type { Store } from '../../src/open-store.ts';
import { buildNewLink } from '../fixtures/links.ts';

export const AT = Date.UTC(2026, 10, 21, 8);

/** That of the test's database. */
export const IDENTITY = drawIdentity();

/** A token that proves itself. */
export const tokenOf = (id: string): string =>
  buildToken(IDENTITY, 'callback', Buffer.from(id.padEnd(16, '_')), null);

/** Stores an open link; its token is `tokenOf(id)`. */
export const openLink = async (store: Store, id: string): Promise<void> => {
  await reserveLink(store, id);
  await store.links.move({ id, to: 'open', at: AT, cause: 'answered' });
};

export const reserveLink = async (
  store: Store,
  id: string,
  checkDueAt: number | null = null,
  teamId = 'T1',
) => {
  const callbackTokenHash = hashToken(tokenOf(id));
  await store.links.reserve(buildNewLink(id, { teamId, callbackTokenHash, checkDueAt, at: AT }));
};
