import { formatAed } from '../../src/blocks/money-and-time.ts';
import type { Ledger } from '../sandbox/ledger.ts';
import type { SandboxLink, SandboxTransaction } from '../sandbox/records.ts';
import type { Disputes } from './dialect.ts';
import type { KnownWords } from './known-words.ts';
import type { PaymentEvent } from './shop-customers.ts';
import type { Sale } from './staff.ts';

/** A message about a failed attempt may cross the next attempt. */
const CROSSES_MS = 500;
/** What a process read before it stood still, it says within this time after. */
const SAID_AFTER_MS = 2_000;

export interface Ledgers {
  ledger: Ledger;
  otherLedger: Ledger;
  disputes: Disputes;
}

/** The service's current records of a sale. */
export interface Truth {
  links: SandboxLink[];
  /** At another shop whose account was confirmed for a while. Nobody pays them. */
  elsewhere: SandboxLink[];
  payments: SandboxTransaction[];
  refunds: SandboxTransaction[];
  declined: SandboxTransaction[];
  /** What the bank took back, until it is won. */
  disputed: SandboxTransaction[];
  disputes: ReturnType<Disputes['get']>[];
}

export const truthOf = (sale: Pick<Sale, 'notes'>, { ledger, otherLedger, disputes }: Ledgers): Truth => {
  const linksIn = (one: Ledger) => one.links().filter(({ request }) => request.notes === sale.notes);
  const links = linksIn(ledger);
  const ids = new Set(links.map(({ orderId }) => orderId));
  const of = (status: string) =>
    ledger.transactions().filter((one) => ids.has(one.orderId) && one.status === status);
  const back = of('REFUNDED');
  return {
    links,
    elsewhere: linksIn(otherLedger),
    payments: of('SUCCESS'),
    refunds: back.filter(({ transactionId }) => !disputes.has(transactionId)),
    declined: of('FAILED'),
    disputed: back.filter(({ transactionId }) => /OPEN|LOST/.test(disputes.get(transactionId) ?? '')),
    disputes: back.flatMap(({ transactionId }) => disputes.get(transactionId) ?? []),
  };
};

/** What came for all links of one sale: for an order, and for those in whose place it was made. */
const cameForAll = (sale: Sale, sales: readonly Sale[], ledgers: Ledgers): number => {
  const all = new Set([sale]);
  for (const { answer, seen } of all)
    for (const one of answer === 'another sale' ? [] : sales) if (seen.includes(one.notes)) all.add(one);
  const came = [...all].flatMap((one) => truthOf(one, ledgers).payments);
  return came.reduce((sum, { amountFils }) => sum + amountFils, 0);
};

/**
 * The sale a message is about: most messages contain its notes, some only an amount. Then what is drawn may name it: what came for it may
 * be what another one asks for.
 */
export const saleOf = (text: string, sales: readonly Sale[], drawn = ''): Sale | undefined => {
  const namedIn = (words: string) => {
    const notes = /sale-\d+/.exec(words)?.[0];
    return sales.find((sale) => sale.notes === notes);
  };
  const named = namedIn(text);
  // A file's sums are of several, and its rows are none of the sales, whatever their amounts.
  if (named || /list-\d+[-.]/.test(text)) return named;
  // Two sales may have one amount.
  const [first, other] = sales.filter(({ amountFils }) => text.includes(formatAed(amountFils)));
  return namedIn(drawn) ?? (other === undefined ? first : undefined);
};

/** A line of a card about an earlier link of its sale: how it stands, what it asked for, and its number. */
const EARLIER = /^(.+) · AED [\d,.]+ · (PL-\S+)$/u;

