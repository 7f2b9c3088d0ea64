import { formatAed } from '../../src/blocks/money-and-time.ts';
import { formatLocalDateTime, parseLocalDateTime } from '../../src/payment-service/index.ts';
import type { AuditAction } from '../../src/store/audit-store.ts';
import type { RequestedClose, RequestedExport } from './accountant.ts';
import { type DayResult, sumOf } from './check-day.ts';
import { RECORDS_LAG_MS } from './listings.ts';
import { ADMIN, TEAM } from './paylink.ts';
import type { Message } from './slack.ts';

/** A process killed within this time may repeat itself: it died between Slack's answer and its commit. */
const EXCUSED_MS = 120_000;
/** How long a close waits for an unreadable service, and a bit more. */
const SERVICE_TRIED_FOR_MS = 30 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** More audit entries than any day has. */
const MOST_ENTRIES = 10_000;
const OWN = `D${ADMIN.slice(1)}`;

interface ReportDayResult extends DayResult {
  exports: readonly RequestedExport[];
  closes: readonly RequestedClose[];
  timeZone: string;
}

/** Checks exports, daily closes and the audit trail when the day is over. */
export const checkReports = async (after: ReportDayResult): Promise<string[]> => [
  ...after.exports.flatMap((asked) =>
    checkExport(asked, after).map((complaint) => `${asked.fileName}: ${complaint}`),
  ),
  ...after.closes.flatMap((asked) =>
    checkClose(asked, after).map((complaint) => `close of ${asked.channelId} at ${asked.hour}: ${complaint}`),
  ),
  ...(await checkAudit(after)),
];

/** A process died, or could not know whether Slack had accepted the message. */
function isExcused(first: Message, second: Message, { mishaps, deaths }: DayResult): boolean {
  const [from, to] = [first.said[0]?.at ?? 0, second.said[0]?.at ?? 0];
  return !first.wasAnswered || [...mishaps, ...deaths].some((at) => at >= from - EXCUSED_MS && at <= to);
}

const findDoubled = (messages: readonly Message[], after: DayResult): boolean =>
  messages.some((message, at) => {
    const before = messages[at - 1];
    return before !== undefined && !isExcused(before, message, after);
  });

/** The file came exactly once, or the user was told why not. */
function checkExport(asked: RequestedExport, after: ReportDayResult): string[] {
  const { messages, ledger, calmFrom } = after;
  const own = messages.filter(
    ({ channel, said }) => channel === OWN && (said[0]?.at ?? 0) >= asked.at - 120_000,
  );
  const sent = own.filter(({ file }) => file?.name === asked.fileName);
  const isExplained = own.some(({ said }) => {
    const last = said.at(-1)?.text ?? '';
    return last.startsWith('✅ No rows') || (last.startsWith('⚠️') && /no file was sent|confirm/.test(last));
  });
  // A progress message posted by a dying process is never edited; another one replaced it.
  const isLeft = own.some(({ said }) => (said.at(-1)?.text ?? '').startsWith('⏳'));
  const there = {
    transactions: after.dialect.refunds.listed(ledger.transactions()),
    links: ledger.links(),
    payouts: ledger.payouts(),
  }[asked.kind];
  const rows = there.filter(
    ({ createdAt }) => createdAt >= asked.span.from && createdAt < asked.span.to + 1_000,
  );
  const isWhole = sent.every(({ file }) => file?.rows === rows.length);
  return [
    ...(sent.length === 0 && !isExplained ? ['no file came, and nobody was told why'] : []),
    ...(sent.length > asked.presses && findDoubled(sent, after) ? [`came ${sent.length} times`] : []),
    ...(asked.at >= calmFrom && sent.length > 0 && !isWhole
      ? [`${sent.map(({ file }) => file?.rows).join(' and ')} rows, and the service has ${rows.length}`]
      : []),
    ...(isLeft && sent.length === 0 && !isExplained
      ? ['its message says for ever that it is on its way']
      : []),
  ];
}

/** The first post has the main figures alone. */
const isBeingPrepared = ({ said }: Message): boolean => said.length < 2;

