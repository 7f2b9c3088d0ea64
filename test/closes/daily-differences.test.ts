import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareLinks, type ListedLink } from '../../src/closes/daily-differences.ts';
import type { HeldLink } from '../../src/listings/link-day-store.ts';
import { isRequest, LINK_STATES } from '../../src/store/link-states.ts';
import { readRows } from '../fixtures/record-tables.ts';
import { runs } from '../fixtures/whole-suite.ts';

const FROM = Date.UTC(2026, 10, 20, 20);
const SPAN = { from: FROM, to: FROM + 21 * 3_600_000 - 1_000 };
const NOON = FROM + 12 * 3_600_000;

const NONE = { count: 0, fils: 0, withoutAmount: 0 };

const held = (invoiceId: string, changes: Partial<HeldLink> = {}): HeldLink => ({
  id: `lnk_${invoiceId}`,
  invoiceId,
  orderId: null,
  amountFils: 10_000,
  state: 'open',
  finding: null,
  cameFils: null,
  refundedFils: 0,
  createdAt: NOON,
  ...changes,
});

const listed = (reference: string | null, changes: Partial<ListedLink> = {}): ListedLink => ({
  reference,
  orderId: null,
  amountFils: 10_000,
  meaning: 'waiting',
  status: 'CREATED',
  at: NOON,
  ...changes,
});

const compare = (
  ours: HeldLink[],
  theirs: ListedLink[],
  more: { known?: string[]; isWhole?: boolean } = {},
) =>
  compareLinks({
    held: ours,
    listed: theirs,
    known: new Set(more.known),
    span: SPAN,
    isWhole: more.isWhole ?? true,
  });

