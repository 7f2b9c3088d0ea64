import type { IncomingMessage } from 'node:http';
import { ErrorCode, WebClient } from '@slack/web-api';
import { z } from 'zod';
import { createBoltLogger } from '../../slack/bolt-logger.ts';
import type { NewInstallation } from '../installations.ts';
import type { InstallParts } from './install-parts.ts';
import { buildBackToSlack, buildTroublePage, type PageReply, type TroublePageParts } from './pages.ts';
import { STATE_LASTS_MS } from './tickets.ts';

/**
 * `GET /slack/install`: redirects straight to Slack, as Slack requires of a direct install URL. Each visit gets its
 * own state; the browser keeps its cookie.
 */
export const createInstallStart =
  ({ authorizeUrl, clientId, scopes, redirectUri, states, cookie, ids }: InstallParts) =>
  async (request: IncomingMessage): Promise<PageReply> => {
    const browser = cookie.read(request) ?? ids.secret();
    const state = states.create(browser);
    const asked = { client_id: clientId, scope: scopes.join(','), redirect_uri: redirectUri, state };
    const location = `${authorizeUrl}?${new URLSearchParams(asked)}`;
    return { status: 302, location, cookie: cookie.build(browser, STATE_LASTS_MS / 1000) };
  };

const named = z.object({ id: z.string().min(1), name: z.string().nullish() });
const accessSchema = z.object({
  access_token: z.string().min(1),
  token_type: z.literal('bot'),
  app_id: z.string(),
  bot_user_id: z.string(),
  scope: z.string(),
  team: named.nullish(),
  enterprise: named.nullish(),
  is_enterprise_install: z.boolean().nullish(),
  authed_user: z.object({ id: z.string().min(1) }),
  refresh_token: z.string().nullish(),
});

/** Slack's answer did not hold a lasting bot token. Contains nothing from the answer. */
class AccessUnusableError extends Error {
  override name = 'AccessUnusableError';
}

/** Reads the answer of `oauth.v2.access`. Throws `AccessUnusableError`. */
export const parseAccess = (answer: unknown): NewInstallation => {
  const read = accessSchema.safeParse(answer);
  if (!read.success) {
    const fields = read.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new AccessUnusableError(`Slack's answer to the install lacks or garbles: ${fields}.`);
  }
  const { team, enterprise, is_enterprise_install, ...access } = read.data;
  if (access.refresh_token)
    throw new AccessUnusableError(
      'Token rotation is on for this Slack app, and Paylink keeps tokens that do not change.',
    );
  // A workspace inside an organisation has an enterprise too, so only the flag tells the two apart.
  const place = is_enterprise_install ? enterprise : team;
  if (!place) throw new AccessUnusableError('Slack does not say where the app was installed.');
  return {
    enterpriseId: enterprise?.id ?? null,
    teamId: is_enterprise_install ? null : place.id,
    name: place.name || place.id,
    appId: access.app_id,
    botUserId: access.bot_user_id,
    scopes: access.scope.split(',').filter(Boolean),
    botToken: access.access_token,
    installedBy: access.authed_user.id,
  };
};

/** How long the user may look at an empty page. A code works only once, so we cannot retry. */
const PATIENCE_MS = 15_000;
/** Long enough for the trip to Slack and back, short enough to allow another install the same day. */
const SENT_ON_LASTS_SECONDS = 10 * 60;

