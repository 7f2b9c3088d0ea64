import { APPROVAL_REMINDER_JOB } from '../../src/approvals/approval-jobs.ts';
import { formatAed } from '../../src/blocks/money-and-time.ts';
import type { Link } from '../../src/store/link.ts';
import { cardOf, qrMessageOf } from '../../src/store/link-card.ts';
import { isGivenUp, isRequest, LINK_STATES } from '../../src/store/link-states.ts';
import { WHAT_CAME_JOB } from '../../src/teaching/ask-about-record.ts';
import type { SandboxLink, SandboxTransaction } from '../sandbox/records.ts';
import { checkColleagues } from './check-colleagues.ts';
import { checkSales } from './check-sales.ts';
import type { DayResult } from './day-result.ts';
import { saleOf, splitCard, type Truth, truthOf } from './judge-shown.ts';
import { JUDGED_WITHIN_MS } from './known-words.ts';
import { HEIRS } from './leaver.ts';
import { OTHER_CREDENTIALS } from './service.ts';
import type { PaymentEvent } from './shop-customers.ts';
import type { Message, Shown } from './slack.ts';
import { APPROVAL_LIMIT_FILS, type Sale } from './staff.ts';

/** A process with a mishap within this time may repeat a message. */
const EXCUSED_MS = 60_000;
/** Allows for two processes' clocks and a slow commit; for one process, only for the commit. */
const MAX_CLOCK_SKEW_MS = 5_000;
const COMMITTED_WITHIN_MS = 1_000;
/** How far two moments that Paylink wrote may be apart and still be in another order. */
export const roomFor = ({ isAlone }: Pick<DayResult, 'isAlone'>): number =>
  isAlone ? COMMITTED_WITHIN_MS : MAX_CLOCK_SKEW_MS;
/** In calm times: the time from a callback, or from the first post, to a card with the link's current state. */
const PROMPT_MS = 60_000;
/** The same without a callback: a sweep runs every ten minutes. */
const NOTICED_WITHIN_MS = 11 * 60_000;

/** An owner hears after a quarter of an hour that nobody has answered. */
const UNANSWERED_MS = 16 * 60_000;

export type { DayResult } from './day-result.ts';

const DIGESTS_APART_MS = 12 * 60 * 60_000;

/** Have a time of their own: minutes ahead, on the next day or in the next month. A debt once it is past. */
const PLANNED = new Set<string>([
  ...[
    'check',
    'tell',
    'sweep',
    // All that happens to a batch within a few seconds is one edit.
    'show',
    APPROVAL_REMINDER_JOB,
    'turn',
    // The digest of a batch, and reminders of its links.
    'post',
    'tell',
    // Each morning while nobody answers.
    WHAT_CAME_JOB,
  ],
]);

/** All checks for when the day and the trouble are over and everything has had time to settle. */
export const checkDay = async (after: DayResult): Promise<string[]> => {
  const { store, sales, messages } = after;
  const complaints: string[] = [];
  const links = (await Promise.all(LINK_STATES.map((state) => store.links.inState(state)))).flat();
  for (const sale of sales) {
    const truth = truthOf(sale, after);
    const ours = links.filter(({ details }) => details.notes === sale.notes);
    const [there] = truth.links;
    const here = ours.find(({ invoiceId }) => invoiceId === there?.invoiceId);
    // Not every service includes the order id in its answer.
    const link = here && there && { ...here, orderId: there.orderId };
    const found = [
      ...checkIssuing(sale, ours, [...truth.links, ...truth.elsewhere]),
      ...(await checkApproval(sale, ours, after)),
      ...(link
        ? [
            ...(await checkCard(link, truth, after)),
            ...checkSums(link, truth, after),
            ...checkTakenBack(link, truth, after),
          ]
        : []),
    ];
    complaints.push(...found.map((complaint) => `${sale.notes}: ${complaint}`));
  }
  const { notices, jobs } = await store.backlog.read();
  for (const { kind, waiting, since } of notices)
    if (kind !== WHAT_CAME_JOB || since < after.now - UNANSWERED_MS)
      complaints.push(`${waiting} notices were never delivered: ${kind}`);
  for (const { kind, waiting, since } of jobs)
    if (!PLANNED.has(kind) || since < after.now - PROMPT_MS)
      complaints.push(`${waiting} jobs were never done: ${kind}`);
  complaints.push(...findRepeats(after), ...findOutOfOrder(messages), ...(await findOvertaken(links, after)));
  complaints.push(...(await checkColleagues(links, after)), ...checkSales(links, after));
  return complaints;
};

