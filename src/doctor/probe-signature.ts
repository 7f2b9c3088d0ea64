import type { PaymentCredentials } from '../workspaces/installations.ts';
import type { Outcome, Round } from './check.ts';
import { listVariants, type SignatureVariant, writeVariant } from './signature-variants.ts';
import { isAboutCredentials, type Trial, tryCredentials } from './try-credentials.ts';

/** What the other ways of signing come to, when the one that is set gave `set`. */
export const probeSignature = async (
  round: Round,
  credentials: PaymentCredentials,
  set: Trial,
): Promise<Outcome> => {
  const [first, ...others] = listVariants(round.config.paymentService);
  const taken: SignatureVariant[] = first && set.is === 'accepted' ? [first] : [];
  for (const variant of others) {
    if (round.signal.aborted) break;
    const trial = await tryCredentials(round, credentials, variant);
    if (trial.is === 'accepted') taken.push(variant);
    // Anything else than yes or no, such as a limit of requests: the rest would tell nothing.
    else if (!isAboutCredentials(trial)) break;
  }
  const details = taken.map((variant) => `accepted with ${writeVariant(variant)}`);
  if (set.is === 'accepted') {
    return {
      status: 'ok',
      seen:
        taken.length === others.length + 1
          ? 'accepted, with every signature: the service does not look at it'
          : 'accepted with the signature as it is set',
      details,
    };
  }
  const [best] = taken;
  if (best) {
    return {
      status: 'failed',
      seen: 'the service refuses the signature as it is set (401), and accepts another',
      details,
      remedy: `Set ${writeVariant(best)}`,
    };
  }
  return {
    status: 'failed',
    seen: 'the service refuses every known way of signing (401)',
    remedy:
      'So the values are wrong, or its rule is another: check PAYLINK_API_KEY, PAYLINK_ACCOUNT_ID and PAYLINK_SECRET_KEY, then ask the payment service how it computes X-HMAC-Signature.',
  };
};