describe('the comparison with the service’s list', () => {
  test('finds no difference in links that both have, by reference or by order id', () => {
    const ours = [held('A'), held('B', { orderId: '7', state: 'paid' })];
    const theirs = [listed('A'), listed(null, { orderId: '7', meaning: 'paid' })];
    expect(compare(ours, theirs)).toEqual({ isComparable: true, differences: [], outside: NONE });
  });

  test('counts links created outside Paylink, which are not differences', () => {
    const theirs = [
      listed('C'),
      listed('B', { amountFils: 500 }),
      listed(null, { orderId: '9', amountFils: 250 }),
      listed('D', { amountFils: null }),
    ];
    expect(compare([held('C')], theirs)).toEqual({
      isComparable: true,
      differences: [],
      outside: { count: 3, fils: 750, withoutAmount: 1 },
    });
  });

  test('names two links with one reference first, then different amounts and states', () => {
    const ours = [held('state'), held('amount'), held('twice')];
    const theirs = [
      listed('state', { meaning: 'paid', status: 'PAID' }),
      listed('amount', { amountFils: 9_999 }),
      listed('twice'),
      listed('twice'),
    ];
    expect(compare(ours, theirs).differences).toEqual([
      { is: 'twice', reference: 'twice', count: 2 },
      { is: 'amount', reference: 'amount', hereFils: 10_000, thereFils: 9_999 },
      { is: 'state', reference: 'state', here: 'open', finding: null, there: 'PAID' },
    ]);
  });

  /** Columns: our state and finding, the meanings at the service that agree, those that differ. */
  test.each(
    readRows(`
    open - | waiting - | paid failed partly
    open declined | failed waiting | paid cancelled expired
    paid confirmed | paid | waiting refunded
    paid refunded | refunded |
    reported mismatch | paid partly |
    reported partly | partly waiting paid | refunded
    reported refunded | refunded |
    reported unconfirmed | | paid partly refunded
    expired - | waiting |
    failed cancelled | cancelled |
    failed - | | waiting
    unknown - | | waiting
    reserved - | waiting |
    `),
  )(
    'a link that is %s here agrees with “%s” there, and differs from “%s”',
    (ours, agreeing = '', other = '') => {
      const or = (word = '-') => (word === '-' ? null : word);
      const [state, finding] = ours?.split(' ') ?? [];
      const here = held('A', { state, finding: or(finding) } as Partial<HeldLink>);
      const differs = (meaning: string) =>
        compare([here], [listed('A', { meaning: or(meaning) } as Partial<ListedLink>)]).differences.length >
        0;
      const meanings = `${agreeing} ${other}`.split(' ').filter(Boolean);
      expect(meanings.filter(differs).join(' ')).toBe(other);
    },
  );

  test('finds no difference in a refund that Paylink knows', () => {
    const partly = held('A', { state: 'paid', finding: 'confirmed', refundedFils: 5_000 });
    const unknown = held('A', { state: 'paid', finding: 'confirmed', refundedFils: null });
    for (const link of [partly, unknown])
      expect(compare([link], [listed('A', { meaning: 'refunded' })]).differences).toEqual([]);
  });

  test('ignores links of the hours around the day, which are read because clocks differ', () => {
    const before = FROM - 60_000;
    const ours = [held('A', { createdAt: before })];
    const theirs = [listed('B', { at: SPAN.to + 60_000 }), listed('C')];
    expect(compare(ours, theirs, { known: ['C'] })).toMatchObject({ differences: [], outside: NONE });
  });

  test('includes the last second of the day', () => {
    const last = { createdAt: SPAN.to + 999 };
    expect(compare([held('A', last)], [listed('B', { at: SPAN.to + 999 })])).toMatchObject({
      differences: [{ is: 'not-listed', reference: 'A' }],
      outside: { count: 1, fils: 10_000 },
    });
  });

  test('does not miss a link that may never have been created', () => {
    const ours = (['reserved', 'unknown', 'failed'] as const).map((state) => held(state, { state }));
    expect(compare(ours, [listed('other', { at: FROM - 1 })]).differences).toEqual([]);
  });

  test('does not miss a link in a list that was read in parts', () => {
    expect(compare([held('A')], [listed('B')], { isWhole: false })).toMatchObject({
      differences: [],
      outside: { count: 1 },
    });
  });

  test('is impossible with a list without references or known order ids', () => {
    const theirs = [listed(null, { orderId: '1' }), listed(null, { orderId: '2' })];
    expect(compare([held('A')], theirs).isComparable).toBe(false);
    expect(compare([held('A')], [], { isWhole: false }).isComparable).toBe(false);
    expect(compare([held('A')], []).isComparable).toBe(true);
    expect(compare([], [], { isWhole: false })).toEqual({
      isComparable: true,
      differences: [],
      outside: NONE,
    });
  });

  test('names each difference once, for any lists', () => {
    const reference = fc.constantFrom('A', 'B', 'C', 'D');
    const ours = fc.uniqueArray(
      fc.record({
        reference,
        state: fc.constantFrom(...LINK_STATES.filter((state) => !isRequest(state))),
        amountFils: fc.integer({ min: 1_000, max: 1_002 }),
      }),
      { selector: (one) => one.reference },
    );
    const theirs = fc.array(
      fc.record({
        reference: fc.option(reference),
        orderId: fc.option(fc.constantFrom('1', '2')),
        amountFils: fc.option(fc.integer({ min: 1_000, max: 1_002 })),
        meaning: fc.constantFrom('paid' as const, 'waiting' as const, null),
        at: fc.option(fc.constant(NOON)),
      }),
    );
    const met: Record<string, number> = {};
    fc.assert(
      fc.property(ours, theirs, fc.boolean(), (here, there, isWhole) => {
        const { isComparable, differences, outside } = compare(
          here.map(({ reference: name, ...more }) => held(name, more)),
          there.map(({ reference: name, ...more }) => listed(name, { ...more, status: more.meaning })),
          { isWhole },
        );
        for (const is of isComparable ? differences.map((one) => one.is) : ['not-comparable'])
          met[is] = (met[is] ?? 0) + 1;
        if (!isComparable) {
          expect(differences).toEqual([]);
          return;
        }
        const named = differences.map((one) => `${one.is} ${one.reference}`);
        expect(new Set(named).size).toBe(named.length);
        // By references, because our links have no order ids here.
        const rowsOf = (name: string) => there.filter((one) => one.reference === name);
        const expected = here.flatMap(({ reference: name, state, amountFils }) => {
          const rows = rowsOf(name);
          const amounts = rows.flatMap((one) => (one.amountFils === null ? [] : [one.amountFils]));
          if (state === 'reserved') return [];
          if (rows.length > 1) return [`twice ${name}`];
          if (rows.length === 1) return amounts.some((fils) => fils !== amountFils) ? [`amount ${name}`] : [];
          const isIssued = state !== 'unknown' && state !== 'failed';
          return isWhole && isIssued ? [`not-listed ${name}`] : [];
        });
        expect(named.filter((one) => !one.startsWith('state ')).toSorted()).toEqual(expected.toSorted());
        const strangers = there.filter((one) => here.every(({ reference: name }) => name !== one.reference));
        expect(outside.count).toBe(strangers.length);
      }),
      runs(500),
    );
    expect(Object.keys(met).toSorted()).toEqual(['amount', 'not-comparable', 'not-listed', 'state', 'twice']);
  });
});