/** A sale has one link, and our state of it agrees with the service's. */
function checkIssuing(sale: Sale, ours: readonly Link[], made: readonly SandboxLink[]): string[] {
  const differences = ours.flatMap(({ invoiceId, state, account }) => {
    // Asked for at another shop's account, which nobody can read any more.
    if (state === 'unknown' && account === OTHER_CREDENTIALS.accountId) return [];
    const exists = made.some((one) => one.invoiceId === invoiceId);
    if (state === 'reserved' || state === 'unknown')
      return [`waits for ever in ${state}${exists ? '' : ', and was never made'}`];
    if (exists === (isGivenUp(state) || isRequest(state)))
      return [`${state} here, and the service has ${exists ? 'it' : 'none'}`];
    return [];
  });
  return [
    ...(made.length > 1 ? [`${made.length} links`] : []),
    ...(sale.isRefused && made.length > 0 ? ['made although a second person refused'] : []),
    ...differences,
  ];
}

/** Large links: none is created before a second person approves, and the creator learns the answer. */
async function checkApproval(
  sale: Sale,
  ours: readonly Link[],
  { store, messages }: Pick<DayResult, 'store' | 'messages'>,
): Promise<string[]> {
  if (sale.amountFils <= APPROVAL_LIMIT_FILS) return [];
  const histories = await Promise.all(ours.map(({ id }) => store.links.history(id)));
  const isSkipped = histories.some(
    (history) =>
      history.some(({ to }) => to === 'reserved') &&
      !history.some(({ cause }) => cause === 'approved by a second person'),
  );
  // Paylink does not know of a card that a dying process posted.
  const asked = messages.filter(({ said }) =>
    said.some(({ text }) => /^⏳ Waiting for approval/.test(text) && saleOf(text, [sale])),
  );
  // A message that a dying process posted has no buttons, and nobody edits it.
  const isAskedAfterwards = messages.some(
    ({ said, refusedAt }) =>
      said.length > 1 &&
      /asks for your approval/.test(said.at(-1)?.text ?? '') &&
      refusedAt.length === 0 &&
      saleOf(said[0]?.text ?? '', [sale]),
  );
  const isOpen =
    asked.length > 0 &&
    asked.every(
      ({ said, refusedAt }) => refusedAt.length === 0 && /^⏳ Waiting/.test(said.at(-1)?.text ?? ''),
    );
  return [
    ...(sale.isSelfApproved ? ['its creator agreed to it'] : []),
    ...(isSkipped ? ['made without a second person'] : []),
    ...(isOpen ? ['waits for ever for a second person'] : []),
    ...(isAskedAfterwards ? ['somebody is still asked to approve it'] : []),
  ];
}

/** What the card of its sale says of a link; null: nothing, since a newer one is to be paid. */
const readCard = ({ text, drawn }: Shown, { details, invoiceId }: Link): string | null =>
  saleNamedIn(text) === details.notes
    ? text
    : (splitCard(drawn).earlier.find((one) => one.invoiceId === invoiceId)?.words ??
      readRest(drawn, invoiceId));

const saleNamedIn = (text: string): string | undefined => /sale-\d+/.exec(text)?.[0];

const WITH_REST = '🟠 Partly paid';

/** A part payment is told with the link for the rest, which names the link that asked for all. */
const readRest = (drawn: string, invoiceId: string): string | null =>
  drawn.includes(`(${invoiceId}): `) || drawn.includes(`(${invoiceId}).`) ? WITH_REST : null;

