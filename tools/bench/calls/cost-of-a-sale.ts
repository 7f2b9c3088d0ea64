import { FRONT_DESK, SARA } from '../../../packages/local-slack/src/people-and-places.ts';
import type { StorePlace } from '../../../src/open-store.ts';
import { createTill } from '../till.ts';
import type { Calls } from './count-calls.ts';
import { type CountedApp, startCountedApp } from './counted-app.ts';

/** Until the card has its buttons and Slack has processed the QR picture. */
const MAKING_MS = 12_000;
/** For a worker thread to draw the QR picture, also on a busy machine. */
const DRAWING_MS = 60;
/** Until the card and the channel say that it is paid. */
const TELLING_MS = 8_000;
/** The default of PAYLINK_SWEEP_SECONDS. */
const SWEEP_MS = 600_000;
/** A sale that begins so long before the next sweep has ended by then, or is paid just before it. */
const BEFORE_SWEEP_MS = { withCallback: MAKING_MS + TELLING_MS + 5_000, withoutCallback: MAKING_MS + 1_000 };

export interface SaleCosts {
  withCallback: Calls;
  /** The next sweep finds the payment. */
  withoutCallback: Calls;
}

/**
 * What one sale costs, from the typed command to the paid card with its QR code, with the customer's window open. Counted after
 * a first sale, from which the app learns the service's words.
 */
export const countSale = async (place: StorePlace | null = null): Promise<SaleCosts> => {
  const app = await startCountedApp({ place });
  const { clock, counter } = app;
  const untilSweep = () => SWEEP_MS - ((clock.now() - app.startedAt) % SWEEP_MS);
  const count = async (number: number, how: keyof SaleCosts): Promise<Calls> => {
    await clock.advance(SWEEP_MS + untilSweep() - BEFORE_SWEEP_MS[how]);
    counter.take();
    const sale = await make(app, number);
    await sale.pay({ callback: how === 'withCallback' });
    const counted = counter.take();
    await sale.close();
    return counted;
  };
  try {
    const first = await make(app, 0);
    await clock.advance(untilSweep());
    await first.pay({ callback: true });
    await first.close();
    return {
      withCallback: await count(1, 'withCallback'),
      withoutCallback: await count(2, 'withoutCallback'),
    };
  } finally {
    await app.close();
  }
};

async function make({ slack, sandbox, clock }: CountedApp, number: number) {
  const customer = {
    invoiceAmount: String(250 + number),
    FullName: 'Layla Haddad',
    Phone: `055${1_112_230 + number}`,
    Email: `layla${number}@example.com`,
    notes: 'Birthday cake',
  };
  const { invoiceAmount, FullName, Phone, notes } = customer;
  const till = createTill(slack, { cashier: SARA, channel: FRONT_DESK });
  await till.type(`${invoiceAmount} ${FullName} ${Phone} for ${notes}`);
  const view = await till.form();
  await clock.advance(0);
  const known = sandbox.links().length;
  const created = till.create(view, customer);
  await sandbox.until(() => sandbox.links().length > known);
  await clock.advance(MAKING_MS, DRAWING_MS);
  await created;
  return {
    pay: async (how: { callback: boolean }): Promise<void> => {
      await sandbox.pay(sandbox.links().at(-1)?.orderId ?? '', how);
      await clock.advance(TELLING_MS);
      const messages = slack.messages(FRONT_DESK);
      if (!messages.some(({ text }) => text.includes(`Paid: AED ${invoiceAmount}`)))
        throw new Error('no card says that it was paid');
    },
    close: () => till.closeAll(),
  };
}
