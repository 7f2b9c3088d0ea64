import {
  BARE_ID,
  HOLDS_ORDER,
  HOLDS_REFERENCE,
  invoiceKey,
  isPlaceholder,
  type Leaf,
  listUnnamed,
  mayNameLink,
  type NamedValue,
  readLeaves,
  recordAddress,
  recordLinkIds,
  recordOrderIds,
  recordReferences,
  type ServiceRecord,
} from '../payment-service/index.ts';
import { type RecordKind, type UnreadLeaf, unreadName } from './read-votes.ts';

/** The ids by which the service knows a link of ours. */
export interface LinkIdentity {
  id: string;
  /** Its `Invoice_Id`. */
  invoiceId: string;
  orderId: string | null;
  address: string | null;
}

export type TieBy = 'order-id' | 'reference' | 'address';

/** What joins a record with a link: the same value in both. */
interface Tie {
  by: TieBy;
  /** Null: the link has none. */
  ofLink(link: LinkIdentity): string | null;
  inRecord(record: ServiceRecord, kind: RecordKind): readonly NamedValue[];
  /**
   * Whether a value that our records lack says that the record is another sale's. `oursIn`: the fields that have ours; none:
   * it is missing.
   */
  isAgainst(field: string, oursIn: readonly string[], known: Known): boolean;
}

/** What is known of one tie of a link. */
interface Known {
  /** The link's own value. */
  ours: string | null;
  /** Those of our other links, and how many have each. */
  held: ReadonlyMap<string, number>;
  /** The fields that held ours on the link's own records: another value there is another sale's. */
  fields: ReadonlySet<string>;
  /** All values on its own records, even the service's own numbers. */
  values: ReadonlySet<string>;
}

/** The name under which link generation gets our reference. Under others it may be a number of the service. */
const OUR_FIELD = 'invoiceid';

/** A bare `id` may be the order's only on a link's record: a transaction has its own id. */
const orderIdsIn = (record: ServiceRecord, kind: RecordKind): readonly NamedValue[] =>
  kind === 'link' ? recordLinkIds(record) : recordOrderIds(record);

/** In which order an answer's fields are tried for the order id. */
const rankOf = (field: string): number => (field === BARE_ID ? 2 : field.includes('link') ? 1 : 0);

const TIES: Readonly<Record<TieBy, Tie>> = {
  'order-id': {
    by: 'order-id',
    ofLink: ({ orderId }) => (orderId === null || isPlaceholder(orderId) ? null : orderId),
    inRecord: orderIdsIn,
    isAgainst: (field, oursIn, { ours, fields }) =>
      ours !== null &&
      field !== BARE_ID &&
      // The order's id comes before the link's and the record's: ours may be the number of something else.
      (oursIn.length === 0 || (fields.size === 0 && rankOf(field) < Math.min(...oursIn.map(rankOf)))),
  },
  reference: {
    by: 'reference',
    ofLink: ({ invoiceId }) => (isPlaceholder(invoiceId) ? null : invoiceKey(invoiceId)),
    inRecord: (record) =>
      recordReferences(record).map(({ field, value }) => ({ field, value: invoiceKey(value) })),
    isAgainst: (field, oursIn, { fields }) => field === OUR_FIELD && fields.size === 0 && oursIn.length === 0,
  },
  address: {
    by: 'address',
    ofLink: ({ address }) => address,
    inRecord: (record) => {
      const address = recordAddress(record);
      return address === null ? [] : [{ field: 'address', value: address }];
    },
    // It may lead to a receipt.
    isAgainst: () => false,
  },
};
const ALL_TIES = Object.values(TIES);
const ofEach = <Of>(build: (by: TieBy) => Of): Record<TieBy, Of> => ({
  'order-id': build('order-id'),
  reference: build('reference'),
  address: build('address'),
});

/** The ties by which a record can be about the link. */
export const listTies = (link: LinkIdentity): string[] =>
  ALL_TIES.flatMap(({ by, ofLink }) => {
    const value = ofLink(link);
    return value === null ? [] : [`${by} ${value}`];
  });

/** The ties of the links that a record may be about. */
export const listNamed = (record: ServiceRecord, kind: RecordKind): string[] => [
  ...ALL_TIES.flatMap(({ by, inRecord }) => inRecord(record, kind).map(({ value }) => `${by} ${value}`)),
  ...listUnnamed(record).flatMap((value) => [`reference ${invoiceKey(value)}`, `order-id ${value}`]),
];

/** What is asked about a leaf that has a number of the link under a name that does not say so: whether that is ours. */
export const asksWhose = (
  leaf: Leaf,
  { invoiceId, orderId }: { invoiceId: string; orderId: string | null },
): UnreadLeaf | null => {
  const value = String(leaf.value).trim();
  const asked = value === invoiceId ? HOLDS_REFERENCE : value === orderId ? HOLDS_ORDER : null;
  return asked === null || !mayNameLink(leaf) ? null : unreadName(leaf, asked);
};

export const listAsksWhose = (link: LinkIdentity, record: ServiceRecord): UnreadLeaf[] =>
  readLeaves(record).flatMap((leaf) => asksWhose(leaf, link) ?? []);

/** Whether a record may be about this link, and is kept until all records are judged. */
export const mentionsLink = (link: LinkIdentity, record: ServiceRecord, kind: RecordKind): boolean => {
  const ties = listTies(link);
  return listNamed(record, kind).some((named) => ties.includes(named));
};

