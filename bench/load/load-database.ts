import type { StorePlace } from '../../src/open-store.ts';
import { openPostgres } from '../../src/store/engine/open-postgres.ts';
import { openSqlite } from '../../src/store/engine/open-sqlite.ts';
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
      dueAt: row.dueAt,
      endedAt: row.state === 'waiting' ? null : row.updatedAt,
      attempts: row.attempts,
    })),
    dead: rows.filter((row) => row.state === 'failed').length,
    paid: links.filter((link) => link.state === 'paid').length,
    links: links.length,
  };
};
