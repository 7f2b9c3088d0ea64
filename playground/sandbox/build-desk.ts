import type { CallbackDelivery } from './callbacks.ts';
import type { Ledger } from './ledger.ts';
import { type Look, payAddress } from './record-look.ts';
import type { CallbackBehaviour, ResponseShape } from './sandbox-api.ts';
import type { Setting } from './setting.ts';

interface DeskParts {
  ledger: Ledger;
  callbacks: readonly CallbackDelivery[];
  callbackBehaviour: Setting<CallbackBehaviour>;
  shape: Setting<ResponseShape>;
  look: () => Look;
}

const LINKS_SHOWN = 20;
const CALLBACKS_SHOWN = 20;

/** The latest links with what a person needs to act on them, the latest callbacks, and how both speak. */
export const buildDesk = ({ ledger, callbacks, callbackBehaviour, shape, look }: DeskParts) => ({
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
  callbacks: callbacks
    .slice(-CALLBACKS_SHOWN)
    .reverse()
    .map(({ orderId, cause, outcome, tries, payload, form }) => ({
      orderId,
      cause,
      outcome,
      form,
      said: payload['status'] ?? null,
      // The address is what lets anybody report a payment: it stays here.
      statuses: tries.map(({ status }) => status),
      at: tries.at(-1)?.at ?? null,
    })),
  behaviour: callbackBehaviour.get(),
  shape: shape.get(),
});
