import type { Outcome } from './check.ts';
import type { Surroundings } from './read-surroundings.ts';

/** All faults of the environment, and names that look misspelt. */
export const checkEnvironment = ({ faults, warnings }: Surroundings): Outcome => {
  if (faults.length > 0) {
    return {
      status: 'failed',
      seen: faults.length === 1 ? 'one fault' : `${faults.length} faults`,
      details: [...faults, ...warnings],
      remedy: 'Correct them in .env or in the environment; .env.example shows every setting.',
    };
  }
  if (warnings.length === 0) return { status: 'ok', seen: 'complete' };
  return {
    status: 'ok',
    seen: 'complete, with names that Paylink does not know',
    details: warnings,
    remedy: 'Correct or remove them.',
  };
};
