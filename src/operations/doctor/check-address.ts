import { isLoopback } from '../../is-loopback.ts';
import { type Answer, type Ask, describeSilence } from './ask.ts';
import { type Check, failed, type Outcome, ok, type Round } from './check.ts';

const OWN_ADDRESS = '127.0.0.1';

/** Does Paylink answer at `PUBLIC_URL`, seen from this machine? */
export const checkPublicAddress: Check = {
  id: 'public-address',
  title: 'Public address',
  needs: ['PUBLIC_URL', 'SLACK_API_URL'],
  answers: 3,
  run: async (round) => {
    const { config, ask, signal } = round;
    const { publicUrl } = config;
    // Socket Mode, and payments are noticed by polling: no address is needed.
    if (publicUrl === null) return null;
    const isForThisMachine = isLoopback(publicUrl);
    if (isForThisMachine && !isLoopback(config.slack.apiUrl))
      return failed(
        'PUBLIC_URL is this machine’s own address: neither Slack nor the payment service can reach it',
        'Set PUBLIC_URL to the https address that leads to this app from outside.',
      );
    if (!isForThisMachine && !publicUrl.startsWith('https:'))
      return failed(
        'PUBLIC_URL is not https: Slack sends nothing to it',
        'Put TLS in front of the app and set PUBLIC_URL to the https address.',
      );
    const answer = await ask(`${publicUrl}/healthz`, { signal });
    if (answer.is === 'silence') {
      const { what, remedy } = describeSilence(answer.code);
      return failed(`nothing answers at PUBLIC_URL: ${what}`, await explainSilence(round, remedy));
    }
    // A proxy may keep this address to itself, but never the callbacks.
    const ours = isPaylink(answer) ? answer : await askCallbacks(round);
    if (ours.is === 'silence' || !(isPaylink(ours) || refusesToken(ours)))
      return describeStranger(answer.status, await isHere(round));
    return ok('Paylink answers at PUBLIC_URL, seen from this machine', {
      facts: ours.aheadMs === null ? {} : { aheadOfAppMs: ours.aheadMs },
    });
  },
};

function isPaylink({ status, body }: { status: number; body: string }): boolean {
  return status === 200 && body.trim() === 'ok';
}

async function isHere({ config, ask, signal }: Round): Promise<boolean> {
  if (config.port === 0) return false;
  const answer = await ask(`http://${OWN_ADDRESS}:${config.port}/healthz`, { signal });
  return answer.is === 'answer' && isPaylink(answer);
}

async function explainSilence(round: Round, remedy: string): Promise<string> {
  const { port } = round.config;
  if (await isHere(round))
    return `Paylink does answer on port ${port} of this machine, so it is the way there: ${remedy}`;
  return `Start Paylink (npm start), then check again. If it runs: ${remedy}`;
}

function describeStranger(status: number, isAtPort: boolean): Outcome {
  const isRedirect = status >= 300 && status < 400;
  return failed(
    isRedirect
      ? `PUBLIC_URL leads elsewhere (${status}), which Slack does not follow`
      : `what answers at PUBLIC_URL/healthz is not Paylink (${status})`,
    isRedirect
      ? 'Set PUBLIC_URL to the address where it ends.'
      : `${isAtPort ? 'Paylink runs on this machine:' : 'Start Paylink (npm start), and'} let the proxy or tunnel pass to its PORT what is called from outside; docs/operations.md lists it.`,
  );
}

const askCallbacks = ({ config, ask, signal, newToken }: Round): ReturnType<Ask> =>
  ask(`${config.publicUrl}/callbacks/${newToken()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal,
  });

/** Paylink's 404 to an unknown token, in a form that only Paylink sends. */
function refusesToken({ status, body, header }: Answer): boolean {
  return status === 404 && body === '' && header('cache-control').includes('no-store');
}

/** Do callbacks reach Paylink? */
export const checkCallbacks: Check = {
  id: 'callbacks',
  title: 'Callback route',
  needs: ['PUBLIC_URL'],
  after: ['public-address'],
  run: async (round) => {
    if (round.config.publicUrl === null) return null;
    const answer = await askCallbacks(round);
    if (answer.is === 'silence') {
      const { what, remedy } = describeSilence(answer.code);
      return failed(`PUBLIC_URL/callbacks/… does not answer: ${what}`, remedy);
    }
    return judge(answer);
  },
};

const PASS_ON =
  'Let the proxy or tunnel pass everything under PUBLIC_URL/callbacks/ to Paylink, without a log-in in front and without logging the paths.';

function judge(answer: Answer): Outcome {
  if (refusesToken(answer)) return ok('Paylink answers, and refuses a random token');
  const { status } = answer;
  if (status === 503)
    return failed(
      'the callback route answers 503: Paylink cannot reach its database, or something before it is down',
      'Look at the line of the database, and at Paylink’s log.',
    );
  return failed(
    status === 404
      ? 'the 404 of the callback route is not Paylink’s: something else answers there'
      : `a random token’s callback is answered ${status}, by something else, not Paylink`,
    PASS_ON,
  );
}
