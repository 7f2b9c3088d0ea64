import { describeSilence } from './ask.ts';
import type { Check, Outcome } from './check.ts';

/** Does anything answer at the payment service's address? Asked without credentials. */
export const checkService: Check = {
  id: 'service',
  title: 'Payment service',
  needs: ['PAYLINK_BASE_URL'],
  run: async ({ config, ask, signal }) => {
    const answer = await ask(config.paymentService.baseUrl, {
      headers: { 'user-agent': config.paymentService.userAgent },
      signal,
    });
    if (answer.is === 'silence') {
      const { what, remedy } = describeSilence(answer.code);
      return {
        status: 'failed',
        seen: `PAYLINK_BASE_URL cannot be reached: ${what}`,
        remedy: `${remedy} If the address is right, ask the payment service.`,
      };
    }
    return {
      ...judge(answer.status),
      facts: answer.aheadMs === null ? {} : { aheadOfServiceMs: answer.aheadMs },
    };
  },
};

function judge(status: number): Outcome {
  if (status >= 300 && status < 400) {
    return {
      status: 'failed',
      seen: `PAYLINK_BASE_URL leads elsewhere (${status}), which Paylink does not follow`,
      remedy: 'Set PAYLINK_BASE_URL to the address where it ends, with its prefix.',
    };
  }
  if (status >= 500) {
    return {
      status: 'failed',
      seen: `the payment service is in trouble (${status})`,
      remedy: 'Try again in a few minutes. If it happens again, ask the payment service.',
    };
  }
  return { status: 'ok', seen: 'something answers at PAYLINK_BASE_URL' };
}

/** We refuse Slack's requests older than this, so a clock this far off would make us refuse all of them. */
const SLACK_REFUSES_MS = 300_000;
const WORTH_A_WORD_MS = 30_000;

/** This machine's clock against the `Date` of Slack's and the service's answers. */
export const checkClock: Check = {
  id: 'clock',
  title: 'Clock',
  needs: [],
  run: async ({ facts }) => {
    const readings = [
      { of: 'Slack', aheadMs: facts.aheadOfSlackMs },
      { of: 'the payment service', aheadMs: facts.aheadOfServiceMs },
    ].flatMap(({ of, aheadMs }) => (aheadMs === undefined ? [] : [{ of, aheadMs }]));
    const [main] = readings;
    if (!main) return { status: 'skipped', seen: 'neither Slack nor the payment service gave the time' };
    const seen = `this machine’s clock ${readings.map(({ of, aheadMs }) => `${inWords(aheadMs)} ${of}`).join(', ')}`;
    const offMs = Math.abs(main.aheadMs);
    const remedy = 'Turn on time synchronisation on this machine (for example: timedatectl set-ntp true).';
    if (offMs > SLACK_REFUSES_MS) {
      return { status: 'failed', seen: `${seen}; more than 5 minutes break Slack’s signatures`, remedy };
    }
    return { status: 'ok', seen, remedy: offMs > WORTH_A_WORD_MS ? remedy : undefined };
  },
};

function inWords(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (seconds <= 1) return 'agrees with';
  return `is ${seconds.toLocaleString('en')} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}
