import { formatAed } from '../blocks/money-and-time.ts';
import { DAILY_CLOSE_JOB } from '../daily-close/daily-job.ts';
import type { Ledger } from '../playground/sandbox/ledger.ts';
import type { SandboxLink, SandboxTransaction } from '../playground/sandbox/records.ts';
import type { Link } from '../store/link.ts';
import { LINK_STATES } from '../store/link-states.ts';
import type { Store } from '../store/open-store.ts';
import type { Happening } from './customers.ts';
import { saleOf, type Truth, truthOf } from './judge-shown.ts';
import type { Message } from './slack.ts';
import { APPROVAL_LIMIT_FILS, type Sale } from './staff.ts';

/** A process that fell within it may say a thing twice: it died between Slack's answer and its commit. */
const EXCUSED_MS = 60_000;
/** Two processes' clocks, and a commit that takes its time. */
const CLOCKS_DIFFER_MS = 5_000;
/** When nothing goes wrong any more: from a callback, or from a first post, to the card that says how the link stands. */
const PROMPT_MS = 60_000;
/** The same where no callback tells: a sweep comes every ten minutes. */
const NOTICED_WITHIN_MS = 11 * 60_000;

export interface Afterwards {
  store: Store;
  ledger: Ledger;
  sales: readonly Sale[];
  messages: readonly Message[];
  happenings: readonly Happening[];
  /** False: nobody can say in which order cards were to come. */
  cardsHaveOrder: boolean;
  /** When a process was killed, stood still, or could not write. */
  mishaps: readonly number[];
  /** From then on nothing goes wrong, and what waited because of it has had its turn. */
  calmFrom: number;
  now: number;
}

/** Everything that is asked when the day is over, the trouble too, and all had time to come to rest. */
export const askAfterwards = async (after: Afterwards): Promise<string[]> => {
  const { store, ledger, sales, messages } = after;
  const complaints: string[] = [];
  const links = (await Promise.all(LINK_STATES.map((state) => store.links.inState(state)))).flat();
  for (const sale of sales) {
    const truth = truthOf(sale, ledger);
    const ours = links.filter(({ details }) => details.notes === sale.notes);
    const [there] = truth.links;
    const here = ours.find(({ invoiceId }) => invoiceId === there?.invoiceId);
    // Not every service names the order when it answers.
    const link = here && there && { ...here, orderId: there.orderId };
    const found = [
      ...askOfMaking(sale, ours, truth.links),
      ...(await askOfApproval(sale, ours, after)),
      ...(link ? [...askOfTelling(link, truth, after), ...askOfSums(link, truth)] : []),
    ];
    complaints.push(...found.map((complaint) => `${sale.notes}: ${complaint}`));
  }
  const waiting = await store.notices.waitingCount();
  if (waiting > 0) complaints.push(`${waiting} notices were never delivered`);
  const { jobs } = await store.backlog.read();
  // The close of the next day waits for its hour.
  for (const { kind, waiting } of jobs.filter(({ kind }) => kind !== DAILY_CLOSE_JOB))
    complaints.push(`${waiting} jobs were never done: ${kind}`);
  complaints.push(...findRepeats(after), ...findOutOfOrder(messages), ...(await findOvertaken(links, after)));
  return complaints;
};

/** One link for a sale, and what we hold of it as the service has it. */
function askOfMaking(sale: Sale, ours: readonly Link[], made: readonly SandboxLink[]): string[] {
  const differences = ours.flatMap(({ invoiceId, state }) => {
    const exists = made.some((one) => one.invoiceId === invoiceId);
    if (state === 'reserved' || state === 'unknown')
      return [`waits for ever in ${state}${exists ? '' : ', and was never made'}`];
    if (exists !== (state !== 'failed'))
      return [`${state} here, and the service has ${exists ? 'it' : 'none'}`];
    return [];
  });
  return [
    ...(made.length > 1 ? [`${made.length} links`] : []),
    ...(sale.isRefused && made.length > 0 ? ['made although a second person refused'] : []),
    ...differences,
  ];
}

