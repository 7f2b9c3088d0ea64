import { z } from 'zod';

/** How the sandbox tells a `callback_url` about a payment. The interface does not show how the service does it. */
export const callbackBehaviourSchema = z.strictObject({
  /** `json` and `form`: a POST; `query`: a GET with the members in the address; `put`: a PUT of JSON. */
  form: z.enum(['json', 'form', 'query', 'put']),
  /** How often one event is told. */
  repeat: z.number().int().min(1).max(50),
  delayMs: z.number().int().nonnegative(),
  /** Nothing is sent, as when a network ate it. */
  drop: z.boolean(),
  /** Told instead of the amount that was paid. */
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
