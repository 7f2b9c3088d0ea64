// @module-tag postgres

import { beforeEach, describe, expect, test } from 'vitest';
import { addShown, type Consent } from '../../src/store/consent.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import { buildLink, WAYS } from '../fixtures/links.ts';
import { readTrail } from '../fixtures/read-trail.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';

const AT = Date.UTC(2026, 10, 21, 8);
const HOUR = 3_600_000;

const { database, store } = storePerTest();
let made: number;

beforeEach(() => {
  made = 0;
});

interface Changes {
  at?: number;
  amountFils?: number;
  teamId?: string;
  Email?: string;
  Phone?: string;
  nonce?: string;
  creatorId?: string;
  FullName?: string;
}

const build = ({ Email, Phone, FullName, ...changes }: Changes = {}) => {
  made += 1;
  const link = buildLink({ nonce: `n${made}`, invoiceId: `INV-${made}`, ...changes });
  const details = {
    ...link.details,
    ...(Email ? { Email } : {}),
    ...(Phone ? { Phone } : {}),
    ...(FullName ? { FullName } : {}),
  };
  return {
    ...link,
    details,
    id: `lnk_${made}`,
    saleId: null,
    callbackTokenHash: `hash-${made}`,
    at: changes.at ?? AT,
  };
};

/** An existing link, in a state reached from `open`. */
const existing = async (changes: Changes = {}, state: LinkState = 'open', at = AT): Promise<string> => {
  const { link } = await store.links.reserve(build(changes));
  if (!link) throw new Error('not reserved');
  for (const to of WAYS[state]) await store.links.move({ id: link.id, to, at, cause: 'answered' });
  return link.id;
};

const NOTHING_SHOWN: Consent = { shown: [], at: AT };

/** They were shown as they stand now. */
const saw = async (...ids: string[]): Promise<Consent> => ({
  shown: addShown([], await Promise.all(ids.map((id) => store.links.get(id)))),
  at: AT,
});

const duplicatesOf = async (changes: Changes = {}, consent = NOTHING_SHOWN) => {
  const { conflict } = await store.links.reserve(build(changes), consent);
  return conflict?.because === 'duplicates' ? conflict.duplicates.map(({ id }) => id) : null;
};