/** Large ones: nothing is made before a second person agrees, and whoever asked learns the answer. */
async function askOfApproval(
  sale: Sale,
  ours: readonly Link[],
  { store, messages }: Pick<Afterwards, 'store' | 'messages'>,
): Promise<string[]> {
  if (sale.amountFils <= APPROVAL_LIMIT_FILS) return [];
  const histories = await Promise.all(ours.map(({ id }) => store.links.history(id)));
  const isSkipped = histories.some(([first]) => first?.cause !== 'approved by a second person');
  // Of a card that a dying process posted, nobody knows.
  const asked = messages.filter(
    ({ said: [first] }) => first && /^⏳ Waiting for approval/.test(first.text) && saleOf(first.text, [sale]),
  );
  const isOpen = asked.length > 0 && asked.every(({ said }) => /^⏳ Waiting/.test(said.at(-1)?.text ?? ''));
  const isWithout = ours.length === 0 && asked.some(({ said }) => said.some(({ text }) => /^✅/.test(text)));
  return [
    ...(sale.isSelfApproved ? ['its creator agreed to it'] : []),
    ...(isSkipped ? ['made without a second person'] : []),
    ...(isOpen ? ['waits for ever for a second person'] : []),
    ...(isWithout ? ['approved, and no link was begun'] : []),
  ];
}

/** A link whose payment was seen before its address was has no card: its creator is told by direct message. */
function askOfTelling(link: Link, truth: Truth, after: Afterwards): string[] {
  const { card, state, address, creatorId, details } = link;
  const { messages, calmFrom } = after;
  const expected = labelOf(link, truth, after);
  if (expected === null) return [];
  const paidAt = truth.payments[0]?.createdAt ?? null;
  const isOfIt = ({ text }: { text: string }) => text.includes(details.notes);
  const saysAfter = ({ said }: Message, at: number) => said.some((one) => one.at >= at && isOfIt(one));
  if (card === null && address !== null) return [`${state}, with an address and no card`];
  if (card === null) {
    const own = `D${creatorId.slice(1)}`;
    const isTold = messages.some(
      ({ channel, said }) => channel === own && said.some(({ at }) => at >= (paidAt ?? 0)),
    );
    return isTold ? [] : [`${expected} (${state}), no card, and nobody was told`];
  }
  const message = messages.find(({ ts }) => ts === card.ts);
  const said = message?.said ?? [];
  const last = said.at(-1)?.text ?? 'nothing';
  const isTold = messages.some(
    (message) => message.threadTs === card.ts && (paidAt === null || saysAfter(message, paidAt)),
  );
  // What a card or its thread does not take, its creator reads in a direct message.
  const refusedAt = message?.refusedAt.at(-1);
  const since = paidAt ?? Math.min(link.expiresAt, after.now);
  const isToldDirectly = messages.some(
    (message) =>
      message.channel === `D${creatorId.slice(1)}` &&
      message.said.some((one) => one.at >= since && one.text.includes(formatAed(link.amountFils))),
  );
  if (refusedAt !== undefined && refusedAt >= Math.max(since, said.at(-1)?.at ?? 0))
    return isToldDirectly ? [] : [`${expected} (${state}), refused by its channel, and nobody was told`];
  const isMissed = !isTold && !(refusedAt !== undefined && isToldDirectly);
  const [posted, first] = said;
  const isBare =
    posted && refusedAt === undefined && (first?.at ?? after.now) > Math.max(posted.at, calmFrom) + PROMPT_MS;
  return [
    ...(expected.test(last) ? [] : [`${expected} expected (${state}), card says ${last}`]),
    ...(paidAt !== null && isMissed ? ['paid, and nobody was told of it'] : []),
    ...(isBare ? ['its card said for long nothing of how it stands'] : []),
    ...findLate(truth, said, after),
  ];
}

/** Null: what happened last may still be on its way to us. */
function labelOf(
  { amountFils, expiresAt }: Link,
  { links: [made], payments, refunds }: Truth,
  { happenings, now }: Afterwards,
): RegExp | null {
  const own = happenings.filter((one) => one.orderId === made?.orderId);
  if (own.some(({ at, toldAt }) => Math.max(at, toldAt ?? 0) > now - NOTICED_WITHIN_MS)) return null;
  const [payment] = payments;
  // A refund of which no callback tells is not looked for.
  const isTold = own.some(({ is, toldAt }) => is === 'refunded' && toldAt !== null);
  if (payment && refunds.length > 0) return isTold ? /^↩️ Refunded/ : /^(↩️ Refunded|✅ Paid|🟠 Partly)/u;
  if (payment) return payment.amountFils === amountFils ? /^✅ Paid/ : /^🟠 Partly/u;
  return now >= expiresAt ? /^⌛ Expired/ : /^🟡 Waiting/u;
}

