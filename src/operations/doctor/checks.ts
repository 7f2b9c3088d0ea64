import { z } from 'zod';
import { readManifest } from '../../config/manifest.ts';
import { isLoopback } from '../../is-loopback.ts';
import { explainAppToken, explainBotToken } from '../../slack/slack-errors.ts';
import { MANY, OtherDatabaseError } from '../../tenancy/admission.ts';
import { expectKeys } from '../../tenancy/installations.ts';
import { LATER_SCOPES, listLaterScopes } from '../../tenancy/later-scopes.ts';
import { createSealer } from '../../tenancy/sealer.ts';
import { type Check, failed, ok, post, type Round } from './check.ts';
import { lookInside, runDatabase } from './check-database.ts';
import { runBusiness, runListing, runSignatures, runTransactions } from './check-service.ts';

const word = z.string().default('');
const slackSchema = z.union([
  z.object({ ok: z.literal(true), team: word, team_id: word, user: word }),
  z.object({ ok: z.literal(false), error: z.string().regex(/^[a-z_]{1,60}$/) }),
]);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const ADD_SCOPES =
  'Add what is missing under OAuth & Permissions > Scopes of your Slack app (or give the app the output of `paylink manifest`), then install it to the workspace again.';

/** Calls a method of Slack without arguments. What it says, or why it refuses, with what `explain` says of that. */
const callSlack = async (round: Round, method: string, token: string, explain: (code: string) => string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await post(round, `${round.config.slack.apiUrl}${method}`, headers, '');
  const said = typeof answer === 'string' ? undefined : slackSchema.safeParse(parseJson(answer.body)).data;
  if (typeof answer === 'string' || said === undefined)
    return failed(
      `Slack does not answer (${typeof answer === 'string' ? answer : answer.status})`,
      'Check this machine’s network. Leave SLACK_API_URL out to use Slack itself.',
    );
  if (!said.ok) return failed(`Slack refuses the token (${said.error})`, explain(said.error));
  return { ...said, header: answer.header('x-oauth-scopes') };
};

/** `apps.connections.open`: may the token open a connection? Opens none. */
const runSocket: Check['run'] = async (round) => {
  const { appToken } = round.config.slack;
  if (appToken === null) return null;
  const said = await callSlack(round, 'apps.connections.open', appToken, explainAppToken);
  return 'seen' in said ? said : ok('Slack accepts SLACK_APP_TOKEN');
};

/** `auth.test`: does Slack know the token, and has it the scopes of the manifest? */
const runSlack: Check['run'] = async (round) => {
  const { access } = round.config.slack;
  // Each workspace gets its own token when it installs the app.
  if (access.kind === 'oauth') return null;
  const explain = (code: string) =>
    `${explainBotToken(code)} Messages to Slack are kept until Paylink runs with a valid token.`;
  const said = await callSlack(round, 'auth.test', access.botToken, explain);
  if ('seen' in said) return said;
  const { team, team_id: teamId, user, header } = said;
  const owner = (await lookInside(round))?.owner ?? teamId;
  if (owner !== teamId) throw new OtherDatabaseError(owner, teamId);
  const who = `workspace ${team}, as ${user}`;
  if (header === '') return ok(`${who}; Slack did not say which scopes the token has`);
  const granted = header.split(',').map((scope) => scope.trim());
  const later = listLaterScopes(granted);
  const { bot, bot_optional: optional = [] } = readManifest().oauth_config.scopes;
  const missing = bot.filter(
    (scope) => !optional.includes(scope) && !(scope in LATER_SCOPES) && !granted.includes(scope),
  );
  if (missing.length > 0) return failed(`${who}; scopes are missing: ${missing.join(', ')}`, ADD_SCOPES);
  if (later.length === 0) return ok(`${who}, with all scopes`);
  const brings = later.map((scope) => `With ${scope}, ${LATER_SCOPES[scope]}`);
  return ok(`${who}, with all scopes that Paylink needs`, { remedy: [...brings, ADD_SCOPES].join(' ') });
};

