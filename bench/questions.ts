import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, type Random } from '../playground/random.ts';
import { createIds } from '../src/ids.ts';
import { openStore } from '../src/open-store.ts';
import { buildBenchLink } from './bench-link.ts';

/**
 * How often a cashier is asked *Change that one* or *Another sale* in an ordinary month, and how many of the mistakes that the
 * question is for it finds. A month of a shop that sells by chat, made up of what is written in `MONTH`.
 */
const MONTH = {
  days: 30,
  salesADay: 45,
  /** Of all sales: by a customer who has bought before, most often one of few. */
  regulars: 0.3,
  /** Who pay the same by hand every month: a rent, a class. */
  monthlyPayers: 60,
  /** Paid, most within the hour; the others expire after a week. */
  paid: 0.8,
  /** The same customer buys one more thing within the day, half of them within ten minutes. */
  secondSales: 0.02,
  /** The amount was typed wrong, and a second link is made within half an hour: a digit, a zero, two digits swapped. */
  mistakes: 0.01,
  /** The customer has no e-mail, and gets the shop's. */
  withShopEmail: 0.1,
  /** Two of a family use one phone. */
  families: 0.05,
} as const;

const SEEDS = 10;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 10, 1, 6);
const DIRHAM = 100;
const PRICES = [
  35, 49, 60, 75, 99, 120, 150, 180, 199, 220, 250, 299, 350, 420, 499, 650, 850, 1200,
] as const;
const DELIVERIES = [0, 0, 25, 35] as const;
const CASHIERS = ['U1', 'U2', 'U3', 'U4'] as const;

interface Customer {
  name: string;
  phone: string;
  email: string;
}

type Kind = 'first sale' | 'a regular’s next' | 'monthly payment' | 'second sale of a day' | 'mistake';

interface Order {
  kind: Kind;
  at: number;
  by: string;
  customer: Customer;
  fils: number;
}

const drawPrice = (random: Random): number => {
  const things = random.pick([1, 1, 1, 2, 3]);
  const each = Array.from({ length: things }, () => random.pick(PRICES));
  return (each.reduce((sum, price) => sum + price, 0) + random.pick(DELIVERIES)) * DIRHAM;
};

/** What a finger does to an amount. */
const drawMistake = (random: Random, fils: number): number => {
  const digits = [...String(fils / DIRHAM)];
  const at = random.whole(0, digits.length - 1);
  const next = Math.min(at + 1, digits.length - 1);
  const typed = random.pick([
    () => digits.with(at, String((Number(digits[at]) + random.whole(1, 8)) % 10 || 5)),
    () => digits.with(at, digits[next] ?? '').with(next, digits[at] ?? ''),
    () => [...digits, '0'],
  ])();
  return Number(typed.join('')) * DIRHAM;
};

const drawMonth = (random: Random): Order[] => {
  let people = 0;
  const meet = (like?: Customer): Customer => {
    people += 1;
    const phone = like?.phone ?? `+97150${String(1_000_000 + people)}`;
    const email = random.chance(MONTH.withShopEmail) ? 'shop@example.com' : `c${people}@example.com`;
    return { name: `Customer${people} Of${people}`, phone, email };
  };
  const known = Array.from({ length: 150 }, () => meet());
  const orders: Order[] = [];
  const add = (kind: Kind, at: number, customer: Customer, fils: number, by = random.pick(CASHIERS)) =>
    void orders.push({ kind, at, by, customer, fils });
  for (let payer = 0; payer < MONTH.monthlyPayers; payer += 1) {
    const fils = random.pick([900, 1200, 1500, 4500]) * DIRHAM;
    add('monthly payment', START + random.whole(0, 9) * DAY + random.whole(0, 600) * MINUTE, meet(), fils);
  }
  for (let day = 0; day < MONTH.days; day += 1)
    for (let sale = 0; sale < MONTH.salesADay; sale += 1) {
      const at = START + day * DAY + random.whole(0, 13 * 60) * MINUTE;
      const isRegular = random.chance(MONTH.regulars);
      const customer = isRegular
        ? (known[Math.floor(random.next() ** 2 * known.length)] ?? meet())
        : meet(random.chance(MONTH.families) ? random.pick([known[0] as Customer, ...known]) : undefined);
      const fils = drawPrice(random);
      const by = random.pick(CASHIERS);
      if (random.chance(MONTH.mistakes)) {
        const wrong = drawMistake(random, fils);
        add('first sale', at, customer, wrong, by);
        if (wrong !== fils) add('mistake', at + random.whole(1, 30) * MINUTE, customer, fils, by);
        continue;
      }
      add(isRegular ? 'a regular’s next' : 'first sale', at, customer, fils, by);
      if (random.chance(MONTH.secondSales))
        add(
          'second sale of a day',
          at + random.whole(1, random.pick([10, 600])) * MINUTE,
          customer,
          drawPrice(random),
        );
    }
  return orders.sort((one, other) => one.at - other.at);
};

