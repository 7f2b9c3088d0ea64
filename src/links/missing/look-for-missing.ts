import { z } from 'zod';
import type { App } from '../../app-parts.ts';
import { defineJob } from '../../delivery/define-job.ts';
import type { JobKind } from '../../delivery/run-claimed-job.ts';
import {
  buildDateRange,
  NotConnectedError,
  OtherAccountError,
  readWhole,
  recordReferences,
} from '../../payment-service/index.ts';
import { readAmountShown } from '../../payments/index.ts';
import { buildTell } from '../../slack/tell.ts';
import { ANY_ZONE_ROOM_MS } from '../checks/read-listings.ts';
import { buildMissingLinks, type MissingLink } from './missing-links-view.ts';

const DAY_MS = 24 * 60 * 60_000;
/** An older backup is no restore but another beginning, and a listing must stay readable. */
const LONGEST_MS = 90 * DAY_MS;
/** As many requests as a sweep may take. */
const REQUESTS = 2_000;

const MISSING_LINKS_JOB = 'missing-links';

/** Call it at each start: plans one comparison for each workspace. */
export const planMissingLook = async ({ store: { jobs, missingLinks }, clock }: App): Promise<void> => {
  for (let team = await missingLinks.teamAfter(''); team !== null; team = await missingLinks.teamAfter(team))
    await jobs.add(
      { id: `${MISSING_LINKS_JOB}:${team}`, teamId: team, kind: MISSING_LINKS_JOB },
      clock.now(),
    );
};

/** How many links are missing now: what a comparison found may have been taken back since. */
export const countMissing = async ({ store: { missingLinks, linkDays } }: App): Promise<number> => {
  let count = 0;
  for (const { teamId, missing } of await missingLinks.found())
    count += missing.length - (await linkDays.knownReferences(teamId, missing)).size;
  return count;
};

/**
 * Looks for links that the service lists under numbers of this database and that have no row, as after the restore of a
 * backup: they can be paid, and nobody would notice. Compares from where it stopped the last time, which a restore sets
 * back to the time of the backup, and tells the admins of what is new.
 */
const createMissingLook = ({
  store: { missingLinks, linkDays },
  services,
  members,
  identity,
  clock,
  timeZone,
  log,
}: App): JobKind => {
  const ours = new RegExp(`^PL-\\d{6}-${identity.mark}[0-9A-Z]{7}(-\\d+)?$`);

  const compare = async (teamId: string): Promise<void> => {
    const now = clock.now();
    const before = await missingLinks.compared(teamId);
    if (before === null) return;
    const listed = new Map<string, MissingLink>();
    const from = Math.max(Math.min(before.until, now) - ANY_ZONE_ROOM_MS, now - LONGEST_MS);
    const { is } = await readWhole(
      services.confirmed(teamId).listLinks,
      buildDateRange(from, now + ANY_ZONE_ROOM_MS, timeZone),
      {
        budget: { left: REQUESTS },
        isProof: true,
        take: async (records) => {
          for (const record of records)
            for (const { value } of recordReferences(record)) {
              const invoiceId = value.trim().toUpperCase();
              if (ours.test(invoiceId))
                listed.set(invoiceId, { invoiceId, amountFils: readAmountShown(record, 'link') });
            }
        },
      },
    );
    const known = await linkDays.knownReferences(teamId, [...listed.keys()]);
    const lacking = await missingLinks.lacking([...listed.keys()].filter((number) => !known.has(number)));
    const found = [...listed.values()].filter(({ invoiceId }) => lacking.has(invoiceId));
    const fresh = found.filter(({ invoiceId }) => !before.missing.includes(invoiceId));
    if (fresh.length > 0)
      log.error(
        { team: teamId, links: fresh.length },
        'the service lists links of this database that it lacks, as after the restore of a backup',
      );
    const admins = fresh.length === 0 ? [] : new Set(await members.whoMay(teamId, 'change-settings'));
    await missingLinks.record(
      teamId,
      // Where the listing was not read to its end, the next comparison begins at the same place.
      { until: is === 'whole' ? now : before.until, missing: found.map(({ invoiceId }) => invoiceId) },
      [...admins].map((userId) =>
        buildTell(
          { teamId, key: `${MISSING_LINKS_JOB}:${teamId}:${userId}:${now}` },
          userId,
          buildMissingLinks(fresh),
        ),
      ),
      now,
    );
  };

  return {
    run: async ({ teamId }) => {
      try {
        await compare(teamId);
      } catch (error) {
        // The next start compares from the same place.
        if (!(error instanceof NotConnectedError || error instanceof OtherAccountError)) throw error;
      }
      return { outcome: 'done' };
    },
  };
};

export const MISSING_LOOK = defineJob(z.null(), createMissingLook);
