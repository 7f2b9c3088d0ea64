import { request } from 'node:http';
import { z } from 'zod';
import { asAmount } from './fils.ts';
import { type JsonObject, type Look, stateWord } from './record-look.ts';
import type { LinkStatus, SandboxLink, SandboxTransaction } from './records.ts';
import type { CallbackMishap } from './service-faults.ts';
import { formatWallClock } from './wall-clock.ts';

/** How the sandbox calls a `callback_url`. */
export const callbackBehaviourSchema = z.strictObject({
  /** Sends nothing, as when the network loses it. */
  drop: z.boolean(),
});

export type CallbackBehaviour = z.infer<typeof callbackBehaviourSchema>;

const TIMEOUT_MS = 5000;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The sandbox only calls this machine. */
const isLoopbackAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' && LOOPBACK_HOST.test(hostname);
};

/**
 * One attempt: a POST of JSON; the interface does not say how the service does it. Resolves to the answer's status; rejects
 * without an answer within five seconds. Follows no redirect.
 */
const callBack = (address: string, payload: JsonObject, signal: AbortSignal): Promise<number> => {
  const body = JSON.stringify(payload);
  return new Promise((resolve, reject) => {
    const call = request(
      address,
      {
        method: 'POST',
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        headers: {
          'User-Agent': 'sandbox-payment-service',
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        answer.on('error', reject);
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.resume();
      },
    );
    call.on('error', reject);
    call.end(body);
  });
};

interface CallbackTry {
  readonly at: number;
  /** Null: no answer. */
  readonly status: number | null;
}

export interface CallbackDelivery {
  readonly orderId: string;
  readonly url: string;
  readonly payload: Readonly<JsonObject>;
  /** `forged`: it reports what did not happen. */
  readonly cause: 'event' | 'forged';
  readonly tries: readonly CallbackTry[];
  /** `refused`: not an address on this machine. `dropped`: by the chosen behaviour, or by a random fault. */
  readonly outcome: 'pending' | 'delivered' | 'failed' | 'refused' | 'dropped';
}

/** What a callback reports. */
interface CallbackEvent {
  state: LinkStatus;
  at: number;
  transaction: SandboxTransaction | null;
}

interface CallbacksOptions {
  now: () => number;
  look: () => Look;
  behaviour: () => CallbackBehaviour;
  takeMishap: () => CallbackMishap;
  wait: (ms: number) => Promise<void>;
  /** Aborted when the sandbox closes. */
  signal: AbortSignal;
  changed: () => void;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type OpenDelivery = Mutable<Omit<CallbackDelivery, 'tries'>> & { tries: CallbackTry[] };
type Message = Pick<CallbackDelivery, 'orderId' | 'url' | 'payload' | 'cause'>;
/** Never rejects: failures are recorded in the deliveries. */
type Deliveries = Promise<CallbackDelivery[]>;

const PAUSES_MS = [200, 1000];
const KEPT = 1000;

export const createCallbacks = (options: CallbacksOptions) => {
  const { now, look, behaviour, wait, signal, changed } = options;
  const deliveries: OpenDelivery[] = [];

  const open = (message: Message): OpenDelivery => {
    const delivery: OpenDelivery = { ...message, tries: [], outcome: 'pending' };
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
    // An address that does not answer is normal here; the delivery records it.
    const status = await callBack(delivery.url, delivery.payload, signal).catch(() => null);
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

  const sendAll = async (
    message: Message,
    { repeat = 1, delayMs = 0, drop = false }: CallbackMishap,
  ): Deliveries => {
    const sent = Array.from({ length: repeat }, () => open(message));
    changed();
    if (drop || !isLoopbackAddress(message.url)) {
      for (const delivery of sent) settle(delivery, drop ? 'dropped' : 'refused');
      return sent;
    }
    if (delayMs > 0) await wait(delayMs);
    for (const delivery of sent) await deliver(delivery);
    return sent;
  };

  return {
    deliveries: deliveries as readonly CallbackDelivery[],

    /** Calls the link's `callback_url`, unless that is switched off, with any random fault. */
    tell: async (link: SandboxLink, event: CallbackEvent): Deliveries => {
      const { callback_url: url } = link.request;
      if (!url) return [];
      const payload = buildPayload(link, event, look());
      const mishap = behaviour().drop ? { drop: true } : options.takeMishap();
      return sendAll({ orderId: link.orderId, url, payload, cause: 'event' }, mishap);
    },

    /** Reports the link as paid although nobody paid. Sends nothing without an address. */
    forge: async (link: SandboxLink): Deliveries => {
      const { callback_url: url } = link.request;
      if (!url) return [];
      const payload = buildPayload(link, { state: 'PAID', at: now(), transaction: null }, look());
      return sendAll({ orderId: link.orderId, url, payload, cause: 'forged' }, {});
    },
  };
};

function buildPayload(link: SandboxLink, { state, at, transaction }: CallbackEvent, look: Look): JsonObject {
  return {
    orderId: link.orderId,
    Invoice_Id: link.invoiceId,
    status: stateWord(state, look),
    amount: asAmount(transaction?.amountFils ?? link.amountFils),
    currency: transaction?.currency ?? 'AED',
    transactionId: transaction?.transactionId ?? null,
    paidAt: state === 'PAID' ? formatWallClock(at, look.timeZone) : null,
  };
}
