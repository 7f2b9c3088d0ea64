import { plainName, type TaughtSays } from '../../src/payment-service/index.ts';
import type { Answer } from '../../src/teaching/possible-answers.ts';
import type { Ledger } from '../sandbox/ledger.ts';
import type { JsonObject, Look } from '../sandbox/record-look.ts';
import type { SandboxTransaction } from '../sandbox/records.ts';
import { drawRefundRows, type RefundLook } from './refund-rows.ts';
import type { World } from './simulated-world.ts';

/** What services write beside a payment. It says nothing about whether it was paid, so it may change nothing. */
const ORDINARY: readonly JsonObject[] = [
  { settlementStatus: 'PENDING', settlementCurrency: 'AED' },
  { payoutStatus: 'UNPAID' },
  { threeDSecure: { status: 'N' }, eci: '07', is3ds: false },
  { avsResult: 'N', riskStatus: 'REVIEW' },
  { smsStatus: 'FAILED' },
  { customer: { name: 'Void Studio', status: 'INACTIVE' }, kycStatus: 'PENDING' },
  { merchant: { status: 'ACTIVE' } },
  { orderState: 'NEW' },
  { card: { type: 'CREDIT' }, cardCurrency: 'USD' },
  { refundStatus: 'NONE', refundedAmount: 0 },
  { captureMethod: 'AUTOMATIC', channel: 'ECOM' },
  { vat: 0.5, isTest: false, retry: false },
  { authCode: '831000', acquirerMessage: 'Approved' },
  { isRefundable: true },
];

/** Words that nobody knows for a link that can be paid, and for a payment. */
const OF_LIFE = ['Zugestellt', 'LIVE9', 'in circulation'] as const;
const OF_PAYMENT = ['Verbucht', 'QX17', 'regled'] as const;

type Status = SandboxTransaction['status'];

/** Leaves under names of the service's own, by what the row is; in a link's own record by its last row. */
interface OwnName {
  leaves: Partial<Record<Status, JsonObject>>;
  /** What somebody finds in the dashboard about the words that no table knows. None: the table knows all of them. */
  means?: Readonly<Record<string, TaughtSays>>;
  /** It has a say by its name, so a second person has to agree. A link's own record has only the plain words. */
  decides?: true;
}

/** Nobody is asked about any of these, and they change nothing. */
const UNDERSTOOD: readonly OwnName[] = [
  { leaves: { SUCCESS: { stage: 'CAPTURED' }, FAILED: { stage: 'DECLINED' } } },
  { leaves: { SUCCESS: { paidFlag: 'Y' }, FAILED: { paidFlag: 'N' } } },
  { leaves: { SUCCESS: { gatewayResponse: 'Approved' }, FAILED: { gatewayResponse: 'DECLINED' } } },
  { leaves: { SUCCESS: { livemode: true }, FAILED: { livemode: true } } },
  {
    leaves: {
      FAILED: { declinedAt: '2026-11-21 12:00:00' },
      REFUNDED: { refundedAt: '2026-11-21 12:00:00' },
    },
  },
];
/** Nothing but such a leaf says that a payment was declined: its state says that the request went well. */
const DENIED_ASIDE: readonly OwnName[] = [
  { gatewayResponse: 'DECLINED' },
  { paidFlag: 'N' },
  { stage: 'AUTHORISED' },
  { declinedAt: '2026-11-21 12:00:00' },
  { livemode: false },
].map((leaf) => ({ leaves: { FAILED: { status: 'SUCCESS', ...leaf } }, means: { false: 'not-paid' } }));
/**
 * Of the sorts that have a say, or under names that nobody knows, beside a payment that is otherwise plain. Nobody knows what they say,
 * so nothing counts before somebody has said it.
 */
const STRANGE: readonly OwnName[] = [
  ...[
    { processingState: 'Gebucht' },
    { accepted: 'K' },
    { operationType: 'GUTSCHRIFT' },
    { tradeCurrency: 'XK' },
    { dealAmount: 3 },
  ].map((leaf) => asked(leaf, { decides: true })),
  ...[
    { abwicklung: 'Zugeordnet' },
    { gatewayMessage: 'Vorgang gebucht' },
    { lane: 'Blau' },
    { besonderheit: 'ohne Befund' },
  ].map((leaf) => asked(leaf)),
];
/** Each comes in another week. */
const WEEKLY: readonly OwnName[] = [
  { abwicklung: 'Zugeordnet' },
  { lane: 'Blau' },
  { besonderheit: 'ohne Befund' },
  { vermerk: 'Stapel' },
].map((leaf) => asked(leaf));
const DAY_MS = 24 * 60 * 60_000;
/** Of a payment that is only reserved, too, nothing but a word under a name of its own says so. */
const RESERVED_ASIDE: OwnName = {
  leaves: { SUCCESS: { vorgang: 'Eingezogen' }, FAILED: { status: 'SUCCESS', vorgang: 'Vorgemerkt' } },
  means: { Eingezogen: 'nothing', Vorgemerkt: 'not-paid' },
};

