import type { AllMiddlewareArgs, AnyMiddlewareArgs, App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Base } from '../app-parts.ts';
import type { Clock } from '../clock.ts';
import { ConfigError } from '../config/config.ts';
import { buildRetryDelay } from '../delivery/retry.ts';
import type { Log } from '../log.ts';
import { RemedyError } from '../remedy-error.ts';
import { findTeamId } from '../slack/read-origin.ts';
import { explainRefusedToken } from '../slack/slack-errors.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';
import type { MetaStore } from '../store/meta-store.ts';

/** `unknown`: Slack has not told us yet who owns the token, so we serve no one. */
type Admission = 'served' | 'stranger' | 'unknown';

export type OwnWorkspace = ReturnType<typeof createOwnWorkspace>;

const answerSchema = z.object({
  team_id: z.string().min(1),
  is_enterprise_install: z.boolean().nullish(),
  app_id: z.string().nullish(),
  response_metadata: z.object({ scopes: z.array(z.string()).nullish() }).nullish(),
});

const SAYS_NOTHING =
  'Slack does not say whose SLACK_BOT_TOKEN this is: requests from Slack are refused, callbacks are stored, messages to Slack wait';

/** How long a request may wait for Slack's first answer; its trigger expires after three seconds. */
const FIRST_ANSWER_WITHIN_MS = 1_500;

/** In the table `meta`: the workspace whose database it is, or `MANY`. */
export const OWNER = 'owner';
/** The value of `OWNER` for an app that many workspaces install. */
export const MANY = 'many';

/** The database belongs to another workspace: its jobs would fail here for good. */
export class OtherDatabaseError extends RemedyError {
  override name = 'OtherDatabaseError';

  constructor(kept: string, found: string) {
    const name = (id: string) => (id === MANY ? 'many workspaces' : `the Slack workspace ${id}`);
    super(
      `This database belongs to ${name(kept)}, and this Paylink serves ${name(found)}: give it a database of its own (DATABASE_URL or DATA_DIR), or start it with the Slack settings of before.`,
    );
  }
}

const OF_ORGANISATION =
  'SLACK_BOT_TOKEN is of an install for a whole organisation, and Paylink serves one workspace: install the app in that workspace and copy its Bot User OAuth Token';

/** The workspace that owns the token. Requests from anywhere else are refused. */
export const createOwnWorkspace = ({
  authTest,
  clock,
  random,
  log,
  meta,
  onKnown = async () => undefined,
}: {
  authTest: () => Promise<unknown>;
  /** Remembers whose database this is. */
  meta: Pick<MetaStore, 'claim'>;
  onKnown?: (teamId: string) => Promise<void>;
  clock: Clock;
  random: () => number;
  log: Log;
}) => {
  const stopping = new AbortController();
  let served: string | null = null;
  let asking: Promise<void> | null = null;
  let scopes: readonly string[] | null = null;
  let app: string | null = null;
  let refusedAs: string | null = null;

  const ask = async (): Promise<void> => {
    const { team_id, is_enterprise_install, app_id, response_metadata } = answerSchema.parse(
      await authTest(),
    );
    if (is_enterprise_install) throw new ConfigError([OF_ORGANISATION]);
    app = app_id ?? null;
    scopes = response_metadata?.scopes ?? null;
    const kept = await meta.claim(OWNER, team_id);
    if (kept !== team_id) throw new OtherDatabaseError(kept, team_id);
    served = team_id;
    await onKnown(team_id);
    log.info({ teamId: team_id }, 'the workspace of the token is known');
  };

  const retryUntil = async (): Promise<void> => {
    let told = '';
    for (let attempts = 0; served === null && !stopping.signal.aborted; attempts += 1) {
      asking = ask();
      try {
        await asking;
      } catch (error) {
        if (endsStart(error)) throw error;
        const againInMs = buildRetryDelay(attempts, random);
        const { why, code: reason } = readSlackFailure(error);
        refusedAs = why === 'token' ? reason : null;
        // Log a reason once: it may stay the same for days.
        if (reason !== told) log.error({ reason }, SAYS_NOTHING);
        told = reason;
        await clock.sleep(againInMs, stopping.signal);
      }
    }
  };

  return {
    judge: async (teamId: string | null | undefined): Promise<Admission> => {
      if (served === null && asking !== null) {
        const waited = new AbortController();
        await Promise.race([isAsked(asking), clock.sleep(FIRST_ANSWER_WITHIN_MS, waited.signal)]);
        waited.abort();
      }
      if (served === null) return 'unknown';
      return teamId === served ? 'served' : 'stranger';
    },
    /**
     * Asks Slack who owns the token until it answers. Resolves after the first attempt, even if that failed. Rejects with
     * `OtherDatabaseError`, or `ConfigError` for an organisation's token.
     */
    start: async (): Promise<void> => {
      const known = retryUntil();
      let isStarted = false;
      // Later than the start it ends the process, whose next start is refused.
      void known.catch((error: unknown) => {
        if (isStarted) throw error;
      });
      await Promise.race([known, ...(asking === null ? [] : [isAsked(asking)])]);
      isStarted = true;
    },
    /** Null: not known yet. */
    served: () => served,
    stop: (): void => stopping.abort(),
    /** The app of the token; null: no answer yet, or it does not say. */
    app: () => app,
    /** Why Slack refuses the token, so that nobody knows whose it is; null: it does not. */
    refusedAs: () => (served === null ? refusedAs : null),
    /** The token's scopes, from the same answer; null: no answer yet, or no scopes in it. */
    scopes: () => scopes,
  };
};

