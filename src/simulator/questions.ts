import { formatAed } from '../messages/money-and-time.ts';
import type { Ledger } from '../playground/sandbox/ledger.ts';
import type { SandboxLink, SandboxTransaction } from '../playground/sandbox/records.ts';
import type { Link } from '../store/link.ts';
import { LINK_STATES } from '../store/link-states.ts';
import type { Store } from '../store/open-store.ts';
import type { Message } from './slack.ts';
import type { Sale } from './staff.ts';

/** A process that fell within it may say a thing twice: it died between Slack's answer and its commit. */
const EXCUSED_MS = 60_000;

interface Truth {
  links: SandboxLink[];
  payments: SandboxTransaction[];
  refunds: SandboxTransaction[];
}

const truthOf = (sale: Pick<Sale, 'notes'>, ledger: Ledger): Truth => {
  const links = ledger.links().filter(({ request }) => request.notes === sale.notes);
  const ids = new Set(links.map(({ orderId }) => orderId));
  const of = (status: string) =>
    ledger.transactions().filter((one) => ids.has(one.orderId) && one.status === status);
  return { links, payments: of('SUCCESS'), refunds: of('REFUNDED') };
};

const saleOf = (text: string, sales: readonly Sale[]): Sale | undefined => {
  const notes = /sale-\d+/.exec(text)?.[0];
  return sales.find((sale) => sale.notes === notes || text.includes(formatAed(sale.amountFils)));
};

/** Null: what the message says is so at this moment. Only what claims something can be false; Waiting converges. */
export const judgeShown = (
  text: string,
  sales: readonly Sale[],
  ledger: Ledger,
  now: number,
): string | null => {
  const sale = saleOf(text, sales);
  if (!sale) return null;
  const { links, payments, refunds } = truthOf(sale, ledger);
  const isFull = payments.some(({ amountFils }) => amountFils === sale.amountFils);
  const isFalse =
    (/^✅ (Paid|<@\w+> \*Paid)/.test(text) && !isFull) ||
    (/^↩️/.test(text) && refunds.length === 0) ||
    (/^⌛/.test(text) && (payments.length > 0 || links.some(({ expiresAt }) => now < expiresAt))) ||
    (/^(🔴|🟠 Partly)/u.test(text) && (payments.length === 0 || isFull)) ||
    (/not made|was not made|No link was made/.test(text) && links.length > 0);
  return isFalse ? `false when it was shown: ${text}` : null;
};

const labelOf = (sale: Sale, { ledger, now, refundsTold }: Afterwards): RegExp | null => {
  const { links, payments, refunds } = truthOf(sale, ledger);
  const [link] = links;
  if (!link) return null;
  const [payment] = payments;
  const wasToldOfRefund = refunds.some(({ orderId, createdAt }) =>
    refundsTold.some((told) => told.orderId === orderId && told.at >= createdAt),
  );
  // A refund of which no callback tells is not looked for.
  if (payment && refunds.length > 0)
    return wasToldOfRefund ? /^↩️ Refunded/ : /^(↩️ Refunded|✅ Paid|🟠 Partly)/u;
  if (payment) return payment.amountFils === sale.amountFils ? /^✅ Paid/ : /^🟠 Partly/u;
  return now >= link.expiresAt ? /^⌛ Expired/ : /^🟡 Waiting/u;
};

export interface Afterwards {
  store: Store;
  ledger: Ledger;
  sales: readonly Sale[];
  messages: readonly Message[];
  /** When a process was killed, stood still, or could not write. */
  mishaps: readonly number[];
  /** Callbacks that Paylink took and that told of money that went back. */
  refundsTold: readonly { orderId: string; at: number }[];
  now: number;
}

