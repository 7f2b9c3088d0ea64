import type { Store } from '../../src/open-store.ts';
import type { Link } from '../../src/store/link.ts';

type Links = Pick<Store, 'links'>;

/** A link, with its next check; null: none is planned. */
export const withCheck = async (
  { links }: Links,
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
export const endChecks = async ({ links }: Links, at: number): Promise<void> => {
  const { due } = await links.claimDue({ at, leaseMs: 1, limit: 100, token: `at ${at}` });
  for (const after of due) await links.planCheck(after.link.id, { to: null, attempts: 0, after }, at);
};
