import { createHmac } from 'node:crypto';
import { isLoopback } from '../../web/is-loopback.ts';
import type { Check, Outcome, Round } from './check.ts';

const COPY_AGAIN = 'Copy the Signing Secret from Basic Information > App Credentials of your Slack app.';

/**
 * Calls the running app as Slack does when you enter a request URL. That shows whether the app was started with
 * this secret; only a real request from Slack can show that the secret is the right one.
 */
export const checkSigningSecret: Check = {
  id: 'signing-secret',
  title: 'Signing secret',
  needs: ['SLACK_SIGNING_SECRET'],
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
  return {
    status: 'failed',
    seen: 'SLACK_SIGNING_SECRET does not look like one: Slack’s are 32 digits of 0-9 and a-f',
    remedy: COPY_AGAIN,
  };
}

function tooEarly(): Outcome {
  return { status: 'skipped', seen: 'its form is right; there is no running app at PUBLIC_URL to try it on' };
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
    return { status: 'ok', seen: 'the running app takes a request signed with it' };
  }
  if (answer.is === 'answer' && answer.status === 401) {
    return {
      status: 'failed',
      seen: 'the running app refuses a request signed with it',
      remedy: `The app was started with another one. ${COPY_AGAIN} Then start Paylink again.`,
    };
  }
  return {
    status: 'failed',
    seen: `PUBLIC_URL/slack/events ${answer.is === 'answer' ? `answers ${answer.status}` : 'does not answer'}, not as Paylink does`,
    remedy:
      'Let the proxy or tunnel pass POST /slack/events to Paylink unchanged: body, and headers x-slack-….',
  };
}
