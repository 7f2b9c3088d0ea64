import type { IncomingMessage, ServerResponse } from 'node:http';
import oauth, {
  type CallbackOptions,
  ErrorCode,
  InstallProvider,
  InvalidStateError,
  type StateStore,
} from '@slack/oauth';
import { ErrorCode as WebErrorCode } from '@slack/web-api';
import { z } from 'zod';
import { hashToken } from '../../ids.ts';
import { createBoltLogger } from '../../slack/bolt-logger.ts';
import type { NewInstallation } from '../installations.ts';
import type { InstallParts } from './install-parts.ts';
import {
  buildBackToSlack,
  buildTroublePage,
  type PageReply,
  sendPage,
  type TroublePageParts,
} from './pages.ts';

const STATE_LASTS_SECONDS = 30 * 60;

/**
 * A state is signed and holds its time, so it needs no row: anyone can open the install page any number of times. We
 * store only those that came back, as hashes, because Slack's own store takes one any number of times.
 */
const createStateStore = ({ tickets, stateSecret, clock }: InstallParts): StateStore => {
  // Node finds no export of this name in it.
  const signed = new oauth.ClearStateStore(stateSecret, STATE_LASTS_SECONDS - 1);
  return {
    generateStateParam: (options) => signed.generateStateParam(options, new Date(clock.now())),
    verifyStateParam: async (_, state) => {
      const now = clock.now();
      const options = await signed.verifyStateParam(new Date(now), state);
      // Keep it twice as long: an instance whose clock is behind must not accept it again.
      const expiresAt = now + 2 * STATE_LASTS_SECONDS * 1000;
      const used = { purpose: 'install-state-used', tokenHash: hashToken(state), expiresAt };
      if (!(await tickets.spend(used, now))) throw new InvalidStateError('The state was used before.');
      return options;
    },
  };
};

const named = z.object({ id: z.string().min(1), name: z.string().nullish() });
const installationSchema = z.object({
  bot: z.object({
    token: z.string().min(1),
    userId: z.string(),
    scopes: z.array(z.string()),
    refreshToken: z.string().nullish(),
  }),
  tokenType: z.literal('bot'),
  appId: z.string(),
  team: named.nullish(),
  isEnterpriseInstall: z.boolean().nullish(),
  user: z.object({ id: z.string().min(1) }),
});

/** Slack's answer did not hold a lasting bot token. Contains nothing from the answer. */
class AccessUnusableError extends Error {
  override name = 'AccessUnusableError';
}

/** Each workspace adds the app by itself, and has an account of its own. */
class OrganisationInstallError extends Error {
  override name = 'OrganisationInstallError';
}

/** Reads what Slack granted. Throws `OrganisationInstallError`, or `AccessUnusableError`. */
export const parseInstallation = (granted: unknown): NewInstallation => {
  const read = installationSchema.safeParse(granted);
  if (!read.success) {
    const fields = read.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new AccessUnusableError(`Slack's answer to the install lacks or garbles: ${fields}.`);
  }
  const { bot, appId, team, isEnterpriseInstall, user } = read.data;
  if (bot.refreshToken)
    throw new AccessUnusableError(
      'Token rotation is on for this Slack app, and Paylink keeps tokens that do not change.',
    );
  // A workspace inside an organisation has an enterprise too, so only the flag tells the two apart.
  if (isEnterpriseInstall) throw new OrganisationInstallError('The app was installed for an organisation.');
  if (!team) throw new AccessUnusableError('Slack does not say where the app was installed.');
  return {
    teamId: team.id,
    name: team.name || team.id,
    appId,
    botUserId: bot.userId,
    scopes: bot.scopes.filter(Boolean),
    botToken: bot.token,
    installedBy: user.id,
  };
};

/** How long the user may look at an empty page. A code works only once, so we cannot retry. */
const PATIENCE_MS = 15_000;
/** Long enough for the trip to Slack and back, short enough to allow another install the same day. */
const SENT_ON_LASTS_SECONDS = 10 * 60;

