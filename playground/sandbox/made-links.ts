import type { Ledger } from './ledger.ts';
import type { SandboxTransaction } from './records.ts';
import type { MadeLink } from './sandbox-api.ts';

type Answer = MadeLink['answer'];

export interface MadeLinks {
  /** A call made this link; its answer is on the way. */
  made(orderId: string): void;
  answered(orderId: string, answer: Exclude<Answer, 'waiting' | 'none'>): void;
  list(): MadeLink[];
}

/** Which link's creator was told of it. */
export const createMadeLinks = (ledger: Ledger): MadeLinks => {
  const answers = new Map<string, Answer>();
  return {
    made: (orderId) => void answers.set(orderId, 'waiting'),
    answered: (orderId, answer) => void answers.set(orderId, answer),
    list: () => {
      const byOrder = new Map<string, SandboxTransaction[]>();
      for (const transaction of ledger.transactions()) {
        const mine = byOrder.get(transaction.orderId);
        if (mine) mine.push(transaction);
        else byOrder.set(transaction.orderId, [transaction]);
      }
      return ledger.links().map((link) => ({
        orderId: link.orderId,
        invoiceId: link.invoiceId,
        status: link.status,
        link,
        payments: byOrder.get(link.orderId) ?? [],
        answer: answers.get(link.orderId) ?? 'none',
      }));
    },
  };
};
