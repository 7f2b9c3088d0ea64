import type { Store } from '../../src/open-store.ts';
import type { Link } from '../../src/store/link.ts';
import { claimChecks, endCheck } from '../fixtures/claim-checks.ts';

/** A link, with its next check; null: none is planned. */
export const withCheck = async (
  { links }: Pick<Store, 'links'>,
  id: string,
): Promise<Link & { checkDueAt: number | null; checkAttempts: number | null }> => {
  const check = await links.nextCheck(id);
  return {
    ...(await links.get(id)),
    checkDueAt: check?.to ?? null,
    checkAttempts: check?.attempts ?? null,
  };
};

/** Makes all that are due, and ends them without a further one. */
export const endChecks = async (store: Pick<Store, 'jobs'>, at: number): Promise<void> => {
  const { due } = await claimChecks(store, { at, leaseMs: 1, token: `at ${at}` });
  for (const one of due) await endCheck(store, one, { to: null, attempts: 0 }, at);
};
