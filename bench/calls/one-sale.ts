import type { SeenView } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK } from '../../playground/slack/people-and-places.ts';
import { createTill } from '../counter/till.ts';
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

export interface Sale {
  form: Calls;
  made: Calls;
  paid: Calls;
}

let sales = 0;
const nextCustomer = () => {
  sales += 1;
  return {
    invoiceAmount: String(250 + sales),
    FullName: 'Layla Haddad',
    Phone: `055${1_112_230 + sales}`,
    Email: `layla${sales}@example.com`,
    notes: 'Birthday cake',
  };
};

/** One sale of each kind, after a first sale that fills the caches. */
export const countSales = async (): Promise<{ byForm: Sale; byLine: Sale; withoutCallback: Sale }> => {
  const app = await startCountedApp();
  try {
    await sell(app, 'line', { callback: true });
    return {
      byForm: await sell(app, 'form', { callback: true }),
      byLine: await sell(app, 'line', { callback: true }),
      withoutCallback: await sell(app, 'form', { callback: false }),
    };
  } finally {
    await app.close();
  }
};

async function sell(app: CountedApp, way: 'form' | 'line', how: { callback: boolean }): Promise<Sale> {
  const { slack, sandbox, clock, counter } = app;
  const untilSweep = () => SWEEP_MS - ((clock.now() - app.startedAt) % SWEEP_MS);
  const till = createTill(slack);
  const customer = nextCustomer();
  const { invoiceAmount, FullName, Phone, notes } = customer;
  counter.take();
  const view: SeenView = await till.type(
    way === 'form' ? '' : `${invoiceAmount} ${FullName} ${Phone} for ${notes}`,
  );
  await clock.advance(0);
  const form = counter.take();
  const known = sandbox.links().length;
  const created = till.create(view, customer);
  await sandbox.until(() => sandbox.links().length > known);
  await clock.advance(MAKING_MS, DRAWING_MS);
  await created;
  const made = counter.take();
  await till.closeAll();
  // Without a callback the app finds the payment in its next sweep; earlier work is not counted.
  await clock.advance(untilSweep() - (how.callback ? TELLING_MS + 1_000 : 1_000));
  counter.take();
  await sandbox.pay(sandbox.links().at(-1)?.orderId ?? '', how);
  await clock.advance(TELLING_MS);
  const paid = counter.take();
  const isPaid = slack.messages(FRONT_DESK).some(({ text }) => text.includes(`Paid: AED ${invoiceAmount}`));
  if (!isPaid) throw new Error('no card says that it was paid');
  await clock.advance(untilSweep() + 5_000);
  return { form, made, paid };
}
