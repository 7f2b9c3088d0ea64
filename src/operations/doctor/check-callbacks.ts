import { type Answer, describeSilence } from './ask.ts';
import type { Check, Outcome } from './check.ts';

/** Do callbacks reach Paylink? It answers 404 to an unknown token, in a form that only Paylink sends. */
export const checkCallbacks: Check = {
  id: 'callbacks',
  title: 'Callback route',
  needs: ['PUBLIC_URL'],
  after: ['public-address'],
  run: async ({ config, ask, signal, newToken }) => {
    if (config.publicUrl === null) return null;
    const answer = await ask(`${config.publicUrl}/callbacks/${newToken()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal,
    });
    if (answer.is === 'silence') {
      const { what, remedy } = describeSilence(answer.code);
      return { status: 'failed', seen: `PUBLIC_URL/callbacks/… does not answer: ${what}`, remedy };
    }
    return judge(answer);
  },
};

const PASS_ON =
  'Let the proxy or tunnel pass everything under PUBLIC_URL/callbacks/ to Paylink, without a log-in in front and without logging the paths.';

function judge({ status, body, header }: Answer): Outcome {
  if (status === 404 && body === '' && header('cache-control').includes('no-store')) {
    return { status: 'ok', seen: 'Paylink answers, and knows no link by a random token' };
  }
  if (status === 503) {
    return {
      status: 'failed',
      seen: 'the callback route answers 503: Paylink cannot reach its database, or something before it is down',
      remedy: 'Look at the line of the database, and at Paylink’s log.',
    };
  }
  return {
    status: 'failed',
    seen:
      status === 404
        ? 'the 404 of the callback route is not Paylink’s: something else answers there'
        : `a random token’s callback is answered ${status}, by something else than Paylink`,
    remedy: PASS_ON,
  };
}
