import type { IncomingMessage, ServerResponse } from 'node:http';
import { millisecondsInDay } from 'date-fns/constants';
import { z } from 'zod';
import { type Answer, sendAnswer } from './answer.ts';
import { callbackBehaviourSchema, type createCallbacks } from './callbacks.ts';
import type { Setting } from './changes.ts';
import type { HappeningResult, Happenings } from './happenings.ts';
import type { SandboxRequest } from './journal.ts';
import type { Ledger, Refusal } from './ledger.ts';
import { parseJson, readBody } from './read-limited-body.ts';
import { type Look, payAddress } from './record-look.ts';
import { responseShapeSchema } from './response-shape.ts';
import type { CallbackBehaviour, ResponseShape } from './sandbox-api.ts';
import { type Faults, faultSchema } from './service-faults.ts';

interface ControlOptions {
  ledger: Ledger;
  faults: Faults;
  shape: Setting<ResponseShape>;
  callbackBehaviour: Setting<CallbackBehaviour>;
  callbacks: ReturnType<typeof createCallbacks>;
  requests: readonly SandboxRequest[];
  happenings: Happenings;
  look: () => Look;
}

type Handler = (body: unknown) => Answer;

export const CONTROL_PREFIX = '/_play/';

const BODY_LIMIT = 64 * 1024;
const LOOPBACK_ORIGIN = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;
const orderSchema = z.strictObject({ orderId: z.string(), callback: z.boolean().optional() });
const refundSchema = orderSchema.extend({ amountFils: z.number().int().positive().optional() });
const paySchema = orderSchema.extend({
  decline: z.boolean().optional(),
  amountFils: z.number().int().nonnegative().optional(),
  currency: z.string().optional(),
  agoMs: z
    .number()
    .int()
    .nonnegative()
    .max(30 * millisecondsInDay)
    .optional(),
});
const callbackSchema = z.strictObject({ orderId: z.string(), what: z.literal('forge') });

/** The switches over HTTP, for the page of the local Slack. Only pages on this machine may use them. */
export const createControl = (options: ControlOptions) => {
  const { ledger, faults, shape, callbackBehaviour, callbacks, requests, happenings } = options;

  const links = (): unknown[] =>
    ledger.links().map((link) => ({ ...link, paymentLink: payAddress(options.look().url, link) }));
  const readFaults = (): Answer => asJson(200, faults.list());
  const readCallbacks = (): Answer =>
    asJson(200, { behaviour: callbackBehaviour.get(), deliveries: callbacks.deliveries });

  const routes: Record<string, Record<string, Handler>> = {
    faults: {
      GET: readFaults,
      POST: reading(faultSchema, (fault) => {
        faults.add(fault);
        return readFaults();
      }),
      DELETE: () => {
        faults.clear();
        return readFaults();
      },
    },
    shape: {
      GET: () => asJson(200, shape.get()),
      POST: reading(responseShapeSchema.partial(), (change) => {
        shape.set(change);
        return asJson(200, shape.get());
      }),
    },
    callbacks: {
      GET: readCallbacks,
      POST: reading(callbackBehaviourSchema.partial(), (change) => {
        callbackBehaviour.set(change);
        return readCallbacks();
      }),
    },
    links: { GET: () => asJson(200, links()) },
    requests: { GET: () => asJson(200, requests) },
    /** Everything that the page's Payments panel shows. */
    desk: { GET: () => asJson(200, buildDesk(options)) },
    pay: { POST: reading(paySchema, ({ orderId, ...how }) => tellHappening(happenings.pay(orderId, how))) },
    refund: {
      POST: reading(refundSchema, ({ orderId, ...how }) => tellHappening(happenings.refund(orderId, how))),
    },
    cancel: {
      POST: reading(orderSchema, ({ orderId, ...how }) => tellHappening(happenings.cancel(orderId, how))),
    },
    expire: {
      POST: reading(orderSchema, ({ orderId, ...how }) => tellHappening(happenings.expire(orderId, how))),
    },
    callback: {
      POST: reading(callbackSchema, ({ orderId }) => {
        const link = ledger.link(orderId);
        if (!link) return refuse('unknown-link');
        // Does not reject; the callbacks list shows the result.
        void callbacks.forge(link);
        return readCallbacks();
      }),
    },
  };

  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const { method = '', headers } = request;
    const { origin = null } = headers;
    const bytes = await readBody(request, BODY_LIMIT);
    // Against DNS rebinding: a foreign page whose host name resolves to this machine sends no Origin.
    if (!LOOPBACK_HOST.test(headers.host ?? '') || (origin !== null && !LOOPBACK_ORIGIN.test(origin))) {
      sendAnswer(response, asJson(403, { error: 'only pages of this machine may use the switches' }));
      return;
    }
    response.setHeader('Vary', 'Origin');
    if (origin !== null) response.setHeader('Access-Control-Allow-Origin', origin);

    const name = path.slice(CONTROL_PREFIX.length);
    const handlers = Object.hasOwn(routes, name) ? routes[name] : undefined;
    if (!handlers) return sendAnswer(response, asJson(404, { error: 'no such switch' }));
    const allow = Object.keys(handlers).join(', ');
    if (method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Methods', allow);
      response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
      response.writeHead(204).end();
      return;
    }
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (!handler)
      return sendAnswer(response, { ...asJson(405, { error: 'method' }), headers: { Allow: allow } });
    // A form on another site can post without a preflight request, but not JSON.
    if (method === 'POST' && !/^application\/json\b/.test(headers['content-type'] ?? '')) {
      return sendAnswer(response, asJson(415, { error: 'Content-Type must be application/json' }));
    }
    sendAnswer(response, handler(bytes === 'too-large' ? undefined : parseJson(bytes)));
  };
};

function reading<T>(schema: z.ZodType<T>, handle: (value: T) => Answer): Handler {
  return (body) => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return handle(parsed.data);
    return asJson(400, { error: z.prettifyError(parsed.error) });
  };
}

function tellHappening(result: HappeningResult): Answer {
  if (result.outcome !== 'done') return refuse(result.outcome);
  const { link, transaction } = result.happening;
  return asJson(200, { link, transaction });
}

function refuse(error: Refusal): Answer {
  return asJson(error === 'unknown-link' ? 404 : 409, { error });
}

function asJson(status: number, value: unknown): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}

const LINKS_SHOWN = 20;
const CALLBACKS_SHOWN = 20;

/** The latest links and callbacks for the page, with the current behaviour settings. */
const buildDesk = ({ ledger, callbacks, callbackBehaviour, shape, look }: ControlOptions) => ({
  links: ledger
    .links()
    .slice(-LINKS_SHOWN)
    .reverse()
    .map((link) => ({
      orderId: link.orderId,
      invoiceId: link.invoiceId,
      name: link.request.FullName,
      notes: link.request.notes,
      amountFils: link.amountFils,
      status: link.status,
      createdAt: link.createdAt,
      paymentLink: payAddress(look().url, link),
      isCalledBack: Boolean(link.request.callback_url),
    })),
  callbacks: callbacks.deliveries
    .slice(-CALLBACKS_SHOWN)
    .reverse()
    .map(({ orderId, cause, outcome, tries, payload }) => ({
      orderId,
      cause,
      outcome,
      said: payload['status'] ?? null,
      // The address is secret: anybody who knows it can report a payment.
      statuses: tries.map(({ status }) => status),
      at: tries.at(-1)?.at ?? null,
    })),
  behaviour: callbackBehaviour.get(),
  shape: shape.get(),
});