/** With many workspaces, what a start looks at in the database. */
const runWorkspaces: Check['run'] = async (round) => {
  const inside = round.config.slack.access.kind === 'oauth' ? await lookInside(round) : null;
  if (inside === null) return null;
  const { owner, sealed } = inside;
  if (owner !== null && owner !== MANY) throw new OtherDatabaseError(owner, MANY);
  expectKeys(sealed, createSealer(round.config.encryptionKeys));
  return ok(`ENCRYPTION_KEY opens the secrets of ${sealed.length} installation(s)`);
};

/** Does Paylink answer at `PUBLIC_URL`, seen from this machine? The callbacks must get through, whatever a proxy keeps to itself. */
const runAddress: Check['run'] = async (round) => {
  const { publicUrl, slack } = round.config;
  // Socket Mode, and payments are noticed by polling: no address is needed.
  if (publicUrl === null) return null;
  const isOwn = isLoopback(publicUrl);
  if (isOwn ? !isLoopback(slack.apiUrl) : !publicUrl.startsWith('https:'))
    return failed(
      `PUBLIC_URL is ${isOwn ? 'this machine’s own address' : 'not https'}: Slack sends nothing to it`,
      'Put TLS in front of the app, and set PUBLIC_URL to the https address that leads to it from outside.',
    );
  const url = `${publicUrl}/callbacks/${round.newToken()}`;
  const answer = await post(round, url, { 'content-type': 'application/json' }, '{}');
  // Only Paylink answers an unknown token in this form.
  const isPaylink =
    typeof answer !== 'string' &&
    answer.status === 404 &&
    answer.body === '' &&
    answer.header('cache-control').includes('no-store');
  if (isPaylink) return ok('Paylink answers at PUBLIC_URL, and refuses a random callback');
  return failed(
    typeof answer === 'string'
      ? `nothing answers at PUBLIC_URL (${answer})`
      : `something else than Paylink answers at PUBLIC_URL/callbacks/… (${answer.status})`,
    'Start Paylink, and let the proxy or tunnel pass to its PORT what is called from outside, without a redirect or a log-in; docs/deploy.md lists it.',
  );
};

const SERVICE = [
  'PAYLINK_BASE_URL',
  'PAYLINK_API_KEY',
  'PAYLINK_ACCOUNT_ID',
  'PAYLINK_SECRET_KEY',
  'PAYLINK_TIME_ZONE',
  'PAYLINK_LINKS_PATH',
];

/** In the order they are printed, after the environment. */
export const CHECKS: readonly Check[] = [
  { id: 'database', title: 'Database', needs: ['DATABASE_URL', 'DATA_DIR'], run: runDatabase },
  { id: 'workspaces', title: 'Workspaces', needs: ['database', 'ENCRYPTION_KEY'], run: runWorkspaces },
  { id: 'slack', title: 'Slack', needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL'], run: runSlack },
  { id: 'socket', title: 'Socket Mode', needs: ['SLACK_APP_TOKEN', 'SLACK_API_URL'], run: runSocket },
  { id: 'address', title: 'Public address', needs: ['PUBLIC_URL', 'SLACK_API_URL'], run: runAddress },
  { id: 'business', title: 'Business details', needs: SERVICE, run: runBusiness },
  { id: 'listing', title: 'Signed listing', needs: [...SERVICE, 'business'], run: runListing },
  {
    id: 'transactions',
    title: 'List of payments',
    needs: [...SERVICE, 'PAYLINK_TRANSACTIONS_PATH', 'listing'],
    run: runTransactions,
  },
];

/** Only when asked for. */
export const SIGNATURE_CHECK: Check = {
  id: 'signatures',
  title: 'Signatures',
  needs: SERVICE,
  run: runSignatures,
};
