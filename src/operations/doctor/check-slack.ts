import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { readManifest } from '../../config/manifest.ts';
import { isLoopback } from '../../is-loopback.ts';
import { explainAppToken, explainBotToken } from '../../slack/slack-errors.ts';
import { LATER_SCOPES, listLaterScopes } from '../../tenancy/later-scopes.ts';
import { type Answer, describeSilence, parseJson } from './ask.ts';
import { type Check, type Facts, failed, type Outcome, ok, type Round, skipped } from './check.ts';

const refusalSchema = z.object({ ok: z.literal(false), error: z.string().regex(/^[a-z_]{1,60}$/) });
const tokenSchema = z.union([
  z.object({ ok: z.literal(true), team: z.string(), user: z.string(), app_id: z.string().nullish() }),
  refusalSchema,
]);
const socketSchema = z.union([z.object({ ok: z.literal(true) }), refusalSchema]);

/** Calls a method of Slack's Web API. `failure`: Slack did not answer, or something else did. */
const callSlack = async <Said>(
  { config, ask, signal }: Round,
  { method, token, schema }: { method: string; token: string; schema: z.ZodType<Said> },
): Promise<{ said: Said; answer: Answer; failure: null } | { failure: Outcome }> => {
  const answer = await ask(config.slack.apiUrl + method, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
    signal,
  });
  if (answer.is === 'silence') {
    const { what, remedy } = describeSilence(answer.code);
    return { failure: failed(`Slack cannot be reached: ${what}`, remedy) };
  }
  const said = schema.safeParse(parseJson(answer.body)).data;
  if (said !== undefined) return { said, answer, failure: null };
  return {
    failure: failed(
      `the address of Slack’s Web API answers ${answer.status}, but not as Slack does`,
      'Leave SLACK_API_URL out to use Slack itself. If it is Slack’s, try again later.',
      { facts: readFacts(answer) },
    ),
  };
};

function readFacts({ header, aheadMs }: Answer): Facts {
  const scopes = header('x-oauth-scopes');
  return {
    ...(aheadMs === null ? {} : { aheadOfSlackMs: aheadMs }),
    ...(scopes === '' ? {} : { grantedScopes: scopes.split(',').map((scope) => scope.trim()) }),
  };
}

/** An app-level token names its app. */
const APP_TOKEN = /^xapp-\d+-(A[0-9A-Z]+)-/;

/** `auth.test`: does Slack know the token, which workspace is it for, and of which app? */
export const checkSlackToken: Check = {
  id: 'slack-token',
  title: 'Slack token',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL'],
  run: async (round) => {
    const { access } = round.config.slack;
    // Each workspace gets its own token when it installs the app.
    if (access.kind === 'oauth') return null;
    const called = await callSlack(round, {
      method: 'auth.test',
      token: access.botToken,
      schema: tokenSchema,
    });
    if (called.failure !== null) return called.failure;
    const { said, answer } = called;
    const facts = readFacts(answer);
    if (said.ok) {
      const { app_id: app = null } = said;
      const [, other = app] = APP_TOKEN.exec(round.config.slack.appToken ?? '') ?? [];
      // Not every Slack says of which app a bot token is.
      if (app !== null && app !== other)
        return failed(
          `SLACK_BOT_TOKEN is of the app ${app}, SLACK_APP_TOKEN of ${other}`,
          'Copy both from the same app: OAuth & Permissions, and Basic Information > App-Level Tokens.',
          { facts },
        );
      return ok(`workspace ${said.team}, as ${said.user}${app === null ? '' : `, app ${app}`}`, { facts });
    }
    return failed(
      `Slack refuses it (${said.error})`,
      `${explainBotToken(said.error)} Messages to Slack are kept until Paylink runs with a valid token.`,
      { facts },
    );
  },
};

const ADD_SCOPES =
  'Add what is missing under OAuth & Permissions > Scopes of your Slack app (or give the app the output of `npm run manifest`), then install it to the workspace again.';

/** Scopes the manifest asks for that the token lacks. */
const listMissingScopes = (granted: readonly string[]): string[] => {
  const { bot, bot_optional: optional = [] } = readManifest().oauth_config.scopes;
  return bot.filter(
    (scope) => !optional.includes(scope) && !(scope in LATER_SCOPES) && !granted.includes(scope),
  );
};

/** Compares the token's scopes, as Slack reports them, with the manifest's. */
export const checkSlackScopes: Check = {
  id: 'slack-scopes',
  title: 'Slack scopes',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL'],
  after: ['slack-token'],
  run: async ({ config, facts }) => {
    if (config.slack.access.kind === 'oauth') return null;
    const granted = facts.grantedScopes;
    if (!granted) return skipped('Slack did not say which scopes the token has');
    const { bot, bot_optional: optional = [] } = readManifest().oauth_config.scopes;
    const missing = listMissingScopes(granted);
    const spare = granted.filter((scope) => ![...bot, ...optional].includes(scope));
    if (missing.length > 0) return failed(`missing: ${missing.join(', ')}`, ADD_SCOPES);
    const later = listLaterScopes(granted);
    const advice = [
      ...later.map((scope) => `With ${scope}, ${LATER_SCOPES[scope]} To get it: ${ADD_SCOPES}`),
      ...(spare.length > 0 ? [`Not needed, and better removed: ${spare.join(', ')}.`] : []),
    ];
    return ok(
      later.length > 0
        ? `all that Paylink needs are granted; an install today also asks for ${later.join(', ')}`
        : `all of the manifest’s are granted (${bot.join(', ')})`,
      { remedy: advice.length > 0 ? advice.join(' ') : undefined },
    );
  },
};

