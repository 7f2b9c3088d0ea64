import type { AuditAction } from '../../src/store/audit-store.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkCause } from '../../src/store/link-changes.ts';
import type { DayResult } from './day-result.ts';
import { TEAM } from './paylink.ts';

/** More than any link has. */
const MOST_ENTRIES = 1_000;

/** Checks handovers and reminders: each happened once, agrees everywhere, and the new owner was notified. */
export const checkColleagues = async (
  links: readonly Link[],
  after: Pick<DayResult, 'store' | 'sales' | 'handed' | 'reminded' | 'messages' | 'left'>,
): Promise<string[]> => {
  const concerned = new Set([...after.handed, ...after.reminded].map(({ linkId }) => linkId));
  const of = links.filter(({ id }) => concerned.has(id));
  return (await Promise.all(of.map((link) => checkHandedLink(link, after)))).flat();
};

async function checkHandedLink(
  link: Link,
  {
    store,
    sales,
    handed,
    reminded,
    messages,
    left,
  }: Pick<DayResult, 'store' | 'sales' | 'handed' | 'reminded' | 'messages' | 'left'>,
): Promise<string[]> {
  const history = await store.links.history(link.id);
  const entries = await store.auditEntries.slice(
    { teamId: TEAM, subject: link.id },
    { to: 'older', cursor: null, limit: MOST_ENTRIES },
  );
  const caused = (by: LinkCause) => history.filter(({ cause }) => cause === by).length;
  const audited = (of: AuditAction) => entries.filter(({ action }) => action === of);

  const given = audited('link-handed-over').map(({ actorId, detail }) => ({
    from: String(detail?.['from']),
    to: String(detail?.['to']),
    isTaken: actorId === detail?.['to'],
  }));
  // A later link of a sale is the sale's owner's from the start.
  const firstOwner = sales.find(({ notes }) => notes === link.details.notes)?.ownerId ?? link.creatorId;
  // The processes' clocks differ, so the order is unknown. But everyone who handed it over must have had it, and one
  // person has it now.
  const holders = [firstOwner, ...given.map(({ to }) => to)].sort();
  const isBroken = holders.join() !== [...given.map(({ from }) => from), link.ownerId].sort().join();
  const lost = handed.filter(
    ({ linkId, from, to, answered }) =>
      linkId === link.id && answered === 'done' && !given.some((one) => one.from === from && one.to === to),
  );
  // Those of one sale are handed over together, in one message, which counts them.
  const named = /handed you (\d+ sales|a sale\b)/;
  const unnotified = given.filter(
    ({ to, isTaken }) =>
      !isTaken &&
      to !== left?.userId &&
      // Whoever gave it on before the message went out hears of that alone.
      !given.some(({ from }) => from === to) &&
      !messages.some(
        ({ channel, said }) => channel === `D${to.slice(1)}` && said.some(({ text }) => named.test(text)),
      ),
  );
  const windows = reminded.filter(({ linkId }) => linkId === link.id);
  const counted = link.reminded?.count ?? 0;
  const certain = windows.filter(({ answered }) => answered === 'counted' || answered === 'repeated').length;
  const sent = caused('the customer was reminded');
  const found = [
    ...(isBroken ? [`${holders.join(' and ')} had it, and it is ${link.ownerId}’s`] : []),
    ...lost.map(({ to }) => `said to be handed to ${to}, and it was not`),
    ...unnotified.map(({ to }) => `handed to ${to}, who was not told`),
    ...(caused('handed over') === given.length ? [] : ['handed over otherwise than it was audited']),
    ...(counted > windows.length || counted < certain
      ? [`${counted} reminders counted, in ${windows.length} windows, ${certain} for certain`]
      : []),
    ...(sent === counted && audited('customer-reminded').length === counted
      ? []
      : ['reminded otherwise than it was counted']),
  ];
  return found.map((complaint) => `${link.details.notes}: ${complaint}`);
}
