// @module-tag postgres

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LinkState } from '../../src/store/link-states.ts';
import type { NewLink } from '../../src/store/new-link.ts';
import { AboveCustomerLimitError } from '../../src/store/reserve-link.ts';
import { buildLink } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOON = Date.UTC(2026, 10, 21, 8);
const DAY = 24 * 60 * 60_000;
const SARA = { Phone: '+971501234567', Email: 'sara@example.com' };
const OMAR = { Phone: '+971507654321', Email: 'omar@example.com' };
const SHOP = 'till@shop.example.com';

const { store } = storePerTest();
let made: number;

beforeEach(() => {
  made = 0;
});

const build = (
  fils: number,
  { at = NOON, ...customer }: Record<string, unknown> & { at?: number } = SARA,
): NewLink => {
  made += 1;
  const link = buildLink({
    id: `lnk_${made}`,
    nonce: `n${made}`,
    invoiceId: `INV-${made}`,
    amountFils: fils,
  });
  return { ...link, details: { ...link.details, ...customer }, callbackTokenHash: `hash-${made}`, at };
};

const reserve = (link: NewLink, limitFils = 500_000) =>
  store.links.reserve(link, undefined, { limitFils, since: NOON - DAY });

const make = async (states: readonly LinkState[], link: NewLink) => {
  await store.links.reserve(link);
  for (const to of states) await store.links.move({ id: link.id, to, at: link.at, cause: 'answered' });
};

const sumOf = async (asked: Promise<unknown>): Promise<number | null> =>
  asked.then(
    () => null,
    (error: unknown) => {
      if (error instanceof AboveCustomerLimitError) return error.sumFils;
      throw error;
    },
  );

describe('the links of one customer count together', () => {
  test('links are written up to the limit, and none above it', async () => {
    expect(await sumOf(reserve(build(300_000)))).toBeNull();
    expect(await sumOf(reserve(build(200_000)))).toBeNull();
    const third = build(1);
    await expect(reserve(third)).rejects.toMatchObject({
      name: 'AboveCustomerLimitError',
      message: 'the links of this customer exceed the limit',
      sumFils: 500_001,
    });
    expect(await store.links.find(third.teamId, third.id)).toBeNull();
  });

  test('the limit is the workspace’s as the link is written, unless another is given', async () => {
    const withoutOne = (link: NewLink) => store.links.reserve(link, undefined, { since: NOON - DAY });
    const { teamId } = build(1);
    const limit = (approvalLimitFils: number | null) =>
      store.settings.change(teamId, { approvalLimitFils }, { by: 'U1', at: NOON });
    expect(await sumOf(withoutOne(build(300_000)))).toBeNull();
    await limit(400_000);
    await expect(withoutOne(build(100_001))).rejects.toMatchObject({ limitFils: 400_000, sumFils: 400_001 });
    const other = { limitFils: null, since: NOON - DAY };
    expect(await sumOf(store.links.reserve(build(100_001), undefined, other))).toBeNull();
    await limit(null);
    expect(await sumOf(withoutOne(build(500_000)))).toBeNull();
  });

  test.each<[string, readonly LinkState[], boolean]>([
    ['reserved', [], true],
    ['not known', ['unknown'], true],
    ['open', ['open'], true],
    ['reported', ['open', 'reported'], true],
    ['paid', ['open', 'paid'], true],
    ['expired', ['open', 'expired'], true],
    ['failed', ['failed'], false],
  ])('a link that is %s', async (_, states, counts) => {
    await make(states, build(400_000));
    expect(await sumOf(reserve(build(200_000)))).toBe(counts ? 600_000 : null);
  });

  test('a sale counts once, by the most that one of its links asks for', async () => {
    const first = build(300_000);
    expect(await sumOf(reserve(first))).toBeNull();
    expect(await sumOf(reserve({ ...build(290_000), saleId: first.id }))).toBeNull();
    expect(await sumOf(reserve(build(200_001)))).toBe(500_001);
    expect(await sumOf(reserve({ ...build(500_001), saleId: first.id }))).toBe(500_001);
    expect(await sumOf(reserve(build(200_000)))).toBeNull();
  });

  test('links are counted by phone or e-mail, each once', async () => {
    await make(['open'], build(200_000, { ...SARA, Email: 'other@example.com' }));
    await make(['open'], build(200_000, { ...SARA, Phone: '+971500000000' }));
    await make(['open'], build(50_000));
    expect(await sumOf(reserve(build(60_000)))).toBe(510_000);
    expect(await sumOf(reserve(build(60_000, OMAR)))).toBeNull();
  });

  test('only links of the last day, this workspace and this customer are counted', async () => {
    await make(['open'], build(400_000, { ...SARA, at: NOON - DAY - 1 }));
    await make(['open'], build(400_000, OMAR));
    await make(['open'], { ...build(400_000), teamId: 'T0OTHER' });
    expect(await sumOf(reserve(build(200_000)))).toBeNull();
    await make(['open'], build(250_000, { ...SARA, at: NOON - DAY }));
    expect(await sumOf(reserve(build(100_000)))).toBe(550_000);
  });

  test('the shop’s own e-mail identifies no customer', async () => {
    const { teamId } = buildLink();
    await store.settings.change(teamId, { defaultEmail: SHOP }, { by: 'U1', at: NOON });
    await make(['open'], build(400_000, { Phone: OMAR.Phone, Email: SHOP }));
    const asked = { Phone: SARA.Phone, Email: SHOP.toUpperCase() };
    expect(await sumOf(reserve(build(200_000, asked)))).toBeNull();
    expect(await sumOf(reserve(build(200_000, { ...asked, Phone: OMAR.Phone })))).toBe(600_000);
  });

  test('the shop’s own phone identifies no customer', async () => {
    const { teamId } = buildLink();
    await store.settings.change(teamId, { shopPhone: SARA.Phone }, { by: 'U1', at: NOON });
    await make(['open'], build(400_000, { ...OMAR, Phone: SARA.Phone }));
    expect(await sumOf(reserve(build(200_000, SARA)))).toBeNull();
    expect(await sumOf(reserve(build(200_000, { ...OMAR, Phone: SARA.Phone })))).toBe(600_000);
  });

  test('a form that is submitted again returns its link, even if another one would exceed the limit', async () => {
    const link = build(400_000);
    await reserve(link);
    expect(await reserve(link)).toMatchObject({ isNew: false });
  });
});

test('simultaneous links of any amounts never exceed the limit together', async () => {
  const customers = [SARA, { ...SARA, Email: OMAR.Email }, { ...SARA, Phone: OMAR.Phone }];
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ fils: fc.integer({ min: 1, max: 400_000 }), who: fc.nat(2) }), {
        minLength: 2,
        maxLength: 8,
      }),
      fc.uuid(),
      async (requests, team) => {
        const asked = requests.map(({ fils, who }) => ({
          ...build(fils, { ...customers[who] }),
          teamId: team,
        }));
        const sums = await Promise.all(asked.map((link) => sumOf(reserve(link))));
        const taken = asked.filter((_, place) => sums[place] === null);
        const first = taken.filter(({ details }) => details.Phone === SARA.Phone);
        expect(first.reduce((sum, { amountFils }) => sum + amountFils, 0)).toBeLessThanOrEqual(500_000);
        expect(taken).not.toEqual([]);
        if (taken.length < asked.length) refused += 1;
      },
    ),
    { numRuns: 25 },
  );
  expect(refused).toBeGreaterThan(5);
});