/** Posted once with its day's totals, or the user who switched it on was told that it ended. */
function checkClose(asked: RequestedClose, after: ReportDayResult): string[] {
  const { messages, ledger, happenings, calmFrom, now, timeZone } = after;
  const day = formatLocalDateTime(asked.at, timeZone).slice(0, 10);
  const dueAt = parseLocalDateTime(`${day} ${asked.hour}:00`, timeZone) ?? 0;
  if (dueAt <= asked.at + 60_000 || dueAt > now - SERVICE_TRIED_FOR_MS) return [];
  const posted = messages.filter(
    ({ channel, said: [first] }) =>
      channel === asked.channelId &&
      first?.text.startsWith('Daily close of') &&
      Math.abs(first.at - dueAt) < DAY_MS / 2,
  );
  const isEnded = messages.some(
    ({ channel, said }) =>
      channel === OWN && said.some(({ text }) => /daily close in .* switched off/.test(text)),
  );
  if (posted.length === 0) return isEnded ? [] : ['never posted'];
  const lastOf = ({ said }: Message): string => said.at(-1)?.text ?? '';
  // A resumed process that finds others at work may leave its first message behind.
  const last = posted.findLast((one) => !isBeingPrepared(one)) ?? posted.at(-1);
  const text = last ? lastOf(last) : '';
  const isOpen = last !== undefined && isBeingPrepared(last);
  // In the small hours, the close is for the day before.
  const closes = asked.hour < '06:00' ? dueAt - DAY_MS : dueAt;
  const dayOf = (at: number) => formatLocalDateTime(at, timeZone).slice(0, 10);
  // A slow bank's payment is dated before the service knows of it.
  const knownAt = ({ orderId, createdAt }: { orderId: string; createdAt: number }) =>
    Math.max(happenings.find((one) => one.orderId === orderId && one.is === 'paid')?.at ?? 0, createdAt);
  const rows = ledger
    .transactions()
    .filter(
      ({ status, createdAt }) =>
        status === 'SUCCESS' && createdAt < dueAt && dayOf(createdAt) >= dayOf(closes),
    )
    .sort((one, other) => knownAt(one) - knownAt(other));
  const { asksAbout, refunds } = after.dialect;
  const hasOwnWords = ledger.transactions().some((row) => asksAbout(row, now).length > 0);
  /** The payments that went back in full, where only their own rows say so: such a row says refunded and not received. */
  const returnedBy = (at: number) =>
    rows.filter(({ orderId, amountFils }) => {
      const back = ledger
        .transactions()
        .filter((one) => one.orderId === orderId && one.status === 'REFUNDED' && one.createdAt <= at);
      return refunds.rows === 'own-row' && amountFils <= sumOf(back);
    });
  const sumsWithout = (returned: readonly unknown[]) =>
    rows.map((_, at) => {
      const known = rows.slice(0, at + 1).filter((one) => !returned.includes(one));
      return known.length === 0
        ? 'No money received'
        : `${formatAed(sumOf(known))} received (${known.length})`;
    });
  const sums = sumsWithout([]);
  const received = sums.at(-1) ?? '';
  // Payments that became known while it was computed are included in order, or not at all.
  const sure = rows.filter((row) => knownAt(row) < dueAt - RECORDS_LAG_MS).length;
  const readAt = last?.said.at(-1)?.at ?? dueAt;
  const possible = [sums, ...[dueAt - RECORDS_LAG_MS, readAt].map((at) => sumsWithout(returnedBy(at)))];
  // Of a refund its words are plain, also on the payment's own row.
  const mayCount = after.hasExplainer || refunds.rows === 'own-row';
  const isRight = hasOwnWords
    ? mayCount || !/ received \([1-9]/.test(text)
    : sure === 0 || possible.some((one) => one.slice(sure - 1).some((sum) => text.includes(sum)));
  return [
    ...(findDoubled(posted, after) ? [`posted ${posted.length} times`] : []),
    ...(isOpen && (last?.refusedAt.length ?? 0) === 0 && !isEnded ? ['posted, and never filled in'] : []),
    ...(!isOpen && dueAt >= calmFrom && !isRight ? [`${received} expected, and it says ${text}`] : []),
  ];
}

/** Every action is in the audit trail exactly once. */
async function checkAudit({ store, exports, closes }: ReportDayResult): Promise<string[]> {
  const entries = await store.auditEntries.slice(
    { teamId: TEAM },
    { to: 'older', cursor: null, limit: MOST_ENTRIES },
  );
  const count = (action: AuditAction, subject: string) =>
    entries.filter((one) => one.action === action && one.subject === subject).length;
  const links = await store.linkDays.madeIn(TEAM, { from: 0, to: Number.MAX_SAFE_INTEGER });
  const switched = await store.schedules.list(TEAM);
  return [
    ...links.flatMap(({ id, invoiceId }) => {
      const times = count('link-made', id) + count('link-approved', id);
      return times > 0 ? [] : [`${invoiceId}: no audit entry of its making`];
    }),
    ...links.flatMap(({ id, invoiceId }) =>
      count('link-made', id) > 1 ? [`${invoiceId}: made more than once by the audit trail`] : [],
    ),
    ...exports.flatMap(({ kind, fileName }) =>
      count('report-exported', kind) > 0 ? [] : [`${fileName}: no audit entry of the export`],
    ),
    ...[...switched, ...closes].flatMap(({ channelId }) =>
      channelId !== null && count('daily-close-switched', channelId) > 0
        ? []
        : [`the daily close of ${channelId} was switched on without an audit entry`],
    ),
  ];
}