/** `GET /slack/oauth_redirect`: Slack sends the user back here. */
export const createInstallReturn = (parts: InstallParts) => {
  const { installations, clientId, clientSecret, redirectUri, states, cookie, sentOn, ids, log } = parts;
  const client = new WebClient(undefined, {
    slackApiUrl: parts.slackApiUrl,
    retryConfig: { retries: 0 },
    timeout: PATIENCE_MS,
    rejectRateLimitedCalls: true,
    logger: createBoltLogger(log),
  });
  const again = { text: 'Start again', address: parts.installUrl };

  const refuse = (
    status: number,
    parts: Omit<TroublePageParts, 'reference' | 'link'>,
    why: object,
  ): PageReply => {
    const reference = ids.reference();
    log.warn({ ...why, reference }, 'an install was not finished');
    return { status, page: buildTroublePage({ ...parts, link: again, reference }) };
  };

  const finish = async (code: string): Promise<PageReply> => {
    const answer = await client.oauth.v2.access({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      redirect_uri: redirectUri,
    });
    const installed = parseAccess(answer);
    const kept = await installations.save(installed);
    await parts.onInstalled(installed, kept);
    if (kept.installedBy !== installed.installedBy) return buildInstalledAgain(installed, kept.isConnected);
    return { status: 303, location: await parts.createConnectAddress(installed, installed.installedBy) };
  };

  /**
   * Slack's own admin pages install the app without a state, and such a code looks just like one an attacker tricked
   * the user into opening. We never exchange it: we send the user to our install page instead. Only once, so that
   * they do not go round in circles.
   */
  const beginHere = (request: IncomingMessage): PageReply => {
    if (sentOn.read(request) !== null) return refuse(400, NO_STATE, { state: 'missing again' });
    log.info('an install came without a state, and is begun here');
    return {
      status: 302,
      location: parts.installUrl,
      cookie: sentOn.build(ids.secret(), SENT_ON_LASTS_SECONDS),
    };
  };

  return async (request: IncomingMessage): Promise<PageReply> => {
    const { searchParams: sent } = new URL(request.url ?? '', 'http://app.invalid');
    if (!sent.get('state') && sent.get('code')) return beginHere(request);
    const browser = cookie.read(request);
    const isOurs = browser !== null && (await states.redeem(sent.get('state') ?? '', browser));
    if (sent.get('error') === 'access_denied')
      return { status: 200, page: buildTroublePage({ ...CANCELLED, link: again }) };
    if (!isOurs) return refuse(400, STALE, { hasCookie: browser !== null });
    const code = sent.get('code');
    if (!code) return refuse(400, NO_CODE, { error: (sent.get('error') ?? 'no code').slice(0, 60) });
    try {
      return await finish(code);
    } catch (error) {
      if (error instanceof AccessUnusableError) return refuse(502, UNUSABLE, { err: error });
      if (isOfSlack(error)) return refuse(502, REFUSED, { err: error });
      throw error;
    }
  };
};

const { PlatformError, RequestError, HTTPError, RateLimitedError } = ErrorCode;
const SLACK_FAILURES = new Set<string>([PlatformError, RequestError, HTTPError, RateLimitedError]);

function isOfSlack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && SLACK_FAILURES.has(String(error.code));
}

const buildInstalledAgain = (installed: NewInstallation, isConnected: boolean): PageReply => ({
  status: 200,
  page: buildTroublePage({
    title: 'Paylink is installed again',
    what: isConnected
      ? 'Paylink was already installed here. Its settings, its roles and its payment service stay as they were.'
      : 'Paylink was already installed here. Its settings and its roles stay as they were. The credentials of the payment service must be entered anew: until then no link is made.',
    next: 'The person who installed it first and its other admins can change them in Slack with /paylink settings. If none of them is left, remove Paylink from Slack and install it again.',
    back: buildBackToSlack(installed),
  }),
});
const IF_AGAIN = 'If it happens again, ask the person who looks after Paylink';
const notFinished = (what: string, next = `Start again. ${IF_AGAIN}.`) => ({
  title: 'Slack did not finish the install',
  what,
  next,
});
const NO_STATE = notFinished(
  'Slack sent you back twice without proof that you began here. Nothing was installed.',
  `Start again, and press Allow at Slack. ${IF_AGAIN}.`,
);
const NO_CODE = notFinished('Slack sent you back without its permission. Nothing was installed.');
const REFUSED = notFinished(
  'Slack did not grant its permission. Nothing was kept here.',
  `Start again. ${IF_AGAIN}: the log says what Slack answered.`,
);
const CANCELLED = {
  title: 'Nothing was installed',
  what: 'You pressed Cancel at Slack, so Paylink was not added, and nothing was kept.',
  next: 'If someone else has to allow it, send them the address of the install page.',
};
const STALE = {
  title: 'This install link has expired',
  what: 'An install can be finished once, within half an hour, in the browser where it was started. Nothing was installed.',
  next: 'Start again from the install page. The browser must accept this site’s cookie.',
};
const UNUSABLE = {
  title: 'Slack’s permission cannot be used',
  what: 'Slack answered with something that Paylink cannot work with. Nothing was kept here.',
  next: 'Ask the person who looks after Paylink: the log says what was wrong.',
};