/** In calm times a callback is followed by its card within a minute, and a payment without one by the next sweep. */
function findLate(
  { links: [made] }: Truth,
  said: Message['said'],
  { happenings, calmFrom, now }: Afterwards,
): string[] {
  return happenings.flatMap(({ orderId, is, at, toldAt }) => {
    if (orderId !== made?.orderId || is === 'declined') return [];
    const isSaid = (until: number) =>
      said.some(
        (one) =>
          one.at >= at && one.at <= until && (is === 'refunded' ? /^↩️/ : /^(✅|🟠|🔴|↩️)/u).test(one.text),
      );
    const until =
      toldAt === null ? (is === 'paid' ? at + NOTICED_WITHIN_MS : now) : Math.max(toldAt, at) + PROMPT_MS;
    const isCalm = Math.min(at, toldAt ?? at) >= calmFrom && until < now;
    return isCalm && !isSaid(until) ? [`${is}, and its card was late to say so`] : [];
  });
}

/** What came and what went back, to the last fils. */
function askOfSums({ payment }: Link, { payments, refunds }: Truth): string[] {
  const sum = (rows: readonly SandboxTransaction[]) =>
    rows.reduce((fils, { amountFils }) => fils + amountFils, 0);
  const isOfMoney = payment !== null && /^(confirmed|partly|mismatch|refunded)$/.test(payment.finding);
  if (!isOfMoney || payments.length === 0) return [];
  const isSame =
    payment.amountFils === sum(payments) && (!payment.refundedFils || payment.refundedFils === sum(refunds));
  return isSame
    ? []
    : [
        `${payment.amountFils} fils came and ${payment.refundedFils} went back here, ${sum(payments)} and ${sum(refunds)} at the service`,
      ];
}

/** Said twice although Slack had answered, and nobody died, between the one and the other. */
function findRepeats({ messages, mishaps }: Afterwards): string[] {
  const known = new Map<string, Message>();
  const complaints: string[] = [];
  for (const message of messages) {
    const first = message.said[0];
    if (!first || (message.threadTs === null && message.cardOf === null)) continue;
    const key = `${message.channel} ${message.threadTs} ${message.cardOf} ${first.text}`;
    const before = known.get(key);
    known.set(key, message);
    const from = before?.said[0]?.at ?? 0;
    const isExcused = mishaps.some((at) => at >= from - EXCUSED_MS && at <= first.at);
    if (before?.wasAnswered && !isExcused) complaints.push(`said twice: ${first.text}`);
  }
  return complaints;
}

/** Of one link the news stand in their order: what went back is said behind what came, and nothing of that after it. */
function findOutOfOrder(messages: readonly Message[]): string[] {
  const complaints: string[] = [];
  for (const [at, { threadTs, said }] of messages.entries()) {
    const text = said[0]?.text ?? '';
    if (threadTs === null || !/^(✅|🟠) <@\w+> \*(Paid|Partly)/u.test(text)) continue;
    const before = messages.slice(0, at).filter((other) => other.threadTs === threadTs);
    // Whoever stood still in the middle of it says it once more.
    const isRepeated = before.some((other) => other.said[0]?.text === text);
    const isLate = before.some((other) => /^↩️/.test(other.said[0]?.text ?? ''));
    if (isLate && !isRepeated) complaints.push(`said after the refund: ${text}`);
  }
  return complaints;
}

/** The lane of a channel keeps its order: the card of a link that was opened earlier stands before. */
async function findOvertaken(
  links: readonly Link[],
  { store, messages, mishaps, cardsHaveOrder }: Afterwards,
): Promise<string[]> {
  if (!cardsHaveOrder) return [];
  const cards: { channelId: string; id: string; openedAt: number; place: number }[] = [];
  for (const { id, channelId } of links) {
    const opened = (await store.links.history(id)).find(({ to }) => to === 'open');
    const place = messages.findIndex(({ cardOf }) => cardOf === id);
    if (opened && place >= 0) cards.push({ channelId, id, openedAt: opened.at, place });
  }
  return cards.flatMap((card) => {
    const isExcused = mishaps.some((at) => Math.abs(at - card.openedAt) < EXCUSED_MS);
    const isOvertaken = cards.some(
      (other) =>
        other.channelId === card.channelId &&
        other.openedAt > card.openedAt + CLOCKS_DIFFER_MS &&
        other.place < card.place,
    );
    return isOvertaken && !isExcused ? [`the card of ${card.id} was overtaken in its channel`] : [];
  });
}