/** Beside money that came. */
function asked(leaf: JsonObject, more: Pick<OwnName, 'decides'> = {}): OwnName {
  const means = Object.entries(leaf).map(([name, value]): [string, TaughtSays] => [
    typeof value === 'number' ? name : String(value),
    'nothing',
  ]);
  return { leaves: { SUCCESS: leaf }, means: Object.fromEntries(means), ...more };
}

/** How a service writes its numbers, in one answer so and in the next otherwise. */
const WRITINGS: readonly [Writing, ...Writing[]] = [
  [(id) => id, (id) => `000${id}`, (id) => ` ${id} `],
  [(id) => `TX${id}`, (id) => `tx${id}`, (id) => `Tx ${id}`],
];
type Writing = readonly [(id: string) => string, ...((id: string) => string)[]];
/** What stands for an order id where there is none, also on rows of a card terminal. */
const PLACEHOLDERS = ['0', 'null', 'N/A'] as const;
/** When a leaf comes that a service did not write before. */
const COMES_WITHIN_MS = [120_000, 900_000, 2_400_000] as const;

export interface Question {
  name: string;
  word: string;
}

/** By its word, and of an amount by its name. */
export const keyOf = ({ name, word }: Question): string => plainName(word === '*' ? name : word);

/** By its own word, how a customer's dispute stands: of a row of the ledger that the bank took back. */
export type Disputes = Map<string, 'OPEN' | 'LOST' | 'WON'>;

interface Shown {
  ledger: Ledger;
  look: Look;
}

/** How a service words its records. */
export interface Dialect {
  stateWords: Record<string, string>;
  /** The same ledger, with records as this service writes them in one answer. */
  write(shown: Shown): Shown;
  /** By their keys, the questions about what stands at that time on a row and on the record of its link. */
  asksAbout(row: SandboxTransaction, at: number): readonly string[];
  /** What somebody finds in the dashboard; `never`: whatever stands under that name. */
  meaningOf(question: Question): Answer;
  /** Two people have to say the same. */
  needsSecond(key: string): boolean;
  /** Nobody can tell that a link was not paid from a word that its service alone uses. */
  hasOwnLife: boolean;
  /** A link's own record has only the plain words. */
  isStrangeOnRowsOnly: boolean;
  /** The state of a payment that was declined says that all went well. */
  deniesAside: boolean;
  refunds: RefundLook;
  /** A look-up of an order's transactions answers with all of them; null: with the last. */
  looksUpAll: 'oldest first' | 'newest first' | null;
  /** One payment page for all links. */
  hasOnePage: boolean;
  /** Its transactions have no order id, only our reference. */
  hasPlaceholders: boolean;
}

/** Something that stands on the records from then on; `isOfNew`: on those of new rows. */
interface Written extends OwnName {
  from: number;
  isOfNew: boolean;
}

