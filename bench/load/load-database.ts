import { PICTURE_READY_MS } from '../../src/links/card/qr-delivery.ts';
import type { StorePlace } from '../../src/open-store.ts';
import { openPostgres } from '../../src/store/engine/open-postgres.ts';
import { openSqlite } from '../../src/store/engine/open-sqlite.ts';
import { NOT_ENDED } from '../../src/store/job.ts';
import type { JobState } from '../../src/store/tables/jobs.ts';
import { createInstallationStore } from '../../src/workspaces/installation-store.ts';
import { createInstallations } from '../../src/workspaces/installations.ts';
import { createSealer } from '../../src/workspaces/sealer.ts';
import type { LaneNotice } from './figures.ts';
import type { LoadTeam } from './load-team.ts';

const open = async (place: StorePlace) =>
  'databaseUrl' in place ? openPostgres(place.databaseUrl) : openSqlite(place.dataDir);

/** Stores each workspace as if it had installed the app and entered its credentials. */
export const installTeams = async (
  place: StorePlace,
  teams: readonly LoadTeam[],
  encryptionKey: Buffer,
): Promise<void> => {
  const database = await open(place);
  const installations = createInstallations({
    store: createInstallationStore(database),
    sealer: createSealer([encryptionKey]),
    clock: { now: Date.now },
  });
  for (const team of teams) {
    const key = { enterpriseId: null, teamId: team.id };
    await installations.save({
      ...key,
      name: `Shop ${team.key}`,
      appId: 'A0LOAD',
      botUserId: `U${team.key}B`,
      scopes: ['chat:write', 'commands', 'files:write'],
      botToken: team.botToken,
      installedBy: team.adminId,
    });
    await installations.setCredentials(key, team.credentials);
  }
  await database.close();
};

/** The kinds that are planned when they are added, and for how much later. */
const PLANNED_FOR_MS: Readonly<Record<string, number>> = { 'qr-message': PICTURE_READY_MS };

const isEnded = ({ state }: { state: JobState }): boolean => !NOT_ENDED.some((one) => one === state);

/** Every notice of the run in lane order, and the states of the links. */
export const readOutcome = async (
  place: StorePlace,
): Promise<{ notices: (LaneNotice & { teamId: string })[]; dead: number; paid: number; links: number }> => {
  const database = await open(place);
  const rows = await database.db
    .selectFrom('jobs')
    .select(['teamId', 'lane', 'kind', 'state', 'attempts', 'dueAt', 'createdAt', 'updatedAt'])
    // Job kinds that post about links, in lanes.
    .where('lane', 'is not', null)
    .orderBy('lane')
    .orderBy('seq')
    .execute();
  const links = await database.db.selectFrom('links').select('state').execute();
  await database.close();
  return {
    notices: rows.map((row) => ({
      teamId: row.teamId,
      lane: row.lane ?? '',
      kind: row.kind,
      createdAt: row.createdAt,
      // Whoever takes a job writes the end of its lease over the time for which it was planned.
      dueAt: isEnded(row) ? row.createdAt + (PLANNED_FOR_MS[row.kind] ?? 0) : row.dueAt,
      endedAt: isEnded(row) ? row.updatedAt : null,
      attempts: row.attempts,
    })),
    dead: rows.filter((row) => row.state === 'failed').length,
    paid: links.filter((link) => link.state === 'paid').length,
    links: links.length,
  };
};
