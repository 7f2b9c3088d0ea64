import { callBack, isLoopbackAddress } from './call-back.ts';
import type { CallbackManner } from './callback-manner.ts';
import { asAmount } from './fils.ts';
import { type JsonObject, type Look, stateWord } from './record-look.ts';
import type { SandboxLink, SandboxTransaction } from './records.ts';
import { formatWallClock } from './wall-clock.ts';

export interface CallbackTry {
  readonly at: number;
  /** Null when no answer came. */
  readonly status: number | null;
}

export interface CallbackDelivery {
  readonly orderId: string;
  readonly url: string;
  readonly form: CallbackManner['form'];
  readonly payload: Readonly<JsonObject>;
  readonly tries: readonly CallbackTry[];
  /** `refused`: not an address on this machine. `dropped`: the manner said so. */
  readonly outcome: 'pending' | 'delivered' | 'failed' | 'refused' | 'dropped';
}

interface CallbacksOptions {
  now: () => number;
  look: () => Look;
  manner: () => CallbackManner;
  wait: (ms: number) => Promise<void>;
  /** Aborted when the sandbox closes. */
  signal: AbortSignal;
  changed: () => void;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type OpenDelivery = Mutable<Omit<CallbackDelivery, 'tries'>> & { tries: CallbackTry[] };

const PAUSES_MS = [200, 1000];
const KEPT = 1000;

export const createCallbacks = ({ now, look, manner, wait, signal, changed }: CallbacksOptions) => {
  const deliveries: OpenDelivery[] = [];

  const open = (link: SandboxLink, url: string, payload: JsonObject): OpenDelivery => {
    const { form } = manner();
    const delivery: OpenDelivery = {
      orderId: link.orderId,
      url,
      form,
      payload,
      tries: [],
      outcome: 'pending',
    };
    deliveries.push(delivery);
    if (deliveries.length > KEPT) deliveries.shift();
    return delivery;
  };

  const settle = (delivery: OpenDelivery, outcome: CallbackDelivery['outcome']): void => {
    delivery.outcome = outcome;
    changed();
  };

  const attempt = async (delivery: OpenDelivery): Promise<boolean> => {
    const at = now();
    // An address where nobody answers is an everyday case here, and the journal is where it is told.
    const status = await callBack(delivery.url, delivery.form, delivery.payload, signal).catch(() => null);
    delivery.tries.push({ at, status });
    changed();
    return status !== null && status >= 200 && status < 300;
  };

  const deliver = async (delivery: OpenDelivery): Promise<void> => {
    for (const pause of [0, ...PAUSES_MS]) {
      if (pause > 0) await wait(pause);
      if (signal.aborted) break;
      if (await attempt(delivery)) return settle(delivery, 'delivered');
    }
    settle(delivery, 'failed');
  };

  return {
    deliveries: deliveries as readonly CallbackDelivery[],

    /** Never rejects: what went wrong stands in the deliveries, one for each time the event was told. */
    tell: async (link: SandboxLink, transaction: SandboxTransaction): Promise<CallbackDelivery[]> => {
      const { callback_url: url } = link.request;
      if (!url) return [];
      const { repeat, delayMs, drop, amountFils } = manner();
      const payload = buildPayload(link, transaction, look(), amountFils);
      const told = Array.from({ length: repeat }, () => open(link, url, payload));
      changed();
      if (drop || !isLoopbackAddress(url)) {
        for (const delivery of told) settle(delivery, drop ? 'dropped' : 'refused');
        return told;
      }
      if (delayMs > 0) await wait(delayMs);
      for (const delivery of told) await deliver(delivery);
      return told;
    },
  };
};

function buildPayload(
  link: SandboxLink,
  transaction: SandboxTransaction,
  look: Look,
  amountFils: number | null,
): JsonObject {
  const isPaid = transaction.status === 'SUCCESS';
  return {
    orderId: link.orderId,
    Invoice_Id: link.invoiceId,
    status: stateWord(isPaid ? 'PAID' : 'FAILED', look),
    amount: asAmount(amountFils ?? transaction.amountFils),
    currency: 'AED',
    transactionId: transaction.transactionId,
    paidAt: isPaid ? formatWallClock(transaction.createdAt, look.timeZone) : null,
  };
}