/** The card shows the final state. A link that has no card, as one paid before we knew its address, is told to its creator. */
async function checkCard(link: Link, truth: Truth, after: DayResult): Promise<string[]> {
  const { state, address, details } = link;
  const { messages, calmFrom, store } = after;
  const card = await store.messages.find(cardOf(link));
  const qrMessage = await store.messages.find(qrMessageOf(link));
  const expected = labelOf(link, truth, after);
  if (expected === null) return [];
  const paidAt = truth.payments[0]?.createdAt ?? null;
  const isOfIt = (one: Shown) => one.text.includes(details.notes) || readCard(one, link) !== null;
  const saysAfter = ({ said }: Message, at: number) => said.some((one) => one.at >= at && isOfIt(one));
  // The direct messages of everyone who has owned the link. All of a sale are handed over together.
  const ofSale = [link, ...(await store.links.saleOf(link))].map(({ id }) => id);
  const firstOwner = after.sales.find(({ notes }) => notes === details.notes)?.ownerId ?? '';
  const owners = [
    link.creatorId,
    link.ownerId,
    firstOwner,
    ...after.handed.map(({ linkId, to }) => (ofSale.includes(linkId) ? to : '')),
  ];
  // What one who left should have read, others do.
  const heirs = after.left !== null && owners.includes(after.left.userId) ? HEIRS : [];
  const isOwn = (channel: string) => [...owners, ...heirs].includes(`U${channel.slice(1)}`);
  // With its channel closed and its owner gone, a card has no place.
  if (card === null && address !== null && heirs.length === 0)
    return [`${state}, with an address and no card`];
  if (card === null) {
    const isTold = messages.some((message) => isOwn(message.channel) && saysAfter(message, paidAt ?? 0));
    return isTold ? [] : [`${expected} (${state}), no card, and nobody was told`];
  }
  const message = messages.find(({ ts }) => ts === card.ts);
  const said = message?.said ?? [];
  const shown = said.at(-1);
  const last = (shown && readCard(shown, link)) ?? 'nothing';
  // That an earlier link was never paid is not said.
  const isUnsaid =
    (last === 'nothing' || last === WITH_REST) &&
    (expected.test('🟡 Waiting') || expected.test('⌛ Expired'));
  // A card that came into its owner's messages after the payment already says so.
  const isBrought = message !== undefined && isOwn(message.channel) && (said[0]?.at ?? 0) >= (paidAt ?? 0);
  // It may have been elsewhere when that was told.
  const cards = new Set([
    card.ts,
    ...messages.flatMap(({ cardOf, ts }) => (cardOf === link.saleId ? [ts] : [])),
  ] as (string | null)[]);
  const isTold =
    isBrought ||
    messages.some((one) => cards.has(one.threadTs) && (paidAt === null || saysAfter(one, paidAt)));
  // If the card or its thread cannot be posted to, the creator gets a direct message.
  const refusedAt = message?.refusedAt.at(-1);
  const since = paidAt ?? Math.min(link.expiresAt, after.now);
  const isToldDirectly = messages.some(
    (message) =>
      isOwn(message.channel) &&
      message.said.some((one) => one.at >= since && one.text.includes(formatAed(link.amountFils))),
  );
  if (refusedAt !== undefined && refusedAt >= Math.max(since, said.at(-1)?.at ?? 0))
    return isToldDirectly || (paidAt !== null && isTold)
      ? []
      : [`${expected} (${state}), refused by its channel, and nobody was told`];
  // A reply that waits for a minute is told by direct message, in the words of the reply; a new owner is told how it stands.
  const isToldApart =
    paidAt !== null &&
    messages.some(
      (one) => isOwn(one.channel) && (readNews(one) !== null || saysState(one)) && saysAfter(one, paidAt),
    );
  // More than was due is told instead: by how much, and of which payments.
  const isToldAsTooMuch =
    paidAt !== null &&
    messages.some(
      (one) =>
        (cards.has(one.threadTs) || isOwn(one.channel)) &&
        one.said.some(
          ({ at, text }) =>
            at >= paidAt &&
            text.startsWith('🔴') &&
            [...truth.payments.map((one) => one.amountFils), sumOf(truth.payments)].some((fils) =>
              text.includes(formatAed(fils)),
            ),
        ),
    );
  // It was reported before for another word, and still is.
  const { hasOwnLife, deniesAside, asksAbout } = after.dialect;
  const isNoNews =
    (hasOwnLife && truth.payments.some((row) => asksAbout(row, after.now).length > 0)) ||
    (deniesAside && truth.declined.length > 0);
  const isMissed =
    !isTold && !isToldApart && !isToldAsTooMuch && !isNoNews && !(refusedAt !== undefined && isToldDirectly);
  const [posted, first] = said;
  const isBare =
    posted && refusedAt === undefined && (first?.at ?? after.now) > Math.max(posted.at, calmFrom) + PROMPT_MS;
  const code = messages.find(({ ts }) => ts === qrMessage?.ts);
  const isMisleading =
    !expected.test('🟡 Waiting') &&
    code?.refusedAt.length === 0 &&
    /^QR code/.test(code.said.at(-1)?.text ?? '');
  return [
    ...(expected.test(last) || isUnsaid ? [] : [`${expected} expected (${state}), card says ${last}`]),
    ...(paidAt !== null && isMissed ? ['paid, and nobody was told of it'] : []),
    ...(isBare ? ['its card said for long nothing of how it stands'] : []),
    ...(isMisleading ? [`${expected} (${state}), and the QR code in its thread can be scanned`] : []),
    ...findLate(
      truth,
      said.map((one) => ({ at: one.at, text: readCard(one, link) ?? '' })),
      after,
    ),
  ];
}

