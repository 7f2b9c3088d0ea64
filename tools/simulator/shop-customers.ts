import type { Paylink } from './paylink.ts';
import { AT_DASHBOARD, type SimulatedService } from './service.ts';
import type { World } from './simulated-world.ts';

const LOOK_EVERY_MS = 20_000;
/** Longest time until a customer with the link pays. */
const PAYS_WITHIN_MS = [30_000, 120_000, 600_000, 2_700_000] as const;
const HASTY_PAYS_WITHIN_MS = [5_000, 30_000, 120_000] as const;
const CALLBACK_TRIES = 5;
/** Delays of late callbacks: some arrive after the day is over. */
const CALLBACK_DELAYS_MS = [4_000, 4_000, 4_000, 300_000, 1_200_000, 172_800_000] as const;
const PROMPT_CALLBACK_MS = 4_000;

/** Something that happened to a link at the service. */
export interface PaymentEvent {
  orderId: string;
  is: 'paid' | 'declined' | 'refunded' | 'disputed' | 'decided';
  /** When the service learned of it. */
  at: number;
  /** When Paylink first accepted a callback about it; null: never. */
  calledBackAt: number | null;
}

/** Plays customers, who pay or not, and the service's callbacks about it: late, twice, out of order, or never. */
export const createCustomers = (
  world: World,
  { service, running }: { service: SimulatedService; running: () => Paylink[] },
) => {
  const { dice } = world;
  const { ledger } = service;
  const isHasty = world.has('hasty customers');
  const met = new Set<string>();
  const happenings: PaymentEvent[] = [];

  const tell = (orderId: string, is: PaymentEvent['is'], evidence?: Record<string, string>): void => {
    const happening: PaymentEvent = { orderId, is, at: world.now(), calledBackAt: null };
    if (evidence === undefined) {
      happenings.push(happening);
      service.fallBehind();
    }
    if (world.has('staff who look') && dice.chance(0.5)) void refresh(orderId);
    const callback = service.callbackOf(orderId);
    if (callback === null || (world.has('lost callbacks') && dice.chance(0.3))) return;
    const given = evidence ?? callback.evidence;
    const within = world.has('late callbacks') ? dice.pick(CALLBACK_DELAYS_MS) : PROMPT_CALLBACK_MS;
    void deliver(happening, callback.token, given, within);
    if (!world.has('callbacks that come twice') || !dice.chance(0.4)) return;
    // Send it again, either identical or as a second delivery attempt.
    const again = dice.chance(0.5) ? given : { ...given, attempt_status: 'SECOND' };
    void deliver(happening, callback.token, again, dice.pick([4_000, 120_000]));
  };

  /** A cashier told by the customer, or watching, presses Refresh. */
  const refresh = async (orderId: string): Promise<void> => {
    await world.sleep(dice.whole(0, dice.pick([0, 5_000, 60_000])));
    const [first, ...others] = running();
    if (!first) return;
    world.note(`staff: looks how ${orderId} stands`);
    await dice
      .pick([first, ...others])
      .refresh(orderId)
      .catch((error: unknown) => world.note(`staff: could not look: ${String(error).slice(0, 80)}`));
  };

  const deliver = async (
    happening: PaymentEvent,
    token: string,
    evidence: Record<string, string>,
    withinMs: number,
  ) => {
    const { orderId } = happening;
    await world.sleep(dice.whole(0, withinMs));
    for (let tries = 0; tries < CALLBACK_TRIES; tries += 1) {
      const [first, ...others] = running();
      if (first) {
        world.note(`  service: calls back for ${orderId}: ${JSON.stringify(evidence)}`);
        const isTaken = await Promise.race([
          dice
            .pick([first, ...others])
            .takeCallback(token, Buffer.from(JSON.stringify(evidence)))
            .then(
              (status) => status === 200,
              () => false,
            ),
          world.sleep(5_000).then(() => false),
        ]);
        if (isTaken) {
          happening.calledBackAt ??= world.now();
          return;
        }
      }
      await world.sleep(dice.whole(5_000, 60_000));
    }
  };

  const pay = async (orderId: string, amountFils: number): Promise<void> => {
    const declined = world.has('declined cards') && dice.chance(0.3);
    const other =
      world.has('other sums') && dice.chance(0.3) ? { amountFils: amountFils - dice.whole(1, 5_000) } : {};
    const begunAt = world.now();
    // The bank can be slow; the link may have expired by the time it finishes.
    const isLate = world.has('slow banks') && dice.chance(0.25);
    if (isLate) await world.sleep(dice.whole(60_000, 1_800_000));
    const result = ledger.attempt(orderId, { at: begunAt, declined, ...(declined ? {} : other) });
    if (result.outcome !== 'done') return;
    // Sometimes the link's own record still says paid, and only the transaction says how much. Paylink waits for that
    // transaction from the time of payment.
    if (!declined && 'amountFils' in other && (isLate || dice.chance(0.5))) service.allowPart(orderId);
    world.note(
      `customer: ${declined ? 'is declined for' : 'pays'} ${orderId} (${result.link.request.notes}), ${result.transaction.amountFils} fils`,
    );
    tell(orderId, declined ? 'declined' : 'paid');
    await world.sleep(
      dice.chance(isHasty ? 0.8 : 0.3) ? dice.whole(500, 8_000) : dice.whole(20_000, 900_000),
    );
    if (declined) return pay(orderId, amountFils);
    const isWhole = result.transaction.amountFils === result.link.amountFils;
    if (isWhole && world.has('links paid twice') && dice.chance(0.2)) return payAgain(orderId);
    const hasRows = service.dialect.refunds.rows !== 'own-row';
    if (isWhole && hasRows && world.has('disputes') && dice.chance(0.4)) return dispute(orderId);
    if (!world.has('refunds') || !dice.chance(0.5)) return;
    const part = world.has('refunds in part') && dice.chance(0.5) ? dice.whole(1, 5_000) : undefined;
    await giveBack(orderId, part);
    if (part === undefined || !dice.chance(0.5)) return;
    await world.sleep(dice.whole(500, dice.pick([8_000, 300_000])));
    await giveBack(orderId);
  };

  const payAgain = (orderId: string): void => {
    const again = ledger.attempt(orderId, { at: world.now(), declined: false, isAgain: true });
    if (again.outcome !== 'done') return;
    world.note(`customer: pays ${orderId} (${again.link.request.notes}) a second time`);
    tell(orderId, 'paid');
  };

  /** Asks their bank for the money, which takes it back until it is decided. */
  const dispute = async (orderId: string): Promise<void> => {
    const taken = ledger.refund(orderId, { at: world.now() });
    if (taken.outcome !== 'done') return;
    const { transactionId } = taken.transaction;
    service.disputes.set(transactionId, 'OPEN');
    world.note(`customer: disputes ${orderId} (${taken.link.request.notes})`);
    tell(orderId, 'disputed');
    if (dice.chance(0.4)) return;
    await world.sleep(dice.whole(1_000, dice.pick([60_000, 900_000])));
    const stands = dice.pick(['WON', 'LOST'] as const);
    service.disputes.set(transactionId, stands);
    world.note(`the bank: decides about ${orderId}: ${stands}`);
    tell(orderId, 'decided');
  };

  /** Everything that is left, unless a part is given. */
  const giveBack = async (orderId: string, amountFils?: number): Promise<void> => {
    const given = ledger.refund(orderId, { at: world.now(), amountFils });
    if (given.outcome !== 'done') return;
    world.note(`customer: has ${given.transaction.amountFils} fils back for ${orderId}`);
    tell(orderId, 'refunded');
  };

  const meet = async (orderId: string, amountFils: number): Promise<void> => {
    // A forged callback from someone who knows the address says it is paid.
    if (world.has('forged callbacks') && dice.chance(0.2)) tell(orderId, 'paid', { status: 'PAID' });
    if (dice.chance(world.has('customers who do not pay') ? 0.4 : 0.05)) return;
    await world.sleep(dice.whole(1_000, dice.pick(isHasty ? HASTY_PAYS_WITHIN_MS : PAYS_WITHIN_MS)));
    await pay(orderId, amountFils);
  };

  const shop = async (): Promise<void> => {
    for (;;) {
      for (const { orderId, amountFils, request } of ledger.links()) {
        if (met.has(orderId)) continue;
        met.add(orderId);
        if (service.dialect.hasPlaceholders && dice.chance(0.5)) service.sellAtTerminal(amountFils);
        const isOurs = request.notes !== AT_DASHBOARD;
        if (service.dialect.hasOnePage && isOurs && dice.chance(0.3)) service.sellAtDashboard(amountFils);
        void meet(orderId, amountFils);
      }
      await world.sleep(LOOK_EVERY_MS);
    }
  };

  /** Somebody pays a link that is over, and no callback comes. */
  const payLate = (): boolean => {
    const link = ledger.links().find(({ status }) => status === 'EXPIRED');
    if (!link) return false;
    const { orderId } = link;
    ledger.attempt(orderId, { at: world.now(), declined: false, isLate: true });
    happenings.push({ orderId, is: 'paid', at: world.now(), calledBackAt: null });
    world.note(`customer: pays ${orderId} (${link.request.notes}) long after its expiry`);
    return true;
  };

  /** Somebody has everything back long after the payment, and no callback comes. */
  const refundLate = (): boolean => {
    const link = ledger.links().find(({ status }) => status === 'PAID');
    if (!link) return false;
    const { orderId } = link;
    ledger.refund(orderId, { at: world.now() });
    happenings.push({ orderId, is: 'refunded', at: world.now(), calledBackAt: null });
    world.note(`customer: has everything back for ${orderId} (${link.request.notes}) long after its payment`);
    return true;
  };

  return { shop, payLate, refundLate, happenings: (): readonly PaymentEvent[] => happenings };
};