interface Count {
  sales: number;
  asked: number;
}

const countMonth = async (seed: number): Promise<Map<Kind, Count>> => {
  const random = createRandom(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-questions-'));
  const store = await openStore({ dataDir });
  const ids = createIds(undefined, await store.identity.read());
  const counts = new Map<Kind, Count>();
  const ends: { at: number; id: string; isPaid: boolean }[] = [];
  const letTimePass = async (until: number): Promise<void> => {
    for (const end of ends.filter(({ at }) => at <= until)) {
      ends.splice(ends.indexOf(end), 1);
      const { id, at } = end;
      if (!end.isPaid) await store.links.move({ id, to: 'expired', at, cause: 'expired unpaid' });
      else
        await store.links.move({
          ...{ id, to: 'paid', at, cause: 'the service says paid' },
          payment: {
            ...{
              finding: 'confirmed',
              noticedAt: at,
              happenedAt: at,
              seenIn: 'transaction',
              word: 'SUCCESS',
            },
            ...{ amountFils: (await store.links.get(id)).amountFils, refundedFils: 0, currency: 'AED' },
            ...{ transactionId: id, doubt: null },
          },
        });
    }
  };
  try {
    for (const { kind, at, by, customer, fils } of drawMonth(random)) {
      await letTimePass(at);
      const id = ids.link();
      const bench = buildBenchLink({
        ...{ id, nonce: ids.nonce(), teamId: 'T1', channelId: 'C1', creatorId: by, creatorName: by },
        ...{ invoiceId: id, callbackTokenHash: id, expiresAt: at + 7 * DAY, at },
      });
      const details = {
        ...bench.details,
        FullName: customer.name,
        Phone: customer.phone,
        Email: customer.email,
      };
      const link = { ...bench, amountFils: fils, details };
      const first = await store.links.reserve(link, { shown: [], at });
      const asked = first.conflict?.because === 'duplicates' ? first.conflict : null;
      if (asked) await store.links.reserve(link, { shown: asked.shown, at });
      const count = counts.get(kind) ?? { sales: 0, asked: 0 };
      counts.set(kind, { sales: count.sales + 1, asked: count.asked + (asked ? 1 : 0) });
      await store.links.move({
        id,
        to: 'open',
        at,
        cause: 'answered',
        orderId: id,
        address: `https://p/${id}`,
      });
      const isPaid = random.chance(MONTH.paid);
      ends.push({
        id,
        isPaid,
        at: at + (isPaid ? random.whole(1, random.pick([20, 20, 60, 1440])) * MINUTE : 7 * DAY),
      });
    }
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true });
  }
  return counts;
};

const share = ({ sales, asked }: Count): string =>
  `${asked} of ${sales} (${((100 * asked) / sales).toFixed(1)} %)`;

const months: Map<Kind, Count>[] = [];
for (let seed = 1; seed <= SEEDS; seed += 1) months.push(await countMonth(seed));
const sumOf = (counts: readonly Count[]): Count =>
  counts.reduce((sum, one) => ({ sales: sum.sales + one.sales, asked: sum.asked + one.asked }), {
    sales: 0,
    asked: 0,
  });
const kinds = [...new Set(months.flatMap((month) => [...month.keys()]))];
console.log(`The month: ${JSON.stringify(MONTH)}`);
for (const kind of kinds)
  console.log(`${kind}: asked about ${share(sumOf(months.flatMap((month) => month.get(kind) ?? [])))}`);
const shares = months
  .map((month) => sumOf([...month.values()]))
  .map(({ sales, asked }) => (100 * asked) / sales);
console.log(
  `All: ${share(sumOf(months.flatMap((month) => [...month.values()])))}, by month ${Math.min(...shares).toFixed(1)} to ${Math.max(...shares).toFixed(1)} %`,
);