/** `/slack/install` and `/slack/oauth_redirect`, by Slack's library, with our pages. */
export const createInstaller = (parts: InstallParts) => {
  const { installations, sentOn, ids, log, publicUrl, clock } = parts;
  const stateStore = createStateStore(parts);
  const provider = new InstallProvider({
    clientId: parts.clientId,
    clientSecret: parts.clientSecret,
    authorizationUrl: parts.authorizeUrl,
    installUrlOptions: { scopes: [...parts.scopes], redirectUri: parts.redirectUri },
    // Slack requires of a direct install URL that it redirects.
    directInstall: true,
    stateStore,
    // Over https, the prefix stops neighbouring hosts from setting it.
    stateCookieName: `${publicUrl.startsWith('https:') ? '__Host-' : ''}paylink_install`,
    stateCookieExpirationSeconds: STATE_LASTS_SECONDS,
    // Failures are logged below, with their reference.
    logger: { ...createBoltLogger(log), error: () => {} },
    clientOptions: {
      slackApiUrl: parts.slackApiUrl,
      retryConfig: { retries: 0 },
      timeout: PATIENCE_MS,
      rejectRateLimitedCalls: true,
    },
  });
  const again = { text: 'Start again', address: parts.installUrl };

  const refuse = (
    status: number,
    page: Omit<TroublePageParts, 'reference' | 'link'>,
    why: object,
  ): PageReply => {
    const reference = ids.reference();
    log.warn({ ...why, reference }, 'an install was not finished');
    return { status, page: buildTroublePage({ ...page, link: again, reference }) };
  };

  const keep = async (installed: NewInstallation): Promise<PageReply> => {
    const kept = await installations.save(installed);
    await parts.onInstalled(installed, kept);
    if (kept.installedBy !== installed.installedBy) return buildInstalledAgain(installed, kept.isConnected);
    return {
      status: 303,
      location: await parts.createConnectAddress(installed.teamId, installed.installedBy),
    };
  };

  /**
   * Slack's own admin pages install the app without a state, and such a code looks just like one an attacker tricked
   * the user into opening. We never exchange it: we send the user to our install page instead. Only once, so that
   * they do not go round in circles.
   */
  const beginHere = (request: IncomingMessage): PageReply => {
    if (sentOn.isSet(request)) return refuse(400, NO_STATE, { state: 'missing again' });
    log.info('an install came without a state, and is begun here');
    return { status: 302, location: parts.installUrl, cookie: sentOn.build(SENT_ON_LASTS_SECONDS) };
  };

  const explain = (error: Error & { code: string }, request: IncomingMessage): PageReply => {
    if (error instanceof OrganisationInstallError) return refuse(403, ORGANISATION, { err: error });
    if (error instanceof AccessUnusableError) return refuse(502, UNUSABLE, { err: error });
    if (SLACK_FAILURES.has(error.code)) return refuse(502, REFUSED, { err: error });
    switch (error.code) {
      case ErrorCode.MissingStateError:
        return beginHere(request);
      case ErrorCode.AuthorizationError:
        return { status: 200, page: buildTroublePage({ ...CANCELLED, link: again }) };
      case ErrorCode.InvalidStateError:
        return refuse(400, STALE, { why: error.message });
      case ErrorCode.MissingCodeError:
        return refuse(400, NO_CODE, { error: /[?&]error=(\w{1,60})/.exec(request.url ?? '')?.[1] });
    }
    throw error;
  };

  /** *Cancel* ends an install: the library reads no state then, and this one must not be finished later. */
  const spend = async (request: IncomingMessage): Promise<void> => {
    const state = new URL(request.url ?? '', publicUrl).searchParams.get('state') ?? '';
    try {
      await stateStore.verifyStateParam(new Date(clock.now()), state);
    } catch (error) {
      // Forged, old or spent: nothing is left to end.
      if (!(error instanceof InvalidStateError)) throw error;
    }
  };

  const callbacks: CallbackOptions = {
    // Kept here and not in a store of the library, since what was there before decides on the page.
    afterInstallation: async (granted, _options, _request, response) => {
      sendPage(response, await keep(parseInstallation(granted)));
      return false;
    },
    failureAsync: async (error, _options, request, response) => {
      if (error.code === ErrorCode.AuthorizationError) await spend(request);
      sendPage(response, explain(error, request));
    },
  };

  return {
    start: async (request: IncomingMessage, response: ServerResponse) => {
      await provider.handleInstallPath(request, response);
      return null;
    },
    finish: async (request: IncomingMessage, response: ServerResponse) => {
      await provider.handleCallback(request, response, callbacks);
      return null;
    },
  };
};

const { PlatformError, RequestError, HTTPError, RateLimitedError } = WebErrorCode;
const SLACK_FAILURES = new Set<string>([PlatformError, RequestError, HTTPError, RateLimitedError]);

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
const IF_AGAIN = 'If it happens again, ask the person who runs Paylink';
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
  what: 'An install can be finished once, within half an hour, from the install page that this browser opened last. Nothing was installed.',
  next: 'Start again from the install page. The browser must accept this site’s cookie.',
};
const ORGANISATION = {
  title: 'Each workspace adds Paylink by itself',
  what: 'You allowed Paylink for a whole organisation, and every workspace needs a payment account of its own. Nothing was kept here.',
  next: 'Remove Paylink in Slack’s organisation settings. Then start again in each workspace that shall have it, and choose that workspace at Slack.',
};
const UNUSABLE = {
  title: 'Slack’s permission cannot be used',
  what: 'Slack answered with something that Paylink cannot work with. Nothing was kept here.',
  next: 'Ask the person who runs Paylink: the log says what was wrong.',
};