describe('a link similar to an existing one', () => {
  test('is a duplicate until exactly a day after the other was made and paid, and without end while it can be paid', async () => {
    const at = AT - 24 * HOUR;
    const paid = await existing({ at }, 'paid', at);
    const later = { shown: [], at: AT + 1 };
    expect(await duplicatesOf()).toEqual([paid]);
    const paidLate = await existing({ at: AT - 40 * 24 * HOUR, amountFils: 5_000 }, 'paid');
    expect(await duplicatesOf({ amountFils: 5_000 })).toEqual([paidLate]);
    const open = await existing({ at: AT - 40 * 24 * HOUR });
    expect(await duplicatesOf({}, later)).toEqual([open]);
    await store.links.move({ id: open, to: 'expired', at: AT, cause: 'answered' });
    expect(await duplicatesOf({}, later)).toBeNull();
  });

  test.each<LinkState>(['failed', 'expired'])(
    'is none if the other is %s: it merely ended',
    async (state) => {
      await existing({}, state);
      expect(await duplicatesOf()).toBeNull();
    },
  );

  test('is the next of a sale once, when people who saw the same change it to other amounts and customers', async () => {
    const stores = TEST_ENGINE === 'postgres' ? [store, await database.open()] : [store];
    for (const round of [1, 2, 3, 4]) {
      const of = (place: number) => ({
        ...{ amountFils: 90_000 * round + 7_700 * place, creatorId: `U${place}` },
        ...{ Phone: `+9715000000${round}${place}`, Email: `${round}.${place}@example.com` },
      });
      const first = await existing(of(0));
      const consent = await saw(first);
      const changed = await Promise.all(
        [1, 2, 3, 4].map((place) =>
          (stores[place % stores.length] ?? store).links.reserve(
            { ...build(of(place)), saleId: first, after: first },
            consent,
          ),
        ),
      );
      const [written, ...more] = changed.flatMap(({ link }) => link ?? []);
      expect(written).toMatchObject({ saleId: first, saleOrder: 2 });
      expect(more).toEqual([]);
      const asked = { because: 'duplicates', duplicates: [{ id: written?.id }] };
      expect(changed.flatMap(({ conflict }) => conflict ?? [])).toMatchObject([asked, asked, asked]);
    }
  });

  test('is not written', async () => {
    await existing();
    expect(await duplicatesOf()).toHaveLength(1);
    expect(await store.links.find('T0PLAY', 'lnk_2')).toBeNull();
  });

  test.each<LinkState>(['reserved', 'unknown', 'open', 'reported'])(
    'is a duplicate if the other is %s and may still be paid',
    async (state) => {
      const id = await existing({}, state);
      expect(await duplicatesOf()).toEqual([id]);
    },
  );

  test.each<[string, Changes]>([
    ['the same phone', { Email: 'somebody@else.example' }],
    ['the same e-mail', { Phone: '+971509999999' }],
    ['the phone spaced in another way', { Email: 'somebody@else.example', Phone: ' +971 50-123 4567' }],
    ['the e-mail in another case', { Phone: '+971509999999', Email: ' Sara.KHAN@example.com ' }],
  ])('is a duplicate with only %s', async (_, changes) => {
    const id = await existing();
    expect(await duplicatesOf(changes)).toEqual([id]);
  });

  test('is a duplicate with the Gmail address written with dots', async () => {
    const id = await existing({ Email: 'sarakhan@gmail.com' });
    const Phone = '+971509999999';
    expect(await duplicatesOf({ Phone, Email: 'Sara.Khan+shop@googlemail.com' })).toEqual([id]);
    expect(await duplicatesOf({ Phone, Email: 'sara.khan@example.com' })).toBeNull();
  });

  test.each<[string, Changes]>([
    ['another customer', { Email: 'somebody@else.example', Phone: '+971509999999' }],
    ['quite another amount', { amountFils: 133_000, creatorId: 'U2' }],
    ['quite another amount ten minutes later', { amountFils: 133_000, at: AT + 10 * 60_000 + 1 }],
    ['another workspace', { teamId: 'T0OTHER' }],
  ])('is no duplicate with %s', async (_, changes) => {
    await existing();
    expect(await duplicatesOf(changes)).toBeNull();
  });

  test.each<[string, number]>([
    ['the same', 125_050],
    ['half', 62_525],
    ['double', 250_100],
    ['a zero more', 1_250_500],
    ['two digits swapped', 215_050],
    ['one digit wrong', 125_080],
  ])('is a duplicate with %s of its amount, whoever makes it and when', async (_, amountFils) => {
    const first = await existing();
    expect(await duplicatesOf({ amountFils, creatorId: 'U2', at: AT + 3 * HOUR })).toEqual([first]);
  });

  test('is a duplicate with the sum of those that are open', async () => {
    const both = [
      await existing({ amountFils: 20_500, at: AT - 2 }),
      await existing({ amountFils: 31_700, at: AT - 1 }),
    ];
    expect(await duplicatesOf({ amountFils: 52_200, creatorId: 'U2' })).toEqual(both.toReversed());
  });

  test('is a duplicate with any amount, if the same person made it in the last ten minutes', async () => {
    const first = await existing({ amountFils: 25_000 });
    expect(await duplicatesOf({ amountFils: 20_400, at: AT + 10 * 60_000 })).toEqual([first]);
    expect(await duplicatesOf({ amountFils: 20_400, at: AT + 10 * 60_000 + 1 })).toBeNull();
  });

  describe('with a phone that is used with other names', () => {
    const names = ['Sara Khan', 'Omar Haddad', 'Hala Nasser', 'Ravi Menon', 'Lena Weber'];
    /** Earlier links with that phone, all over by now. */
    const use = async (count: number) => {
      for (const [place, FullName] of names.slice(0, count).entries()) {
        const Email = `${place}@example.com`;
        await existing({ FullName, Email, amountFils: 900_000 + place, at: AT - HOUR }, 'expired');
      }
    };
    const later = { FullName: 'Huda Saleh', Email: 'huda@example.com' };

    test.each([
      [0, 'by any amount', true, true],
      [3, 'by a like amount', true, false],
      [5, 'by none: it is the shop’s', false, false],
    ] as const)('%i, a duplicate is found %s', async (count, _, isAlikeFound, isOtherFound) => {
      await use(count);
      const first = await existing({ ...later, amountFils: 25_000 });
      const found = (amountFils: number) =>
        duplicatesOf({ FullName: 'Huda S', Email: `${amountFils}@example.com`, amountFils });
      expect(await found(20_500)).toEqual(isOtherFound || isAlikeFound ? [first] : null);
      expect(await found(33_300)).toEqual(isOtherFound ? [first] : null);
    });
  });

  test('is made if the person saw all existing ones', async () => {
    const first = await existing({ at: AT - 2 });
    const second = await existing({ at: AT - 1 });
    expect(await duplicatesOf()).toEqual([second, first]);
    expect(await duplicatesOf({}, await saw(second))).toEqual([first]);
    expect(await duplicatesOf({}, await saw(first, second))).toBeNull();
  });

  test('is made without a guard', async () => {
    await existing();
    expect(await store.links.reserve(build())).toMatchObject({ isNew: true, conflict: null });
  });
});