/** Its events. Null: the last event may not have reached us yet. */
function findSettled(made: SandboxLink | undefined, { happenings, now }: DayResult): PaymentEvent[] | null {
  const own = happenings.filter((one) => one.orderId === made?.orderId);
  const isFresh = own.some(
    ({ at, calledBackAt }) => Math.max(at, calledBackAt ?? 0) > now - NOTICED_WITHIN_MS,
  );
  return isFresh ? null : own;
}

/** Null: nobody can know it yet. */
function labelOf(
  { amountFils, saleOrder, expiresAt, payment: found }: Link,
  { links: [made], payments, refunds, declined, disputes }: Truth,
  after: DayResult,
): RegExp | null {
  const seenIn = found?.seenIn;
  const { hasOwnLife, isStrangeOnRowsOnly, deniesAside } = after.dialect;
  if (after.words.findMistake(declined) !== null) return null;
  const own = findSettled(made, after);
  if (own === null) return null;
  const [payment] = payments;
  // Nobody can tell what a row is that says both. What names the payment that it denies may be any.
  if (deniesAside && declined.length > 0) return payment ? /^(?!⌛)/u : /^(?!✅|🟠 Partly|↩️)/u;
  const meaning = after.words.standingOf(payments);
  if (payment && meaning === 'being explained') return /^(?!⌛)/u;
  // It waits for somebody to say what the word means, and never counts as paid or as unpaid before. Of a refund it speaks in plain
  // words, as the link's own record does of a payment with something strange beside its words.
  if (payment && meaning === 'unknown')
    return refunds.length + disputes.length > 0 ||
      (isStrangeOnRowsOnly && seenIn === 'link') ||
      // What counted before a second payment came goes on counting.
      payments.some((row) => after.words.standingOf([row]) !== 'unknown')
      ? /^(?!⌛)/u
      : /^(?!✅|⌛)/u;
  if (!payment && hasOwnLife) return /^(?!✅|🟠 Partly|↩️)/u;
  // The bank decided, and nothing said so: an old row that changes is read at night.
  const isUntold = own.some(({ is, calledBackAt }) => is === 'decided' && calledBackAt === null);
  const [dispute] = disputes;
  if (payment && dispute !== undefined) return isUntold || dispute === 'WON' ? /^(✅ Paid|⚖️)/u : /^⚖️/u;
  const isBack = payment && sumOf(refunds) >= sumOf(payments);
  if (payment && isBack) return /^↩️ Refunded/;
  // Both came before anybody looked.
  if (payments.length > 1) return /^(✅ Paid|🔴 Another amount)/u;
  if (payment?.amountFils === amountFils) return /^✅ Paid/;
  // With what came before it, all may be paid.
  if (payment) return saleOrder === 1 ? /^🟠 Partly/u : /^(✅ Paid|🟠 Partly)/u;
  return after.now >= expiresAt ? /^⌛ Expired/ : /^(🟡 Waiting|↪️ Replaced|⚠️ Already paid)/u;
}

/** In calm times the card follows a callback within a minute, and a payment without one by the next sweep. */
function findLate(
  { links: [made], payments, refunds, declined, disputed }: Truth,
  said: readonly Pick<Shown, 'at' | 'text'>[],
  { happenings, calmFrom, now, dialect }: DayResult,
): string[] {
  const asks = payments.some((row) => dialect.asksAbout(row, now).length > 0);
  if (asks || (dialect.deniesAside && declined.length > 0)) return [];
  return happenings.flatMap(({ orderId, is, at, calledBackAt }) => {
    if (orderId !== made?.orderId || is === 'declined' || is === 'decided') return [];
    const isAllBack = refunds.length === 1 && sumOf(refunds) >= sumOf(payments);
    const news = is === 'refunded' && isAllBack ? /^↩️/ : is === 'disputed' ? /^⚖️/u : /^(✅|🟠|🔴|↩️|⚖️)/u;
    const isSaid = (until: number) =>
      said.some((one) => one.at >= at && one.at <= until && news.test(one.text));
    const until =
      calledBackAt === null
        ? is === 'paid'
          ? at + NOTICED_WITHIN_MS
          : now
        : Math.max(calledBackAt, at) +
          (is !== 'paid' && dialect.refunds.isListedOnly ? NOTICED_WITHIN_MS : PROMPT_MS);
    const isCalm = Math.min(at, calledBackAt ?? at) >= calmFrom && until < now;
    // Won before anybody looked, a dispute leaves the card as it was.
    const isOver =
      is === 'disputed' &&
      disputed.length === 0 &&
      happenings.some((one) => one.orderId === orderId && one.is === 'decided' && one.at <= until);
    return isCalm && !isOver && !isSaid(until) ? [`${is}, and its card was late to say so`] : [];
  });
}

