import type { Clock } from '../clock.ts';
import type { AccountStore, KeptAccount, ServiceAccount } from '../store/account-store.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import type { NewJob } from '../store/job.ts';

/** A row that belongs to an account; null or absent: to the workspace's first, which it had not yet when the row was written. */
export interface Owned {
  teamId: string;
  account?: string | null;
}

/** Whose account the credentials are, compared with the one that was confirmed. */
export type Standing = { is: 'not-connected' } | Compared;

interface Compared {
  /** `unconfirmed`: nothing is read or sent for new work until an admin says *This is our account*. */
  is: 'confirmed' | 'unconfirmed';
  now: ServiceAccount;
  kept: KeptAccount;
}

/** Why work on a row has to wait. `other`: new work belongs to the account `to` now. */
export type AccountTrouble = { because: 'unconfirmed' } | { because: 'other'; from: string; to: string };

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Which account is the workspace's, whether it is confirmed, and whether a row is its. An account is its id and the host
 * of the base address, never the key: keys rotate. Rows keep the id, so that a new host only asks.
 */
export const createAccounts = ({
  store,
  accountNow,
  clock,
}: {
  store: AccountStore;
  /** Whose account the credentials are; null: there are none. */
  accountNow: (teamId: string) => Promise<ServiceAccount | null>;
  clock: Pick<Clock, 'now'>;
}) => {
  /** Without writing: a window must open first. */
  const compare = async (teamId: string, now: ServiceAccount): Promise<Compared> =>
    judge(now, await store.find(teamId));

  return {
    /** `known`: the account that new work belongs to, if it was just read. */
    standingOf: async (teamId: string, known?: KeptAccount | null): Promise<Standing> => {
      const now = await accountNow(teamId);
      if (now === null) return { is: 'not-connected' };
      return known === undefined ? compare(teamId, now) : judge(now, known);
    },

    /** The credentials are of the account that new work belongs to. */
    isConfirmed: async (teamId: string, now: ServiceAccount): Promise<boolean> => {
      const kept = await store.claim(teamId, now, clock.now());
      return kept.id === now.id && kept.host === now.host;
    },

    /** What was made without an account belongs to the first one. Returns the standing after it. */
    keepFirst: async (teamId: string, known: KeptAccount | null = null): Promise<Standing> => {
      const now = await accountNow(teamId);
      if (now === null) return { is: 'not-connected' };
      return judge(now, known ?? (await store.claim(teamId, now, clock.now())));
    },

    /** The credentials can be used for this row: they are of its account, at a host that was confirmed. */
    isAt: async ({ teamId, account }: Owned, now: ServiceAccount): Promise<boolean> => {
      const kept = await store.claim(teamId, now, clock.now());
      return kept.host === now.host && (account ?? kept.firstId) === now.id;
    },

    /** Null: work on the row goes on. Without credentials it does too, and fails for want of them. */
    troubleOf: async (row: Owned): Promise<AccountTrouble | null> => {
      const now = await accountNow(row.teamId);
      if (now === null) return null;
      const { is, kept } = await compare(row.teamId, now);
      if (is === 'unconfirmed') return { because: 'unconfirmed' };
      const from = row.account ?? kept.firstId;
      return from === kept.id ? null : { because: 'other', from, to: kept.id };
    },

    /** The id of the row's account if the credentials are not of it, so that nothing about it can be read; null: they are. */
    awayFrom: async (row: Owned): Promise<string | null> => {
      const now = await accountNow(row.teamId);
      if (now === null) return null;
      const { kept } = await compare(row.teamId, now);
      const id = row.account ?? kept.firstId;
      return id === now.id && kept.host === now.host ? null : id;
    },

    /** New work belongs to this account from now on. */
    confirm: (
      teamId: string,
      account: ServiceAccount,
      { by, ...effects }: { by: string; entry: AuditEntry; jobs: readonly NewJob[] },
    ): Promise<void> => store.confirm(teamId, account, { by, at: clock.now(), ...effects }),
  };
};

const judge = (now: ServiceAccount, known: KeptAccount | null): Compared => {
  const kept = known ?? { ...now, firstId: now.id };
  const isConfirmed = kept.id === now.id && kept.host === now.host;
  return { is: isConfirmed ? 'confirmed' : 'unconfirmed', now, kept };
};

/** What the audit trail says when somebody confirms an account. */
export const buildAccountConfirmed = ({
  teamId,
  actorId,
  now,
  kept,
}: {
  teamId: string;
  actorId: string;
  now: ServiceAccount;
  kept: ServiceAccount;
}) => ({
  teamId,
  actorId,
  action: 'account-confirmed' as const,
  detail: { account: now.id, at: now.host, before: kept.id, beforeAt: kept.host },
});

/** The account that credentials are of. */
export const nameAccount = (accountId: string, baseUrl: string): ServiceAccount => ({
  id: accountId,
  host: new URL(baseUrl).hostname,
});
