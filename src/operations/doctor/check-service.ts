import { describeSilence } from './ask.ts';
import { type Check, failed, type Outcome, ok, skipped } from './check.ts';

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
      return failed(
        `PAYLINK_BASE_URL cannot be reached: ${what}`,
        `${remedy} If the address is right, ask the payment service.`,
      );
    }
    return {
      ...judge(answer.status),
      facts: answer.aheadMs === null ? {} : { aheadOfServiceMs: answer.aheadMs },
    };
  },
};

function judge(status: number): Outcome {
  if (status >= 300 && status < 400)
    return failed(
      `PAYLINK_BASE_URL leads elsewhere (${status}), which Paylink does not follow`,
      'Set PAYLINK_BASE_URL to the address where it ends, with its prefix.',
    );
  if (status >= 500)
    return failed(
      `the payment service is in trouble (${status})`,
      'Try again in a few minutes. If it happens again, ask the payment service.',
    );
  return ok('something answers at PAYLINK_BASE_URL');
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
    if (!main)
      return skipped(
        'neither Slack nor the payment service gave the time: after a day without it, links expire and old data is erased by this machine’s clock alone',
      );
    const seen = `this machine’s clock ${readings.map(({ of, aheadMs }) => `${inWords(aheadMs)} ${of}`).join(', ')}`;
    const offMs = Math.abs(main.aheadMs);
    const remedy = 'Turn on time synchronisation on this machine (for example: timedatectl set-ntp true).';
    if (offMs > SLACK_REFUSES_MS)
      return failed(
        `${seen}; more than 5 minutes break Slack’s signatures, and until the clock is right no link expires and nothing is erased`,
        remedy,
      );
    return ok(seen, { remedy: offMs > WORTH_A_WORD_MS ? remedy : undefined });
  },
};

function inWords(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (seconds <= 1) return 'agrees with';
  return `is ${seconds.toLocaleString('en')} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}