export const sumOf = (rows: readonly SandboxTransaction[]): number =>
  rows.reduce((fils, { amountFils }) => fils + amountFils, 0);

/** What counts by an answer alone that was taken back is to check. */
function checkTakenBack({ payment }: Link, { payments, declined }: Truth, after: DayResult): string[] {
  const takenBackAt = after.words.findMistake(declined)?.takenBackAt ?? null;
  const isOver = takenBackAt !== null && takenBackAt < after.now - JUDGED_WITHIN_MS;
  const isDoubted = payment?.finding !== 'confirmed' || payments.length > 0;
  return isOver && !isDoubted ? ['Paid by an answer that was taken back, and nobody is to check it'] : [];
}

/** Amounts paid and refunded agree to the last fils. */
function checkSums(
  { payment }: Link,
  { links: [made], payments, refunds, declined, disputed, disputes }: Truth,
  after: DayResult,
): string[] {
  const own = findSettled(made, after);
  const isOfMoney = payment !== null && /^(confirmed|partly|mismatch|refunded)$/.test(payment.finding);
  if (!isOfMoney || payments.length === 0 || after.words.standingOf(payments) !== 'known') return [];
  if (after.dialect.deniesAside && declined.length > 0) return [];
  const isSame =
    payment.amountFils === sumOf(payments) &&
    (payment.refundedFils === sumOf(refunds) + sumOf(disputed) || own === null || disputes.length > 0);
  return isSame
    ? []
    : [
        `${payment.amountFils} fils came and ${payment.refundedFils} went back here, ${sumOf(payments)} and ${sumOf(refunds)} at the service`,
      ];
}

/** Whom a message tells what happened to a link, in a thread or by direct message, and in which words. Null: it does not. */
function readNews({ channel, threadTs, said: [first] }: Message): { people: string[]; words: string } | null {
  const [, emoji, mentions = '', words] = /^(\S+) ((?:<@\w+> )*)(\*.+)$/su.exec(wordsOf(first)) ?? [];
  if (words === undefined) return null;
  const people = [...mentions.matchAll(/<@(\w+)>/g)].map(([, userId = '']) => userId);
  const isDirect = threadTs === null && channel.startsWith('D');
  return { people: isDirect ? [`U${channel.slice(1)}`] : people, words: `${emoji} ${words}` };
}

/** What it says to whoever it was meant for, also if it was passed on. */
const wordsOf = (first: Shown | undefined): string =>
  (first?.text ?? '').replace(/^📭 .*?, so you get this\. /u, '');

/** A message to an owner begins with how the link stands. */
const saysState = ({ said: [first] }: Message): boolean =>
  /^(?:🤝 .* · )?(✅|🟠|🔴|↩️) \w/u.test(wordsOf(first));

/** What must be said once. The same news to the same person is one thing, by whatever road. */
function namesOf(message: Message): string[] {
  const { channel, threadTs, cardOf, said } = message;
  const news = readNews(message);
  return [
    ...(threadTs === null && cardOf === null
      ? []
      : [`${channel} ${threadTs} ${cardOf} ${said[0]?.text} ${said[0]?.drawn}`]),
    ...(news?.people.map((userId) => `${userId} ${news.words}`) ?? []),
  ];
}

