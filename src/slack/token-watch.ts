import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { buildRetryDelay } from '../delivery/retry.ts';
import type { Log } from '../log.ts';
import { readSlackFailure } from './slack-failure.ts';

/** A token that Slack refuses, or one that lacks a scope; `teamId` null: of the one workspace. */
export interface TokenTrouble {
  teamId: string | null;
  code: string;
  lacks: { method: string; scope: string } | null;
  since: number;
}

/** Workspaces for which nothing is tried now. */
export type Held = readonly string[] | 'all';

export interface TokenWatch {
  /** How a call for a workspace ended. `ask` looks whether its token is good. */
  onCall(call: { teamId: string | null; method: string; error: unknown; ask: () => Promise<unknown> }): void;
  held(): Held;
  troubles(): TokenTrouble[];
  /** A token may have changed: looks now. */
  lookAgain(): void;
  stop(): void;
}

const deniedSchema = z.object({ data: z.object({ needed: z.string() }) });

interface Refused {
  code: string;
  since: number;
  tries: number;
  /** False: Slack knows the token again, and what waits is tried. */
  isHeld: boolean;
  /** Ends the sleep before the next look. */
  alarm: AbortController;
}

/**
 * Knows which tokens Slack refuses. What a workspace should hear is held until Slack knows its token again, so that
 * nothing is lost, nothing is tried in vain, and no other workspace waits behind it. Each trouble is one line in the
 * log when it begins and one when it ends.
 */
export const createTokenWatch = ({
  clock,
  random,
  log,
  onBack,
}: {
  clock: Clock;
  random: () => number;
  log: Log;
  /** What waited may be tried now. */
  onBack: () => void;
}): TokenWatch => {
  const stopping = new AbortController();
  const refused = new Map<string | null, Refused>();
  const denied = new Map<string, TokenTrouble>();

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
        // Nobody waits for its token any more: its notices end as those of a workspace that is gone.
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
      log.error({ team: teamId, reason: code }, 'Slack refuses the token: what it should hear waits');
    const at = known ?? { code, since: clock.now(), tries: 0, isHeld: true, alarm: new AbortController() };
    Object.assign(at, { code, isHeld: true });
    refused.set(teamId, at);
    void look(teamId, at, ask);
  };

  return {
    onCall: ({ teamId, method, error, ask }) => {
      const key = `${teamId ?? ''} ${method}`;
      if (error === null) {
        if (denied.delete(key)) log.info({ team: teamId, method }, 'Slack allows it again');
        // Asking whose the token is proves nothing of the rest.
        if (method === 'auth.test' || refused.get(teamId)?.isHeld !== false) return;
        refused.delete(teamId);
        log.info({ team: teamId }, 'Slack takes the token again');
        return;
      }
      const { why, code } = readSlackFailure(error);
      if (why === 'token') hold(teamId, code, ask);
      if (why !== 'scope' || denied.has(key)) return;
      const scope = deniedSchema.safeParse(error).data?.data.needed ?? 'not named';
      denied.set(key, { teamId, code, lacks: { method, scope }, since: clock.now() });
      log.error(
        { team: teamId, reason: code, method, scope },
        'the token lacks a scope: install the app again with those of the manifest',
      );
    },
    held: () => {
      if (refused.get(null)?.isHeld) return 'all';
      return [...refused].flatMap(([teamId, { isHeld }]) => (isHeld && teamId !== null ? [teamId] : []));
    },
    troubles: () => [
      ...[...refused].flatMap(([teamId, { code, since, isHeld }]) =>
        isHeld ? [{ teamId, code, since, lacks: null }] : [],
      ),
      ...denied.values(),
    ],
    lookAgain: () => {
      for (const { alarm } of refused.values()) alarm.abort();
    },
    stop: () => stopping.abort(),
  };
};
