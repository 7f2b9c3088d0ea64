import type { Check, Outcome } from './check.ts';
import { describeSilence } from './network-failure.ts';

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
      remedy: 'Try again in a few minutes. If it goes on, ask the payment service.',
    };
  }
  return { status: 'ok', seen: 'something answers at PAYLINK_BASE_URL' };
}