/** `apps.connections.open`: would Slack let us open a socket? We do not connect to it. */
export const checkAppToken: Check = {
  id: 'app-token',
  title: 'Socket Mode',
  needs: ['SLACK_APP_TOKEN', 'SLACK_API_URL'],
  run: async (round) => {
    const { appToken: token } = round.config.slack;
    if (token === null) return null;
    const called = await callSlack(round, { method: 'apps.connections.open', token, schema: socketSchema });
    if (called.failure !== null) return { ...called.failure, facts: {} };
    const { said } = called;
    if (said.ok) {
      if ((await isAppConnected(round)) === false)
        return failed(
          'Slack opens a socket for SLACK_APP_TOKEN, but the running app is not connected',
          'Look for “no connection to Slack” in its log. If the token was replaced, start Paylink again.',
        );
      return ok('Slack opens a socket for SLACK_APP_TOKEN');
    }
    return failed(`Slack opens no socket for SLACK_APP_TOKEN (${said.error})`, explainAppToken(said.error));
  },
};

const COPY_AGAIN = 'Copy the Signing Secret from Basic Information > App Credentials of your Slack app.';

/**
 * Calls the running app as Slack does when you enter a request URL. That shows whether the app was started with
 * this secret; only a real request from Slack can show that the secret is the right one.
 */
export const checkSigningSecret: Check = {
  id: 'signing-secret',
  title: 'Signing secret',
  needs: ['SLACK_SIGNING_SECRET'],
  answers: 2,
  run: async (round) => {
    const { signingSecret, appToken } = round.config.slack;
    if (signingSecret === null || appToken !== null) return null;
    return (
      judgeForm(round, signingSecret) ??
      (round.isOk('public-address') ? tryOnApp(round, signingSecret) : tooEarly())
    );
  },
};

/** Slack's secrets are 32 hexadecimal digits; the local Slack simulator may use any. */
function judgeForm({ config: { slack } }: Round, signingSecret: string): Outcome | null {
  if (isLoopback(slack.apiUrl) || /^[0-9a-f]{32}$/.test(signingSecret)) return null;
  return failed(
    'SLACK_SIGNING_SECRET does not look like one: Slack’s are 32 digits of 0-9 and a-f',
    COPY_AGAIN,
  );
}

function tooEarly(): Outcome {
  return skipped('its form is right; there is no running app at PUBLIC_URL to try it on');
}

/** What the app on this machine says of its metrics; null: it does not answer. */
async function askMetrics({
  config,
  ask,
  signal,
}: Pick<Round, 'config' | 'ask' | 'signal'>): Promise<string | null> {
  if (config.port === 0) return null;
  const answer = await ask(`http://127.0.0.1:${config.port}/metrics`, { signal });
  return answer.is === 'silence' ? null : answer.body;
}

/** Null: no app in Socket Mode answers on this machine. */
async function isAppConnected(round: Pick<Round, 'config' | 'ask' | 'signal'>): Promise<boolean | null> {
  const [, value] = /^paylink_socket_connected ([01])$/m.exec((await askMetrics(round)) ?? '') ?? [];
  return value === undefined ? null : value === '1';
}

/** How many requests to Slack's path the app on this machine has refused; 0 if it has taken any, or does not say. */
async function countRefused(round: Pick<Round, 'config' | 'ask' | 'signal'>): Promise<number> {
  const metrics = await askMetrics(round);
  const counts = [...(metrics ?? '').matchAll(/^paylink_slack_requests_total\{.*outcome="(\w+)"\} (\d+)$/gm)];
  const isTaken = counts.some(([, outcome]) => outcome !== 'refused');
  return isTaken ? 0 : counts.reduce((sum, [, , count]) => sum + Number(count), 0);
}

async function tryOnApp(
  { config, ask, signal, clock, facts, newToken }: Round,
  signingSecret: string,
): Promise<Outcome> {
  const challenge = newToken();
  const body = JSON.stringify({ type: 'url_verification', challenge });
  // Sign by the app's clock: another check reports when this machine's clock is wrong.
  const seconds = Math.floor((clock.now() - (facts.aheadOfAppMs ?? 0)) / 1000);
  const mac = createHmac('sha256', signingSecret).update(`v0:${seconds}:${body}`).digest('hex');
  const answer = await ask(`${config.publicUrl}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-slack-request-timestamp': String(seconds),
      'x-slack-signature': `v0=${mac}`,
    },
    body,
    signal,
  });
  if (answer.is === 'answer' && answer.status === 200 && answer.body.includes(challenge)) {
    const refused = await countRefused({ config, ask, signal });
    const advice = `It has refused ${refused === 1 ? 'a request' : `${refused} requests`} and taken none from Slack. If it was Slack that sent them, this is the secret of another app, or another of its secrets. ${COPY_AGAIN}`;
    return ok('the running app takes a request signed with it', {
      remedy: refused > 0 ? advice : undefined,
    });
  }
  if (answer.is === 'answer' && answer.status === 401)
    return failed(
      'the running app refuses a request signed with it',
      `The app was started with another one. ${COPY_AGAIN} Then start Paylink again.`,
    );
  return failed(
    `PUBLIC_URL/slack/events ${answer.is === 'answer' ? `answers ${answer.status}` : 'does not answer'}, not as Paylink does`,
    'Let the proxy or tunnel pass POST /slack/events to Paylink unchanged: body, and headers x-slack-….',
  );
}
