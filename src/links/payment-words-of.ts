import type { PaymentWords } from '../payments/index.ts';

/** The words by which the records of a workspace's account are read, with those that its admins have sorted. */
export type PaymentWordsOf = (teamId: string) => Promise<PaymentWords>;