/** The values of links by which these links and records may be meant. */
export const listValues = (links: readonly LinkIdentity[], found: readonly Row[] = []) => {
  const unnamed = found.flatMap(({ record }) => listUnnamed(record));
  const valuesOf = (by: TieBy): string[] => [
    ...links.flatMap((link) => TIES[by].ofLink(link) ?? []),
    ...found.flatMap(({ record, kind }) => TIES[by].inRecord(record, kind).map(({ value }) => value)),
  ];
  return {
    invoiceIds: [...valuesOf('reference'), ...unnamed],
    orderIds: [...valuesOf('order-id'), ...unnamed],
    addresses: valuesOf('address'),
  };
};

/** What a record has of one tie. */
interface Weighed {
  by: TieBy;
  /** `shared`: another link of ours has the same. `doubtful`: other links at the service have it. */
  tie: 'alone' | 'shared' | 'doubtful' | 'none';
  /** It has a value of another link of ours. */
  isAnothers: boolean;
  /** It has a value of another sale. */
  isAgainst: boolean;
  /** Another value stands in the very field that has ours. */
  isInOurField: boolean;
  /** It has a value that our own records lack. */
  isUnknown: boolean;
}

export type Evidence = Readonly<Record<TieBy, Weighed>>;

type Row = Readonly<{ record: ServiceRecord; kind: RecordKind }>;

/** Weighs records against a link. `isOwn`: whether a record that names our order id is the link's own. */
export const createWeigh = (
  link: LinkIdentity,
  others: readonly LinkIdentity[],
  found: readonly Row[],
  isOwn: (one: Row, evidence: Evidence) => boolean,
): ((one: Row) => Evidence) => {
  const begin = (tie: Tie) => ({
    ours: tie.ofLink(link),
    held: countEach(others.flatMap((other) => tie.ofLink(other) ?? [])),
    fields: new Set<string>(),
    values: new Set<string>(),
  });
  const known = ofEach((by) => begin(TIES[by]));
  const weighAll = (one: Row): Evidence =>
    ofEach((by) => weigh(TIES[by], known[by], one, by === 'address' ? listPages(one) : known[by].held));
  /** The pages of the links that the record may be about: not of those with another order id and another reference. */
  const listPages = ({ record, kind }: Row): ReadonlySet<string> => {
    const isOther = (by: 'order-id' | 'reference', other: LinkIdentity) => {
      const theirs = TIES[by].ofLink(other);
      const named = TIES[by].inRecord(record, kind).filter(({ field }) => field !== BARE_ID);
      return theirs !== null && named.length > 0 && named.every(({ value }) => value !== theirs);
    };
    const meant = others.filter(
      (other) => kind !== 'link' || !isOther('order-id', other) || !isOther('reference', other),
    );
    return new Set(meant.flatMap((other) => TIES.address.ofLink(other) ?? []));
  };
  const own = found.filter((one) => isOwn(one, weighAll(one)));
  for (const { record, kind } of own) {
    for (const { by, inRecord } of ALL_TIES) {
      const { ours, fields, values } = known[by];
      for (const { field, value } of inRecord(record, kind)) {
        values.add(value);
        if (value === ours) fields.add(field);
      }
    }
  }
  if (!isOfSeveral(known.address.ours, found)) return weighAll;
  // Then it ties nothing, and without another tie nobody can tell which record is ours.
  const isKnown = found.some((one) => {
    const { 'order-id': orderId, reference } = weighAll(one);
    return one.kind === 'link' && (orderId.tie === 'alone' || reference.tie === 'alone');
  });
  return (one) => {
    const { address, ...rest } = weighAll(one);
    const tie = address.tie === 'alone' ? (isKnown ? 'none' : 'doubtful') : address.tie;
    return { ...rest, address: { ...address, tie } };
  };
};

/** Whether a page stands on the records of links with different orders: it is the payment page of several links. */
function isOfSeveral(page: string | null, found: readonly Row[]): boolean {
  if (page === null) return false;
  const orders = new Map<string, string>();
  for (const { record, kind } of found) {
    if (kind !== 'link' || recordAddress(record) !== page) continue;
    for (const { field, value } of orderIdsIn(record, kind)) {
      if ((orders.get(field) ?? value) !== value) return true;
      orders.set(field, value);
    }
  }
  return false;
}

function weigh(tie: Tie, known: Known, { record, kind }: Row, meant: Pick<Known['held'], 'has'>): Weighed {
  const { ours, held, fields, values } = known;
  const all = tie.inRecord(record, kind);
  const oursIn = all.filter(({ value }) => value === ours).map(({ field }) => field);
  const strangers = all.filter(({ value }) => value !== ours);
  const notOwn = strangers.filter(({ value }) => !values.has(value));
  const unknown = notOwn.filter(({ field }) => field !== BARE_ID);
  const isInOurField = notOwn.some(({ field }) => fields.has(field) || oursIn.includes(field));
  // In a field that never has ours it may be a number of another kind. The page of several links is nobody's.
  const isAnothers = strangers.some(
    ({ field, value }) =>
      (fields.size === 0 || fields.has(field)) &&
      (tie.by === 'address' ? held.get(value) === 1 && meant.has(value) : held.has(value)),
  );
  // Where the field that has ours names another link of ours, the same value elsewhere is a coincidence.
  const isElsewhere = isAnothers && fields.size > 0 && !oursIn.some((field) => fields.has(field));
  const hasTie = ours !== null && oursIn.length > 0 && !isElsewhere;
  return {
    by: tie.by,
    tie: hasTie ? (held.has(ours) ? 'shared' : 'alone') : 'none',
    isAnothers,
    isAgainst: isInOurField || unknown.some(({ field }) => tie.isAgainst(field, oursIn, known)),
    isInOurField,
    isUnknown: unknown.length > 0,
  };
}

const countEach = (values: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};