test.each<[string, (round: number, place: number) => Changes]>([
  ['phone and e-mail', (round) => ({ Phone: `+97150000000${round}`, Email: `round${round}@example.com` })],
  [
    'only phone',
    (round, place) => ({ Phone: `+97150000000${round}`, Email: `${round}.${place}@example.com` }),
  ],
  [
    'only e-mail',
    (round, place) => ({ Phone: `+9715000000${round}${place}`, Email: `r${round}@example.com` }),
  ],
])(
  'of many simultaneous colleagues whose customers share %s one makes a link, and the others see it',
  async (_, of) => {
    const stores = TEST_ENGINE === 'postgres' ? [store, await database.open()] : [store];
    for (const round of [1, 2, 3, 4]) {
      const asked = [0, 1, 2, 3].map((place) => build(of(round, place)));
      const outcomes = await Promise.all(
        asked.map((link, place) =>
          (stores[place % stores.length] ?? store).links.reserve(link, NOTHING_SHOWN),
        ),
      );
      const [made, ...more] = outcomes.flatMap(({ link }) => link ?? []);
      expect(more).toEqual([]);
      expect(outcomes.filter(({ conflict }) => conflict !== null)).toMatchObject(
        Array(3).fill({ conflict: { because: 'duplicates', duplicates: [{ id: made?.id }] } }),
      );
    }
  },
);

test('a link that was shown is looked at again, whatever its amount', async () => {
  const first = await existing({ amountFils: 5_000 }, 'unknown');
  const consent = await saw(first);
  await store.links.move({ id: first, to: 'open', at: AT, cause: 'answered' });
  expect(await duplicatesOf({}, consent)).toEqual([first]);
});

describe('a form', () => {
  test('that is submitted again returns its first link, not a duplicate of it', async () => {
    const first = await store.links.reserve(build({ nonce: 'form' }), NOTHING_SHOWN);
    const again = await store.links.reserve(build({ nonce: 'form' }), NOTHING_SHOWN);
    expect(first).toMatchObject({ isNew: true, conflict: null });
    expect(again).toEqual({ link: first.link, isNew: false, conflict: null });
  });

  test('whose customer was erased in the meantime returns its first link', async () => {
    const link = build({ nonce: 'form' });
    const details = { ...link.details, Email: '', Phone: '', erasedAt: AT };
    const first = await store.links.reserve({ ...link, details });
    expect(await store.links.reserve(build({ nonce: 'form' }))).toEqual({
      link: first.link,
      isNew: false,
      conflict: null,
    });
    expect(await store.links.reserve(build({ nonce: 'form', amountFils: 5 }))).toMatchObject({
      conflict: { because: 'form-used' },
    });
  });

  test('of another workspace is refused', async () => {
    await existing({ nonce: 'form' });
    await expect(
      store.links.reserve(build({ nonce: 'form', teamId: 'T0OTHER' }), NOTHING_SHOWN),
    ).rejects.toThrow(/another workspace/);
  });

  test('leaves a line in the history and one in the audit trail', async () => {
    const id = await existing({}, 'reserved');
    expect(await store.links.history(id)).toEqual([
      { at: AT, from: null, to: 'reserved', cause: 'form submitted' },
    ]);
    expect(await readTrail(store, { teamId: 'T0PLAY' })).toEqual([
      {
        id: `aud_made_${id}`,
        teamId: 'T0PLAY',
        at: AT,
        actorId: 'U0SARA0001',
        action: 'link-made',
        subject: id,
        detail: { amountFils: 125_050 },
      },
    ]);
  });
});
