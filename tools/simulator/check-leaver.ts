import { formatAed } from '../../src/blocks/money-and-time.ts';
import type { Link } from '../../src/store/link.ts';
import type { DayResult } from './check-day.ts';
import { HEIRS } from './leaver.ts';

/** Until news that one person cannot get is told to others, and that they are gone is known of all their links. */
const TOLD_WITHIN_MS = 120_000;

/** Nobody who left is the only one who knows: what comes for their links is told to those who may use everybody's. */
export const checkLeaver = async ({
  store,
  left,
  refusedLeaverAt,
  messages,
  calmFrom,
  now,
}: DayResult): Promise<string[]> => {
  if (left === null || refusedLeaverAt === null) return [];
  const links = await store.links.inState('paid');
  const isKnownSince = Math.max(refusedLeaverAt + TOLD_WITHIN_MS, calmFrom);
  const isTold = ({ amountFils }: Link, at: number): boolean =>
    messages.some(
      ({ channel, said }) =>
        HEIRS.some((one) => channel === `D${one.slice(1)}`) &&
        said.some((one) => one.at >= at && one.text.includes(formatAed(amountFils))),
    );
  return links.flatMap((link) => {
    const at = link.payment?.noticedAt ?? 0;
    const isOfLeaver = link.ownerId === left.userId && link.batchId === undefined;
    if (!isOfLeaver || at < isKnownSince || at > now - TOLD_WITHIN_MS || isTold(link, at)) return [];
    return [`${link.details.notes}: paid after ${left.userId} left, and nobody who is here was told`];
  });
};
