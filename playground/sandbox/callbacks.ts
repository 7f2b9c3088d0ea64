import { request } from 'node:http';
import { z } from 'zod';
import { asAmount } from './fils.ts';
import { type JsonObject, type Look, stateWord } from './record-look.ts';
import type { LinkStatus, SandboxLink, SandboxTransaction } from './records.ts';
import type { CallbackMishap } from './service-faults.ts';
import { formatWallClock } from './wall-clock.ts';

/** How the sandbox calls a `callback_url`. The interface does not say how the service does it. */
export const callbackBehaviourSchema = z.strictObject({
  /** `json` and `form`: a POST; `query`: a GET with the members in the address; `put`: a PUT of JSON. */
  form: z.enum(['json', 'form', 'query', 'put']),
  /** How often each event is sent. */
  repeat: z.number().int().min(1).max(50),
  delayMs: z.number().int().nonnegative(),
  /** Sends nothing, as when the network loses it. */
  drop: z.boolean(),
  /** Reported instead of the amount that was paid. */
  amountFils: z.number().int().nonnegative().nullable(),
  /** `references`: only order id, `Invoice_Id` and transaction id; `empty`: nothing but the call itself. */
  says: z.enum(['everything', 'references', 'empty']),
});

export type CallbackBehaviour = z.infer<typeof callbackBehaviourSchema>;

export const DEFAULT_CALLBACK_MANNER: CallbackBehaviour = {
  form: 'json',
  repeat: 1,
  delayMs: 0,
  drop: false,
  amountFils: null,
  says: 'everything',
};

const TIMEOUT_MS = 5000;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The sandbox only calls this machine. */
const isLoopbackAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' && LOOPBACK_HOST.test(hostname);
};

/**
 * One attempt. Resolves to the answer's status; rejects without an answer within five seconds. Follows no redirect.
 */
const callBack = (
  address: string,
  form: CallbackBehaviour['form'],
  payload: JsonObject,
  signal: AbortSignal,
): Promise<number> => {
  const url = new URL(address);
  const pairs = new URLSearchParams(
    Object.entries(payload).map(([key, value]): [string, string] => [key, String(value ?? '')]),
  );
  if (form === 'query') for (const [key, value] of pairs) url.searchParams.append(key, value);
  const body = form === 'query' ? '' : form === 'form' ? pairs.toString() : JSON.stringify(payload);
  const contentType = form === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';

  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: METHODS[form],
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        headers: {
          'User-Agent': 'sandbox-payment-service',
          ...(form !== 'query' && { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) }),
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

const METHODS: Record<CallbackBehaviour['form'], string> = {
  json: 'POST',
  form: 'POST',
  query: 'GET',
  put: 'PUT',
};

interface CallbackTry {
  readonly at: number;
  /** Null: no answer. */
  readonly status: number | null;
}

export interface CallbackDelivery {
  readonly orderId: string;
  readonly url: string;
  readonly form: CallbackBehaviour['form'];
  readonly payload: Readonly<JsonObject>;
  /** `event`: something happened. `repeated`: an event sent again. `forged`: it reports what did not happen. */
  readonly cause: 'event' | 'repeated' | 'forged';
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

export interface Forgery {
  /** Instead of the link's own `callback_url`. */
  url?: string | undefined;
  /** Overrides members of the usual payload. */
  payload?: JsonObject | undefined;
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
type Message = Pick<CallbackDelivery, 'orderId' | 'url' | 'form' | 'payload' | 'cause'>;
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

    /** Calls the link's `callback_url` with the chosen behaviour and any random fault. */
    tell: async (link: SandboxLink, event: CallbackEvent): Deliveries => {
      const { callback_url: url } = link.request;
      if (!url) return [];
      const { form, ...how } = behaviour();
      const payload = buildPayload(link, event, look(), how);
      const message: Message = { orderId: link.orderId, url, form, payload, cause: 'event' };
      return sendAll(message, { ...how, ...options.takeMishap() });
    },

    /** Reports the link as paid although nobody paid. Sends nothing without an address. */
    forge: async (
      link: SandboxLink,
      { url = link.request.callback_url, payload = {} }: Forgery,
    ): Deliveries => {
      if (!url) return [];
      const { form } = behaviour();
      const claim = buildPayload(link, { state: 'PAID', at: now(), transaction: null }, look(), {
        amountFils: null,
        says: 'everything',
      });
      const said = { ...claim, ...payload };
      return sendAll({ orderId: link.orderId, url, form, payload: said, cause: 'forged' }, {});
    },

    /** Sends the order's last event again, unchanged; nothing if there was none. */
    repeat: async (orderId: string): Deliveries => {
      const last = deliveries.findLast((one) => one.orderId === orderId && one.cause === 'event');
      if (!last) return [];
      const { url, form, payload } = last;
      return sendAll({ orderId, url, form, payload, cause: 'repeated' }, {});
    },
  };
};

function buildPayload(
  link: SandboxLink,
  { state, at, transaction }: CallbackEvent,
  look: Look,
  { amountFils, says }: Pick<CallbackBehaviour, 'amountFils' | 'says'>,
): JsonObject {
  const transactionId = transaction?.transactionId ?? null;
  const references = { orderId: link.orderId, Invoice_Id: link.invoiceId };
  if (says === 'empty') return {};
  if (says === 'references') return { ...references, transactionId };
  return {
    ...references,
    status: stateWord(state, look),
    amount: asAmount(amountFils ?? transaction?.amountFils ?? link.amountFils),
    currency: transaction?.currency ?? 'AED',
    transactionId,
    paidAt: state === 'PAID' ? formatWallClock(at, look.timeZone) : null,
  };
}
