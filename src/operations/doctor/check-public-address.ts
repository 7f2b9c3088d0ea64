import { isLoopback } from '../../web/is-loopback.ts';
import { describeSilence } from './ask.ts';
import type { Check, Outcome, Round } from './check.ts';

const OWN_ADDRESS = '127.0.0.1';

/** Does Paylink answer at `PUBLIC_URL`, seen from this machine? */
export const checkPublicAddress: Check = {
  id: 'public-address',
  title: 'Public address',
  needs: ['PUBLIC_URL', 'SLACK_API_URL'],
  answers: 2,
  run: async (round) => {
    const { config, ask, signal } = round;
    const { publicUrl } = config;
    // Socket Mode, and payments are noticed by polling: no address is needed.
    if (publicUrl === null) return null;
    const isForThisMachine = isLoopback(publicUrl);
    if (isForThisMachine && !isLoopback(config.slack.apiUrl)) {
      return {
        status: 'failed',
        seen: 'PUBLIC_URL is this machine’s own address: neither Slack nor the payment service can reach it',
        remedy: 'Set PUBLIC_URL to the https address that leads to this app from outside.',
      };
    }
    if (!isForThisMachine && !publicUrl.startsWith('https:')) {
      return {
        status: 'failed',
        seen: 'PUBLIC_URL is not https: Slack sends nothing to it',
        remedy: 'Put TLS in front of the app and set PUBLIC_URL to the https address.',
      };
    }
    const answer = await ask(`${publicUrl}/healthz`, { signal });
    if (answer.is === 'silence') {
      const { what, remedy } = describeSilence(answer.code);
      return {
        status: 'failed',
        seen: `nothing answers at PUBLIC_URL: ${what}`,
        remedy: await explainSilence(round, remedy),
      };
    }
    if (isPaylink(answer)) {
      return {
        status: 'ok',
        seen: 'Paylink answers at PUBLIC_URL, seen from this machine',
        facts: answer.aheadMs === null ? {} : { aheadOfAppMs: answer.aheadMs },
      };
    }
    return describeStranger(answer.status, await isHere(round));
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
  if (await isHere(round)) {
    return `Paylink does answer on port ${port} of this machine, so it is the way there: ${remedy}`;
  }
  return `Start Paylink (npm start), then check again. If it runs: ${remedy}`;
}

function describeStranger(status: number, isAtPort: boolean): Outcome {
  const isRedirect = status >= 300 && status < 400;
  return {
    status: 'failed',
    seen: isRedirect
      ? `PUBLIC_URL leads elsewhere (${status}), which Slack does not follow`
      : `what answers at PUBLIC_URL/healthz is not Paylink (${status})`,
    remedy: isRedirect
      ? 'Set PUBLIC_URL to the address where it ends.'
      : isAtPort
        ? 'Paylink runs on this machine: let the proxy or tunnel pass everything under PUBLIC_URL to its PORT.'
        : 'Start Paylink (npm start), and let the proxy or tunnel pass everything under PUBLIC_URL to its PORT.',
  };
}