/** A card is about the newest link of its sale, with a line for each earlier one that was paid. */
export const splitCard = (
  drawn: string,
): { own: string; earlier: { words: string; invoiceId: string }[] } => {
  const lines = drawn.split(/\\n|"/);
  return {
    own: lines.filter((line) => !EARLIER.test(line)).join('\n'),
    earlier: lines.flatMap((line) => {
      const [, words = '', invoiceId = ''] = EARLIER.exec(line) ?? [];
      return invoiceId === '' ? [] : [{ words, invoiceId }];
    }),
  };
};

/**
 * Null: what users see is true at this moment. Only a claim can be false; *Waiting* claims nothing and is updated in
 * time. `drawn`: all words of the blocks; `text` is only the part a phone notification shows.
 */
export const judgeShown = (
  { text, drawn }: { text: string; drawn: string },
  sales: readonly Sale[],
  truths: Truths,
): string | null => {
  const { own, earlier } = splitCard(drawn);
  const ofEarlier = earlier.map(({ words, invoiceId }) => {
    const made = truths.ledger.links().find((one) => one.invoiceId === invoiceId);
    const sale = sales.find(({ notes }) => notes === made?.request.notes);
    return judgeClaims({ text: words, drawn: '' }, sale, sales, truths);
  });
  const isOfTwo = new Set(drawn.match(/sale-\d+/g)).size > 1;
  return (
    [
      judgeClaims({ text, drawn: own }, isOfTwo ? undefined : saleOf(text, sales, own), sales, truths),
      ...ofEarlier,
    ].find((complaint) => complaint !== null) ?? null
  );
};

type Truths = Ledgers & {
  happenings: readonly PaymentEvent[];
  words: KnownWords;
  /** A link's own record is plain, whatever its rows say. */
  areLinksPlain: boolean;
  mishaps: readonly number[];
  now: number;
};

const judgeClaims = (
  { text, drawn }: { text: string; drawn: string },
  sale: Sale | undefined,
  sales: readonly Sale[],
  { happenings, now, words, areLinksPlain, mishaps, ...ledgers }: Truths,
): string | null => {
  if (!sale || /[🔴·] Paid (twice|\d+ times|AED .* too much)/u.test(text)) return null;
  const { payments, refunds, elsewhere, declined, disputes, ...truth } = truthOf(sale, ledgers);
  // What was said of it is what a person said.
  if (words.findMistake(declined) !== null) return null;
  const isUnexplained =
    !areLinksPlain && payments.length > 0 && payments.every((row) => words.standingOf([row]) === 'unknown');
  const links = [...truth.links, ...elsewhere];
  const isFull = payments.some(({ amountFils }) => amountFils === sale.amountFils);
  const cameFils = cameForAll(sale, sales, ledgers);
  // A hand-over names the sale and not one of its links.
  const isPart = text.startsWith('🤝')
    ? cameFils > 0
    : payments.length > 1 || (payments.length > 0 && !isFull);
  const isAsOfBefore = mishaps.some((at) => at > now - SAID_AFTER_MS);
  const claims = (claim: RegExp) => claim.test(text) || claim.test(drawn);
  // A payment that the bank completes after the expiry could not be known when the link was called expired.
  const isInTime = links.some(({ orderId, expiresAt }) =>
    happenings.some((one) => one.orderId === orderId && one.is === 'paid' && one.at < expiresAt),
  );
  const isFalse =
    (claims(/✅ (Paid|(<@\w+> )*\*Paid)/) && !isFull && cameFils < sale.amountFils) ||
    (claims(/✅ (Paid|(<@\w+> )*\*Paid)/) &&
      isUnexplained &&
      refunds.length === 0 &&
      disputes.length === 0) ||
    (claims(/↩️ (?!\*?Withdrawn)/u) && refunds.length === 0) ||
    (claims(/⚖️/u) && disputes.length === 0) ||
    (claims(/⌛ (Expired|<@|\*Expired)/) && (isInTime || links.some(({ expiresAt }) => now < expiresAt))) ||
    (claims(/🔴|🟠 (Partly|(<@\w+> )*\*Partly)/u) && !isPart) ||
    (/not made|was not made|No link was made|^✖️ Declined/.test(text) &&
      !isAsOfBefore &&
      links.some(({ createdAt }) => createdAt < now - CROSSES_MS));
  return isFalse ? `false when it was shown: ${text}` : null;
};
