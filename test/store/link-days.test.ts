// @module-tag postgres

import { beforeEach, expect, test } from 'vitest';
import type { LinkState } from '../../src/store/link-states.ts';
import type { NewLink } from '../../src/store/new-link.ts';
import { buildLink, buildNewLink } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOON = Date.UTC(2026, 10, 21, 8);
const HOUR = 3_600_000;
const DAY = { from: NOON - 12 * HOUR, to: NOON + 12 * HOUR - 1 };
const TEAM = 'T0PLAY';

const { store } = storePerTest();
let made: number;

beforeEach(() => {
  made = 0;
});

const make = async (
  states: readonly LinkState[],
  {
    at = NOON,
    movedAt = at,
    fils = 10_000,
    teamId = TEAM,
  }: Partial<Record<'at' | 'movedAt' | 'fils', number>> & {
    teamId?: string;
  } = {},
) => {
  made += 1;
  const { id } = buildLink({ id: `lnk_${made}` });
  await store.links.reserve({
    ...buildLink({ id, teamId, nonce: `n${made}`, invoiceId: `INV-${made}`, amountFils: fils }),
    callbackTokenHash: `hash-${made}`,
    at,
  });
  for (const to of states) await store.links.move({ id, to, at: movedAt, cause: 'answered' });
};

test('a day without links has none', async () => {
  expect(await store.linkDays.madeIn(TEAM, DAY)).toEqual([]);
});

test('the links of a day are listed in every state, without customer data', async () => {
  await make(['open', 'paid']);
  await make([], { at: NOON - 1 });
  await make([], { teamId: 'T0OTHER' });
  const links = await store.linkDays.madeIn(TEAM, DAY);
  expect(links.map(({ invoiceId, state }) => `${invoiceId} ${state}`)).toEqual([
    'INV-2 reserved',
    'INV-1 paid',
  ]);
  expect(JSON.stringify(links)).not.toMatch(/Sara|example|501234567/);
});

test('references are known in their workspace, for any number of them', async () => {
  await make(['open']);
  await make(['open'], { teamId: 'T0OTHER' });
  const many = Array.from({ length: 1_200 }, (_, n) => `INV-${n}`);
  expect([...(await store.linkDays.knownReferences(TEAM, many))]).toEqual(['INV-1']);
  expect((await store.linkDays.knownReferences(TEAM, [])).size).toBe(0);
});

test('a person’s name comes from the newest link that they made and own', async () => {
  const reserve = (id: string, changes: Partial<NewLink>) =>
    store.links.reserve(buildNewLink(id, { at: NOON, ...changes }));
  await reserve('lnk_a', { creatorName: 'sara' });
  await reserve('lnk_b', { creatorName: 'sara haddad', at: NOON + HOUR });
  await reserve('lnk_c', { creatorName: 'omar', creatorId: 'U2', at: NOON + 2 * HOUR });
  await reserve('lnk_d', { creatorName: 'another sara', teamId: 'T2', at: NOON + 3 * HOUR });
  expect(await store.linkDays.nameOf('T1', 'U1')).toBe('sara haddad');
  expect(await store.linkDays.nameOf('T1', 'U2')).toBe('omar');
  expect(await store.linkDays.nameOf('T1', 'U3')).toBeNull();
});
