import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { buildRetryDelay } from '../delivery/retry.ts';
import type { Log } from '../log.ts';
import { createRecentMap } from '../recent-map.ts';
import { MISSING_SCOPE } from './slack-errors.ts';
import { readSlackFailure } from './slack-failure.ts';

/** A token that Slack refuses, or that lacks a scope; `teamId` null: the only token that Paylink has. */
export interface TokenTrouble {
  teamId: string | null;
  code: string;
  lacks: { method: string; scope: string } | null;
  since: number;
}

/** Workspaces whose messages wait. */
export type Held = readonly string[] | 'all';

export type TokenWatch = ReturnType<typeof createTokenWatch>;

const MOST_TEAMS = 5_000;
/** Instead of a scope. */
const NOT_NAMED = 'not named';

const deniedSchema = z.object({ data: z.object({ needed: z.string() }) });

interface Called {
  teamId: string | null;
  method: string;
  error: unknown;
  /** The token's, from Slack's answer; null: the answer does not say. */
  scopes: readonly string[] | null;
  ask: () => Promise<unknown>;
}

interface Refused {
  code: string;
  since: number;
  tries: number;
  /** False: Slack accepts the token again, and the waiting messages are being tried. */
  isHeld: boolean;
  /** Ends the sleep before the next check. */
  alarm: AbortController;
}

/**
 * Knows which tokens Slack refuses. Messages to a workspace wait until Slack accepts its token again, so nothing is
 * lost or tried in vain, and no other workspace waits behind it. The log has one line when a trouble begins and one
 * when it ends.
 */
export const createTokenWatch = ({
  clock,
  random,
  log,
  onBack,
  onPermitted = () => {},
}: {
  clock: Clock;
  random: () => number;
  log: Log;
  /** Messages that waited may be tried now. */
  onBack: () => void;
  /** The app may do more than before: jobs that wait for a permission may run. Null: in any workspace. */
  onPermitted?: (teamId: string | null) => void;
}) => {
  const stopping = new AbortController();
  const refused = new Map<string | null, Refused>();
  const denied = new Map<string, TokenTrouble>();
  const scopesOf = createRecentMap<string>(MOST_TEAMS);
  const looking = new Set<string | null>();

  const look = async (teamId: string | null, at: Refused, ask: () => Promise<unknown>): Promise<void> => {
    while (at.isHeld && !stopping.signal.aborted) {
      at.alarm = new AbortController();
      const signal = AbortSignal.any([at.alarm.signal, stopping.signal]);
      await clock.sleep(buildRetryDelay(at.tries, random), signal);
      if (stopping.signal.aborted) return;
      at.tries += 1;
      try {
        await ask();
        at.isHeld = false;
      } catch (error) {
        const failure = readSlackFailure(error);
        if (failure.why === 'token') at.code = failure.code;
        // The app was removed, so nobody will fix the token. The waiting notices end like those of
        // any removed workspace.
        if (failure.why === 'removed') {
          refused.delete(teamId);
          at.isHeld = false;
        }
      }
    }
    onBack();
  };

  const hold = (teamId: string | null, code: string, ask: () => Promise<unknown>): void => {
    const known = refused.get(teamId);
    if (known?.isHeld) return;
    if (known === undefined)
      log.error({ team: teamId, reason: code }, 'Slack refuses the token: messages to it wait');
    const at = known ?? { code, since: clock.now(), tries: 0, isHeld: true, alarm: new AbortController() };
    Object.assign(at, { code, isHeld: true });
    refused.set(teamId, at);
    void look(teamId, at, ask);
  };

  /** Slack says that the token has the scope that a call lacked, or did not say which one: it may be allowed by now. */
  const mayBeAllowed = (teamId: string | null): boolean =>
    [...denied.values()].some(
      ({ teamId: of, code, lacks }) =>
        of === teamId &&
        code === MISSING_SCOPE &&
        (lacks?.scope === NOT_NAMED ||
          scopesOf
            .get(teamId ?? '')
            ?.split(',')
            .includes(lacks?.scope ?? '') === true),
    );

  /** Until no call lacks a scope: only an answer of Slack tells that somebody installed the app again. */
  const lookForScopes = async (teamId: string | null, ask: () => Promise<unknown>): Promise<void> => {
    if (looking.has(teamId)) return;
    looking.add(teamId);
    const lacks = () => [...denied.values()].some((one) => one.teamId === teamId);
    for (let tries = 0; lacks() && !stopping.signal.aborted; tries += 1) {
      await clock.sleep(buildRetryDelay(tries, random), stopping.signal);
      if (stopping.signal.aborted || !lacks()) break;
      await ask().catch(() => undefined);
      if (mayBeAllowed(teamId)) onPermitted(teamId);
    }
    looking.delete(teamId);
  };

  const noteScopes = (teamId: string | null, scopes: readonly string[]): void => {
    const now = [...scopes].sort().join();
    const before = scopesOf.get(teamId ?? '');
    if (before === now) return;
    scopesOf.set(teamId ?? '', now);
    for (const [key, { teamId: of, lacks }] of denied)
      if (of === teamId && lacks !== null && scopes.includes(lacks.scope)) {
        denied.delete(key);
        log.info({ team: teamId, method: lacks.method }, 'the token has the scope now');
      }
    if (before !== undefined) onPermitted(teamId);
  };

  const troubles = (): TokenTrouble[] => [
    ...[...refused].flatMap(([teamId, { code, since, isHeld }]) =>
      isHeld ? [{ teamId, code, since, lacks: null }] : [],
    ),
    ...denied.values(),
  ];

  return {
    /** Reports how a call for a workspace ended. `ask` checks whether its token works. */
    onCall: ({ teamId, method, error, scopes, ask }: Called): void => {
      const key = `${teamId ?? ''} ${method}`;
      if (scopes !== null) noteScopes(teamId, scopes);
      if (error === null) {
        if (denied.delete(key)) log.info({ team: teamId, method }, 'Slack allows it again');
        // A working `auth.test` does not prove that other calls work.
        if (method === 'auth.test' || refused.get(teamId)?.isHeld !== false) return;
        refused.delete(teamId);
        log.info({ team: teamId }, 'Slack takes the token again');
        return;
      }
      const { why, code } = readSlackFailure(error);
      if (why === 'token') hold(teamId, code, ask);
      if (why !== 'scope' || denied.has(key)) return;
      const scope = deniedSchema.safeParse(error).data?.data.needed ?? NOT_NAMED;
      denied.set(key, { teamId, code, lacks: { method, scope }, since: clock.now() });
      log.error(
        { team: teamId, reason: code, method, scope },
        'the token lacks a scope: install the app again with those of the manifest',
      );
      void lookForScopes(teamId, ask);
    },
    held: (): Held => {
      if (refused.get(null)?.isHeld) return 'all';
      return [...refused].flatMap(([teamId, { isHeld }]) => (isHeld && teamId !== null ? [teamId] : []));
    },
    troubles,
    /** How many tokens Slack refuses, and how many calls lack a scope. */
    count: () => {
      const lacking = denied.size;
      return { refused: troubles().length - lacking, lacking };
    },
    /** A token may have changed: check now. */
    lookAgain: (): void => {
      for (const { alarm } of refused.values()) alarm.abort();
      onPermitted(null);
    },
    stop: (): void => stopping.abort(),
  };
};