/** Messages sent twice although Slack had answered and no process died in between. */
function findRepeats({ messages, mishaps, deaths }: DayResult): string[] {
  const known = new Map<string, Message>();
  const complaints: string[] = [];
  for (const message of messages) {
    const first = message.said[0];
    const names = namesOf(message);
    const before = names.map((name) => known.get(name)).find((one) => one !== undefined);
    for (const name of names) known.set(name, message);
    if (!first) continue;
    const from = before?.said[0]?.at ?? 0;
    // The digest of another day.
    if (first.text.startsWith('☀️') && first.at - from > DIGESTS_APART_MS) continue;
    // Two people may make the same change, and of three links each two are a pair.
    if (/^(✏️|⚠️ Two links)/u.test(first.text)) continue;
    // Later, it is long recorded that the first was sent.
    const until = Math.min(first.at, from + EXCUSED_MS);
    // A process died before recording that the first was sent.
    const isExcused =
      deaths.some((at) => at >= from && at <= until) ||
      // A dead process's message may arrive after its replacement.
      (!message.wasAnswered && deaths.some((at) => at >= from - EXCUSED_MS && at <= first.at)) ||
      mishaps.some((at) => at >= from - EXCUSED_MS && at <= until) ||
      // It stood still between finding nothing sent and sending it.
      mishaps.some((at) => at >= first.at - EXCUSED_MS && at <= first.at);
    // A wrong report in between is corrected by repeating the true state, and may come again from the same old copy of a record. What is
    // too much may not be while the bank decides, whose word may be explained otherwise than it was taken.
    const isTakenBack = messages.some(
      ({ ts, threadTs, said }) =>
        message.threadTs !== null &&
        [ts, threadTs].includes(message.threadTs) &&
        said.some(
          ({ at, text }) =>
            at < first.at &&
            (/^⚖️ Don’t refund/u.test(text) ||
              (at > from && /Payment reported|Charged back|^🟡 (<@\w+> )?Waiting for payment/u.test(text))),
        ),
    );
    if (before?.wasAnswered && !isExcused && !isTakenBack) complaints.push(`said twice: ${first.text}`);
  }
  return complaints;
}

/** A link's messages are in order: a refund comes after its payment, and no payment message after the refund. */
function findOutOfOrder(messages: readonly Message[]): string[] {
  const complaints: string[] = [];
  for (const [at, { threadTs, said }] of messages.entries()) {
    const text = said[0]?.text ?? '';
    // A partial refund may become known after the full one.
    if (threadTs === null || !/^(✅|🟠) <@\w+> \*(Paid|Partly)/u.test(text) || / refunded/.test(text))
      continue;
    const before = messages
      .slice(0, at)
      .filter(
        (other) =>
          other.threadTs === threadTs && saleNamedIn(other.said[0]?.text ?? '') === saleNamedIn(text),
      );
    // A process paused in the middle repeats its message.
    const isRepeated = before.some((other) => other.said[0]?.text === text);
    const isLate = before.some((other) => /^↩️/.test(other.said[0]?.text ?? ''));
    if (isLate && !isRepeated) complaints.push(`said after the refund: ${text}`);
  }
  return complaints;
}

/** A channel's lane keeps its order: the card of a sale whose first link opened earlier comes first. */
async function findOvertaken(
  links: readonly Link[],
  { store, messages, mishaps, deaths, cardsHaveOrder, isAlone }: DayResult,
): Promise<string[]> {
  if (!cardsHaveOrder) return [];
  const room = roomFor({ isAlone });
  const cards = new Map<string, { channelId: string; id: string; openedAt: number; place: number }>();
  // That of a sale with an approval was posted with the request. One without an address comes with its money.
  const asked = new Set(links.flatMap(({ saleId, approval }) => (approval === null ? [] : [saleId])));
  for (const { id, saleId, channelId, address } of links) {
    if (asked.has(saleId) || address === null) continue;
    const opened = (await store.links.history(id)).find(({ to }) => to === 'open');
    const place = messages.findIndex(({ cardOf }) => cardOf === saleId);
    // A sale has one card, which comes with the first of its links that is open.
    const before = cards.get(saleId)?.openedAt ?? Number.POSITIVE_INFINITY;
    if (opened && place >= 0 && opened.at < before)
      cards.set(saleId, { channelId, id, openedAt: opened.at, place });
  }
  const placed = [...cards.values()];
  return placed.flatMap((card) => {
    const isExcused = [...mishaps, ...deaths].some((at) => Math.abs(at - card.openedAt) < EXCUSED_MS);
    const isOvertaken = placed.some(
      (other) =>
        other.channelId === card.channelId &&
        other.openedAt > card.openedAt + room &&
        other.place < card.place,
    );
    return isOvertaken && !isExcused ? [`the card of ${card.id} was overtaken in its channel`] : [];
  });
}
