// @module-tag postgres

import { describe, expect, test } from 'vitest';
import type { LinkState } from '../../src/store/link-states.ts';
import type { NewLink } from '../../src/store/new-link.ts';
import { buildLink, buildNewLink, WAYS } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store } = storePerTest();
let made = 0;

const AT = Date.UTC(2026, 10, 21, 8);

/** A link for a new customer, with a number that a person typed. */
const typed = (invoiceId: string, changes: Partial<NewLink> = {}): NewLink => {
  made += 1;
  const customer = { Email: `sara.${made}@example.com`, Phone: `+97150${1_000_000 + made}` };
  return buildNewLink(`lnk_${made}`, {
    invoiceId,
    invoiceIdIsOurs: false,
    amountFils: 25_000 + made,
    expiresAt: AT + 1_000,
    details: { ...buildLink().details, ...customer },
    at: AT + made,
    ...changes,
  });
};

const reserve = async (invoiceId: string, changes: Partial<NewLink> = {}) =>
  store.links.reserve(typed(invoiceId, changes), { shown: [], at: AT });

const makeIn = async (invoiceId: string, state: LinkState): Promise<string> => {
  const { link } = await reserve(invoiceId);
  if (link === null) throw new Error('not reserved');
  for (const to of WAYS[state]) await store.links.move({ id: link.id, to, at: AT, cause: 'answered' });
  return link.id;
};

describe('a number that a person typed', () => {
  test.each(['reserved', 'unknown', 'open', 'reported', 'paid'] as const)(
    'belongs to a link that is %s, which is shown',
    async (state) => {
      const id = await makeIn('INV-7', state);
      expect(await reserve('INV-7')).toMatchObject({
        link: null,
        conflict: { because: 'invoice-id', holder: { id, state, invoiceId: 'INV-7' } },
      });
    },
  );

  test.each(['failed', 'expired'] as const)('is sent with a count after a link that is %s', async (over) => {
    await makeIn('INV-7', over);
    const second = await makeIn('INV-7', over);
    expect(await store.links.get(second)).toMatchObject({ invoiceId: 'INV-7-2', invoiceIdAsked: 'INV-7' });
    const third = await makeIn('INV-7', 'open');
    expect(await store.links.get(third)).toMatchObject({ invoiceId: 'INV-7-3', invoiceIdAsked: 'INV-7' });
    expect(await reserve('INV-7')).toMatchObject({ conflict: { holder: { id: third } } });
  });

  test('is the same number when its counted form is typed', async () => {
    await makeIn('INV-7', 'failed');
    await makeIn('INV-7', 'failed');
    expect(await reserve('INV-7-2')).toMatchObject({
      link: { invoiceId: 'INV-7-3', invoiceIdAsked: 'INV-7' },
    });
    expect(await reserve('INV-7-2')).toMatchObject({ conflict: { because: 'invoice-id' } });
  });

  test('gets the next count if a person typed a counted number', async () => {
    await makeIn('2026', 'failed');
    await makeIn('2026-2', 'open');
    expect(await reserve('2026')).toMatchObject({ link: { invoiceId: '2026-3', invoiceIdAsked: '2026' } });
  });

  test('that is new, or used only in another workspace, is sent unchanged', async () => {
    await makeIn('INV-7', 'open');
    expect(await reserve('INV-8')).toMatchObject({ link: { invoiceId: 'INV-8', invoiceIdAsked: null } });
    expect(await reserve('INV-7', { teamId: 'T2' })).toMatchObject({ link: { invoiceId: 'INV-7' } });
  });

  test('belongs to the first link that was paid late, even if its counted form is typed', async () => {
    const first = await makeIn('INV-7', 'expired');
    await makeIn('INV-7', 'failed');
    await store.links.move({ id: first, to: 'paid', at: AT, cause: 'found in listing' });
    expect(await reserve('INV-7-2')).toMatchObject({
      conflict: { because: 'invoice-id', holder: { id: first } },
    });
  });

  test('is sent with a count for the next link of its sale, and for no other', async () => {
    const open = await makeIn('INV-6', 'open');
    expect(await reserve('INV-6', { saleId: open })).toMatchObject({
      link: { invoiceId: 'INV-6-2', invoiceIdAsked: 'INV-6', saleId: open },
    });
    const lost = await makeIn('INV-7', 'unknown');
    expect(await reserve('INV-7', { saleId: open })).toMatchObject({
      conflict: { holder: { id: lost } },
    });
    expect(await reserve('INV-7', { saleId: lost })).toMatchObject({
      link: { invoiceId: 'INV-7-2', invoiceIdAsked: 'INV-7', saleId: lost },
    });
  });

  test.each([
    ['another value', { field: 'Email', isAboutValues: true }],
    ['the number, and not for its value', { field: 'Invoice_Id', isAboutValues: false }],
  ])('is sent with a count after the service complained about %s', async (_, about) => {
    const { link } = await reserve('INV-7');
    const failure = { what: 'x', next: 'y', reference: null, ...about };
    await store.links.move({ id: link?.id ?? '', to: 'failed', at: AT, cause: 'refused', failure });
    expect(await reserve('INV-7')).toMatchObject({ link: { invoiceId: 'INV-7-2' } });
  });

  test('that the service already has is refused until another one is typed', async () => {
    const { link } = await reserve('INV-7');
    await store.links.move({
      id: link?.id ?? '',
      to: 'failed',
      at: AT,
      cause: 'refused',
      failure: { what: 'x', next: 'y', reference: null, field: 'Invoice_Id', isAboutValues: true },
    });
    expect(await reserve('INV-7')).toMatchObject({ conflict: { because: 'invoice-id' } });
    expect(await reserve('INV-8')).toMatchObject({ link: { invoiceId: 'INV-8' } });
  });

  test('goes to one of many simultaneous colleagues; the others see the link that has it', async () => {
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => reserve('INV-7')));
    const winners = outcomes.flatMap(({ link }) => (link === null ? [] : [link]));
    expect(winners).toMatchObject([{ invoiceId: 'INV-7' }]);
    expect(outcomes.filter(({ conflict }) => conflict !== null)).toMatchObject(
      Array(5).fill({ conflict: { because: 'invoice-id', holder: { id: winners[0]?.id } } }),
    );
  });

  test('gets a different count for each of many simultaneous colleagues', async () => {
    await makeIn('INV-7', 'failed');
    const outcomes = await Promise.all(['INV-7', 'INV-7-2', 'INV-7'].map((number) => reserve(number)));
    const sent = outcomes.flatMap(({ link }) => (link === null ? [] : [link.invoiceId]));
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent).toContain('INV-7-2');
  });
});

test('the store never accepts a number twice in a workspace', async () => {
  const ours = { invoiceIdIsOurs: true };
  await store.links.reserve(typed('PL-1', ours));
  await expect(store.links.reserve(typed('PL-1', ours))).rejects.toThrow();
  await expect(store.links.reserve(typed('PL-1', { ...ours, teamId: 'T2' }))).resolves.toBeTruthy();
});
