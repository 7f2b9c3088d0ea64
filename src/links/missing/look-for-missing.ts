import type { Base } from '../../app-parts.ts';
import {
  buildDateRange,
  NotConnectedError,
  OtherAccountError,
  recordOrderId,
  recordReferences,
} from '../../payment-service/index.ts';
import { readAmountShown } from '../../payments/index.ts';
import { ANY_ZONE_ROOM_MS } from '../checks/read-listings.ts';
import { readPages } from '../checks/read-pages.ts';
import type { MissingLink } from './missing-link-store.ts';
import { buildMissingLinksJob } from './missing-links-job.ts';

const DAY_MS = 24 * 60 * 60_000;
/** An older backup is no restore but another beginning, and a listing must stay readable. */
const LONGEST_MS = 90 * DAY_MS;
/** As many requests as a sweep may take. */
const REQUESTS = 2_000;

/**
 * Looks for links that the service lists under numbers of this database and that have no row, as after the restore of a
 * backup: they can be paid, and nobody would notice. Compares from where it stopped the last time, which a restore sets
 * back to the time of the backup. False: stopped before the end. Throws if no workspace's service could be read.
 */
export const createMissingLook = ({
  store,
  services,
  members,
  identity,
  clock,
  ids,
  timeZone,
  log,
  wake,
}: Base) => {
  const { missingLinks, linkDays } = store;
  const ours = new RegExp(`^PL-\\d{6}-${identity.mark}[0-9A-Z]{7}(-\\d+)?$`);
  let count = 0;

  const compare = async (teamId: string): Promise<void> => {
    const now = clock.now();
    const since = await missingLinks.comparedUntil(teamId);
    if (since === null) return;
    const listed = new Map<string, MissingLink>();
    const from = Math.max(Math.min(since, now) - ANY_ZONE_ROOM_MS, now - LONGEST_MS);
    const end = await readPages(
      services.confirmed(teamId).listLinks,
      buildDateRange(from, now + ANY_ZONE_ROOM_MS, timeZone),
      {
        budget: { left: REQUESTS },
        take: (record) => {
          for (const { value } of recordReferences(record)) {
            const invoiceId = value.trim().toUpperCase();
            if (ours.test(invoiceId))
              listed.set(invoiceId, {
                invoiceId,
                orderId: recordOrderId(record),
                amountFils: readAmountShown(record, 'link'),
              });
          }
        },
      },
    );
    const known = await linkDays.knownReferences(teamId, [...listed.keys()]);
    const lacking = await missingLinks.lacking([...listed.keys()].filter((number) => !known.has(number)));
    const found = [...listed.values()].filter(({ invoiceId }) => lacking.has(invoiceId));
    const admins = found.length === 0 ? [] : [...new Set(await members.whoMay(teamId, 'change-settings'))];
    const at = { foundAt: now, until: end === 'end' ? now : null };
    await missingLinks.record(teamId, found, at, (fresh) => {
      if (fresh.length === 0) return [];
      log.error(
        { team: teamId, links: fresh.length },
        'the service lists links of this database that it lacks, as after the restore of a backup',
      );
      return admins.map((userId) => buildMissingLinksJob(teamId, userId, fresh, ids));
    });
  };

  return {
    look: async (signal: AbortSignal): Promise<boolean> => {
      const failures: unknown[] = [];
      let teams = 0;
      for (
        let team = await missingLinks.teamAfter('');
        team !== null;
        team = await missingLinks.teamAfter(team)
      ) {
        if (signal.aborted) return false;
        teams += 1;
        try {
          await compare(team);
        } catch (error) {
          if (error instanceof NotConnectedError || error instanceof OtherAccountError) continue;
          failures.push(error);
          log.warn({ team, err: error }, 'links of a workspace not compared with the service');
        }
      }
      count = await missingLinks.count();
      wake.jobs();
      if (failures.length > 0 && failures.length === teams) throw failures[0];
      return true;
    },
    /** As of the last look. */
    count: () => count,
  };
};
