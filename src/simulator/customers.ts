import type { Paylink } from './paylink.ts';
import type { SimulatedService } from './service.ts';
import type { World } from './world.ts';

const LOOK_EVERY_MS = 20_000;
const CALLBACK_TRIES = 5;

/** Who pays, or does not, and what the service then tells Paylink: late, twice, in the wrong order, or never. */
export const createCustomers = (
  world: World,
  { service, running }: { service: SimulatedService; running: () => Paylink[] },
) => {
  const { dice } = world;
  const { ledger } = service;
  const met = new Set<string>();
  const refundsTold: { orderId: string; at: number }[] = [];

  const tell = async (orderId: string, evidence?: Record<string, string>): Promise<void> => {
    const callback = service.callbackOf(orderId);
    if (callback === null || dice.chance(0.15)) return;
    const times = dice.chance(0.15) ? 2 : 1;
    for (let time = 0; time < times; time += 1)
      void deliver(
        orderId,
        callback.token,
        evidence ?? callback.evidence,
        dice.chance(0.2) ? 1_800_000 : 4_000,
      );
  };

  const deliver = async (
    orderId: string,
    token: string,
    evidence: Record<string, string>,
    withinMs: number,
  ) => {
    await world.sleep(dice.whole(0, withinMs));
    for (let tries = 0; tries < CALLBACK_TRIES; tries += 1) {
      const [first, ...others] = running();
      if (first) {
        world.note(`  service: calls back for ${orderId}: ${JSON.stringify(evidence)}`);
        const isTaken = await Promise.race([
          dice
            .pick([first, ...others])
            .takeCallback(token, evidence)
            .then(
              () => true,
              () => false,
            ),
          world.sleep(5_000).then(() => false),
        ]);
        if (isTaken) {
          if (evidence['status']?.includes('REFUNDED')) refundsTold.push({ orderId, at: world.now() });
          return;
        }
      }
      await world.sleep(dice.whole(5_000, 60_000));
    }
  };

  const pay = async (orderId: string, amountFils: number): Promise<void> => {
    const declined = dice.chance(0.15);
    const other = dice.chance(0.08) ? { amountFils: amountFils - dice.whole(1, 5_000) } : {};
    const result = ledger.attempt(orderId, { at: world.now(), declined, ...(declined ? {} : other) });
    if (result.outcome !== 'done') return;
    if (!declined && 'amountFils' in other) service.allowPart(orderId);
    world.note(
      `customer: ${declined ? 'is declined for' : 'pays'} ${orderId} (${result.link.request.notes}), ${result.transaction.amountFils} fils`,
    );
    await tell(orderId);
    await world.sleep(dice.whole(20_000, 900_000));
    if (declined) return pay(orderId, amountFils);
    if (!dice.chance(0.12)) return;
    if (ledger.refund(orderId, { at: world.now() }).outcome !== 'done') return;
    world.note(`customer: has money back for ${orderId}`);
    await tell(orderId);
  };

  const meet = async (orderId: string, amountFils: number): Promise<void> => {
    // Somebody who knows the address says that it is paid.
    if (dice.chance(0.05)) await tell(orderId, { status: 'PAID' });
    if (dice.chance(0.15)) return;
    await world.sleep(dice.whole(1_000, dice.pick([30_000, 600_000, 4_800_000])));
    await pay(orderId, amountFils);
  };

  const shop = async (): Promise<void> => {
    for (;;) {
      for (const { orderId, amountFils } of ledger.links()) {
        if (met.has(orderId)) continue;
        met.add(orderId);
        void meet(orderId, amountFils);
      }
      await world.sleep(LOOK_EVERY_MS);
    }
  };

  return { shop, refundsTold: (): readonly { orderId: string; at: number }[] => refundsTold };
};