/** Everything that is asked when the day is over, the trouble too, and all had time to come to rest. */
export const askAfterwards = async (after: Afterwards): Promise<string[]> => {
  const { store, ledger, sales, messages } = after;
  const complaints: string[] = [];
  const links = (await Promise.all(LINK_STATES.map((state) => store.links.inState(state)))).flat();
  for (const sale of sales) {
    const { links: made, payments } = truthOf(sale, ledger);
    if (made.length > 1) complaints.push(`${sale.notes}: ${made.length} links`);
    if (sale.isRefused && made.length > 0) complaints.push(`${sale.notes}: made without a second person`);
    const ours = links.filter(({ details }) => details.notes === sale.notes);
    complaints.push(...askOfLinks(sale, ours, made));
    const expected = labelOf(sale, after);
    if (expected === null) continue;
    const link = ours.find(({ invoiceId }) => invoiceId === made[0]?.invoiceId);
    if (!link) continue;
    complaints.push(
      ...askOfTelling(sale, link, { expected, paidAt: payments[0]?.createdAt ?? null }, messages),
    );
  }
  const waiting = await store.notices.waitingCount();
  if (waiting > 0) complaints.push(`${waiting} notices were never delivered`);
  const { jobs } = await store.backlog.read();
  for (const { kind, waiting } of jobs) complaints.push(`${waiting} jobs were never done: ${kind}`);
  complaints.push(...findRepeats(after), ...findOutOfOrder(messages));
  return complaints;
};

/** A link whose payment was seen before its address was has no card: its maker is told by direct message. */
function askOfTelling(
  sale: Sale,
  { card, state }: Link,
  { expected, paidAt }: { expected: RegExp; paidAt: number | null },
  messages: readonly Message[],
): string[] {
  const saysAfter = ({ said }: Message, at: number) =>
    said.some((one) => one.at >= at && saleOf(one.text, [sale]) !== undefined);
  if (card === null) {
    const isTold = messages.some(
      (message) => message.channel === `D${sale.makerId.slice(1)}` && saysAfter(message, paidAt ?? 0),
    );
    return isTold ? [] : [`${sale.notes}: ${expected} (${state}), no card, and nobody was told`];
  }
  const last = messages.find(({ ts }) => ts === card.ts)?.said.at(-1)?.text ?? 'nothing';
  const isTold = messages.some(
    (message) => message.threadTs === card.ts && (paidAt === null || saysAfter(message, paidAt)),
  );
  return [
    ...(expected.test(last) ? [] : [`${sale.notes}: ${expected} expected (${state}), card says ${last}`]),
    ...(paidAt === null || isTold ? [] : [`${sale.notes}: paid, and nobody was told in the thread`]),
  ];
}

function askOfLinks(sale: Sale, ours: readonly Link[], made: readonly SandboxLink[]): string[] {
  return ours.flatMap((link) => {
    const exists = made.some(({ invoiceId }) => invoiceId === link.invoiceId);
    if (link.state === 'reserved' || link.state === 'unknown')
      return [`${sale.notes}: waits for ever in ${link.state}${exists ? '' : ', and was never made'}`];
    if (exists !== (link.state !== 'failed'))
      return [`${sale.notes}: ${link.state} here, and the service has ${exists ? 'it' : 'none'}`];
    return [];
  });
}

/** Said twice although Slack had answered, and nobody died, between the one and the other. */
function findRepeats({ messages, mishaps }: Afterwards): string[] {
  const known = new Map<string, Message>();
  const complaints: string[] = [];
  for (const message of messages) {
    const first = message.said[0];
    if (!first || (message.threadTs === null && message.cardOf === null)) continue;
    const key = `${message.threadTs} ${message.cardOf} ${first.text}`;
    const before = known.get(key);
    known.set(key, message);
    const from = before?.said[0]?.at ?? 0;
    const isExcused = mishaps.some((at) => at >= from - EXCUSED_MS && at <= first.at);
    if (before?.wasAnswered && !isExcused) complaints.push(`said twice: ${first.text}`);
  }
  return complaints;
}

/** A reply stands behind its card, and of one link the news stand in their order. */
function findOutOfOrder(messages: readonly Message[]): string[] {
  const complaints: string[] = [];
  for (const [at, { threadTs, said }] of messages.entries()) {
    if (threadTs === null || !/^✅ <@\w+> \*Paid/.test(said[0]?.text ?? '')) continue;
    const isLate = messages
      .slice(0, at)
      .some((other) => other.threadTs === threadTs && /^↩️/.test(other.said[0]?.text ?? ''));
    if (isLate) complaints.push(`paid was said after refunded: ${said[0]?.text}`);
  }
  return complaints;
}
