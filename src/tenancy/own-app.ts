import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ConfigError } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { MetaStore } from '../store/meta-store.ts';

const NAME = 'slack-app';

/** The app of a request that another app's token could not serve, and which signing secret proved it. */
const seenSchema = z.object({ app: z.string(), secret: z.string() });

/** The app that an app-level token is of, which stands in it; null: this one does not say. */
const readAppOf = (appToken: string): string | null => /^xapp-\d+-(A[A-Z0-9]+)-/.exec(appToken)?.[1] ?? null;

const refusal = (theirs: string, tokens: string): ConfigError =>
  new ConfigError([
    `SLACK_BOT_TOKEN is a token of the Slack app ${tokens}, but Slack’s requests come from ${theirs}: copy the Bot User OAuth Token from OAuth & Permissions of ${theirs}, or the signing secret (SLACK_APP_TOKEN in Socket Mode) of ${tokens}`,
  ]);

export type OwnApp = ReturnType<typeof createOwnApp>;

/** Whether the only token and the requests are of the same Slack app: no window opens with the token of another. */
export const createOwnApp = ({
  tokenApp,
  slack: { signingSecret, appToken },
  meta,
  log,
}: {
  /** Null: Slack has not said yet, or does not say. */
  tokenApp: () => string | null;
  slack: { signingSecret: string | null; appToken: string | null };
  meta: Pick<MetaStore, 'read' | 'write'>;
  log: Log;
}) => {
  const secret = createHash('sha256')
    .update(signingSecret ?? '')
    .digest('hex')
    .slice(0, 16);
  let isTold = false;

  const findExpected = async (): Promise<string | null> => {
    if (appToken !== null) return readAppOf(appToken);
    const seen = seenSchema.safeParse(JSON.parse((await meta.read(NAME)) ?? 'null')).data;
    return seen?.secret === secret ? seen.app : null;
  };

  return {
    /** Throws `ConfigError` if it is known by now that they differ. */
    check: async (): Promise<void> => {
      const [tokens, theirs] = [tokenApp(), await findExpected()];
      if (tokens !== null && theirs !== null && tokens !== theirs) throw refusal(theirs, tokens);
    },
    /** Whether a request is of another app; the next start refuses the token then. */
    isOther: async (body: object): Promise<boolean> => {
      const [tokens, theirs] = [tokenApp(), 'api_app_id' in body ? body.api_app_id : null];
      if (tokens === null || typeof theirs !== 'string' || theirs === tokens) return false;
      if (!isTold) {
        isTold = true;
        log.error({ app: theirs, tokenApp: tokens }, refusal(theirs, tokens).faults.join());
        await meta.write(NAME, JSON.stringify({ app: theirs, secret } satisfies z.infer<typeof seenSchema>));
      }
      return true;
    },
  };
};