export const drawDialect = (
  world: World,
  { isWeekly, disputes }: { isWeekly: boolean; disputes: Disputes },
): Dialect => {
  const { dice } = world;
  const some = <T>(feature: string, all: readonly T[], chance: number): T[] =>
    world.has(feature) ? all.filter(() => dice.chance(chance)) : [];
  const one = <T>(all: readonly T[]): T[] => all.slice(dice.whole(0, all.length - 1)).slice(0, 1);
  const ordinary: JsonObject = Object.assign({}, ...some('ordinary leaves', ORDINARY, 0.5));
  const life = world.has('own words of a link’s life') && dice.chance(0.4) ? dice.pick(OF_LIFE) : null;
  const payment = world.has('own words of payments') && dice.chance(0.2) ? dice.pick(OF_PAYMENT) : null;
  const placeholder = world.has('placeholders') && dice.chance(0.5) ? dice.pick(PLACEHOLDERS) : null;
  const written: Written[] = [];
  const write = (own: readonly OwnName[], from = 0, isOfNew = false) =>
    written.push(...own.map((one) => ({ ...one, from, isOfNew })));
  write(some('names of its own', UNDERSTOOD, 0.3));
  if (world.has('denials aside') && dice.chance(0.5)) write(one(DENIED_ASIDE));
  if (world.has('strange leaves') && dice.chance(0.2)) write(one(STRANGE));
  // As on a shop's first day.
  else if (world.has('many strange leaves') && dice.chance(0.2)) write(STRANGE);
  if (world.has('strange leaves that come later') && dice.chance(0.3))
    write(one(STRANGE), world.now() + dice.whole(1_000, dice.pick(COMES_WITHIN_MS)), dice.chance(0.5));
  for (const [week, leaf] of isWeekly ? WEEKLY.entries() : [])
    write([leaf], world.now() + (7 * week + dice.whole(0, 6)) * DAY_MS, true);
  if (world.has('reservations aside') && dice.chance(0.5)) write([RESERVED_ASIDE]);
  const writing = world.has('numbers written otherwise') && dice.chance(0.5) ? dice.pick(WRITINGS) : null;
  const stateWords: Record<string, string> = {
    ...(life === null ? {} : { CREATED: life }),
    ...(payment === null ? {} : { PAID: payment, SUCCESS: payment }),
  };
  const standsOn = ({ from, isOfNew }: Written, row: SandboxTransaction, at: number) =>
    from <= (isOfNew ? row.createdAt : at);
  const means = new Map<string, { says: Answer; needsSecond: boolean }>([
    ...OF_LIFE.map((word) => [plainName(word), { says: 'not-paid', needsSecond: false }] as const),
    ...OF_PAYMENT.map((word) => [plainName(word), { says: 'paid', needsSecond: true }] as const),
    ...written.flatMap(({ means = {}, decides = false }) => {
      const words = Object.entries(means);
      const isNever = !decides && words.length === 1 && words[0]?.[1] === 'nothing' && dice.chance(0.5);
      return words.map(
        ([word, says]) =>
          [plainName(word), { says: isNever ? ('never' as const) : says, needsSecond: decides }] as const,
      );
    }),
  ]);

  const reword = (kind: 'link' | 'transaction', record: JsonObject, ledger: Ledger): JsonObject => {
    const row = ledger
      .transactions()
      .findLast(
        ({ transactionId, orderId }) =>
          transactionId === record['transactionId'] || (kind === 'link' && orderId === record['orderId']),
      );
    const leaves = row === undefined ? [] : written.filter((one) => standsOn(one, row, world.now()));
    const added = leaves.flatMap(({ leaves, decides }) => {
      // What the bank took back is no refund.
      const isDisputed = disputes.has(row?.transactionId ?? '');
      const { status, ...aside } = (isDisputed ? undefined : leaves[row?.status ?? 'FAILED']) ?? {};
      if (kind === 'link') return decides ? [] : [aside];
      return status === undefined ? [aside] : [{ status: stateWords['SUCCESS'] ?? status, ...aside }];
    });
    return {
      ...record,
      ...disputed(kind, record, ledger),
      ...(kind === 'transaction' ? ordinary : {}),
      ...(kind === 'transaction' && placeholder !== null ? { orderId: placeholder } : {}),
      ...Object.assign({}, ...added),
    };
  };
  const disputed = (kind: 'link' | 'transaction', record: JsonObject, ledger: Ledger): JsonObject => {
    const ofOrder = ledger.transactions().filter(({ orderId }) => orderId === record['orderId']);
    if (kind === 'link')
      return ofOrder.some(({ transactionId }) => disputes.has(transactionId))
        ? { status: stateWords['PAID'] ?? 'PAID' }
        : {};
    const stands = disputes.get(String(record['transactionId']));
    const payment = ofOrder.find(({ status }) => status === 'SUCCESS');
    return stands === undefined
      ? {}
      : { status: stands, transactionType: 'CHARGEBACK', originalTransactionId: payment?.transactionId };
  };
  const number = (record: JsonObject, write: (id: string) => string): JsonObject => ({
    ...record,
    ...Object.fromEntries(
      NUMBERS.flatMap((name) => (typeof record[name] === 'string' ? [[name, write(record[name])]] : [])),
    ),
  });
  const refunds = drawRefundRows(world);

  return {
    stateWords,
    write: ({ ledger, look }) => {
      const inAnswer = writing === null ? (id: string) => id : dice.pick(writing);
      const listed = { ...ledger, transactions: () => refunds.listed(ledger.transactions()) };
      // What a payment's row says of its refund takes the place of what it says beside a payment.
      const refunded = refunds.write({
        ledger,
        look: {
          ...look,
          reword: (kind, record) => reword(kind, look.reword?.(kind, record) ?? record, listed),
        },
      });
      return {
        ledger: refunded.ledger,
        look: {
          ...refunded.look,
          reword: (kind, record) => number(refunded.look.reword?.(kind, record) ?? record, inAnswer),
        },
      };
    },
    asksAbout: (row, at) => [
      ...(payment !== null && row.status === 'SUCCESS' ? [plainName(payment)] : []),
      ...written.flatMap((one) =>
        !standsOn(one, row, at)
          ? []
          : Object.entries(one.leaves[row.status] ?? {})
              .flatMap(([name, word]) => [plainName(name), plainName(String(word))])
              .filter((key) => Object.keys(one.means ?? {}).some((word) => plainName(word) === key)),
      ),
    ],
    meaningOf: (question) => means.get(keyOf(question))?.says ?? 'nothing',
    needsSecond: (key) => means.get(key)?.needsSecond ?? true,
    hasOwnLife: life !== null,
    isStrangeOnRowsOnly: written.some(({ decides }) => decides),
    deniesAside: written.some(({ leaves }) => leaves.FAILED?.['status'] !== undefined),
    refunds,
    looksUpAll:
      world.has('look-ups that show every row') && dice.chance(0.8)
        ? dice.pick(['oldest first', 'newest first'])
        : null,
    hasOnePage: world.has('one payment page for all links') && dice.chance(0.3),
    hasPlaceholders: placeholder !== null,
  };
};

const NUMBERS = ['transactionId', 'originalTransactionId'];