const endsStart = (error: unknown): boolean =>
  error instanceof OtherDatabaseError || error instanceof ConfigError;

/** Ignores the failure, which the retry loop logs, but not one that ends the start. */
const isAsked = (asking: Promise<void>): Promise<void> =>
  asking.catch((error: unknown) => {
    if (endsStart(error)) throw error;
  });

/** Told to people whose workspace is not the one that Paylink serves. */
const OTHER_WORKSPACE_TEXT =
  'Sorry: this Paylink belongs to another Slack workspace, so it did nothing. Ask the person who added it here to set up a Paylink for this one.';

/** Of many workspaces, theirs may have been served before: the database is new, or was restored. */
const buildUnknownText = (publicUrl: string | null): string =>
  `Paylink doesn’t know your Slack workspace, so it did nothing. Add Paylink again: ${publicUrl}/slack/install`;

/** Shown until Slack has told us which workspace the token belongs to. */
const NOT_READY_TEXT = 'Paylink has just started, so it did nothing. Try again in a minute.';

type AnyArgs = AnyMiddlewareArgs & AllMiddlewareArgs;

/** What Bolt puts into a request's context. */
export interface Authorized {
  /** The one of the token. */
  teamId?: string;
  token?: string;
  /** See `createRequestClients`. */
  botToken?: never;
  botUserId?: string;
  /** The user's workspace has not installed the app. */
  isStranger?: true;
}

/** `authorize` returns this instead of a token when the user's workspace has not installed the app. */
export const STRANGER: Authorized = { isStranger: true };

/**
 * Refuses every request from a workspace we do not serve, even if correctly signed: tells the user and logs it.
 * `own`: the only workspace served; null: `authorize` has decided who is served.
 */
export const refuseStrangers = (app: App, { own, config, log }: Base): void => {
  const strangerText = own ? OTHER_WORKSPACE_TEXT : buildUnknownText(config.publicUrl);
  const judge = async ({ context, body }: AnyArgs): Promise<Admission> => {
    if (findTeamId(body) === null) return 'stranger';
    if (own === null) return context['isStranger'] === true ? 'stranger' : 'served';
    const installed = await own.judge(context.teamId);
    return installed === 'served' && isForOwnPeople(body) ? own.judge(findTeamId(body)) : installed;
  };
  app.use(async (args: AnyArgs) => {
    const admission = await judge(args);
    if (admission === 'served') return args.next();
    const team = findTeamId(args.body);
    log.warn({ team, admission }, 'request not served');
    const refusedAs = own?.refusedAs() ?? null;
    const notReady =
      refusedAs === null ? NOT_READY_TEXT : `${explainRefusedToken(refusedAs)} Nothing was done.`;
    await answer(args, admission === 'stranger' ? strangerText : notReady);
  });
};

/**
 * Only our own people may use commands and forms. In a shared channel the other company's people may press buttons;
 * the button's handler tells them it is not theirs.
 */
function isForOwnPeople(body: object): boolean {
  return 'command' in body || ('type' in body && body.type === 'view_submission');
}

async function answer(args: AnyArgs, text: string): Promise<void> {
  const { body } = args;
  if ('command' in args) return args.ack({ response_type: 'ephemeral', text });
  if ('view' in args && body.type === 'view_submission')
    return args.ack({ response_action: 'update', view: buildWindow(text) });
  // Events are answered without their listener.
  if (!('ack' in args) || typeof args.ack !== 'function') return;
  await args.ack();
  if ('respond' in args && typeof args.respond === 'function')
    await args.respond({ response_type: 'ephemeral', replace_original: false, text });
}

function buildWindow(text: string): ModalView {
  return {
    type: 'modal',
    title: { type: 'plain_text', text: 'Payment link' },
    close: { type: 'plain_text', text: 'Close' },
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }],
  };
}
