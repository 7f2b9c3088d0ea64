import { PICTURE_READY_MS } from '../../src/links/card/qr-delivery.ts';
import type { StorePlace } from '../../src/open-store.ts';
import type { StoreDatabase } from '../../src/store/engine/database.ts';
import { openPostgres } from '../../src/store/engine/open-postgres.ts';
import { openSqlite } from '../../src/store/engine/open-sqlite.ts';
import { NOT_ENDED } from '../../src/store/job.ts';
import { SHOWN_SALE } from '../../src/store/link-card.ts';
import type { JobState } from '../../src/store/tables/jobs.ts';
import { createInstallationStore } from '../../src/tenancy/installation-store.ts';
import { createInstallations } from '../../src/tenancy/installations.ts';
import { createSealer } from '../../src/tenancy/sealer.ts';
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
  const inLanes = await database.db
    .selectFrom('jobs')
    .select([
      'seq',
      'linkId',
      'teamId',
      'lane',
      'kind',
      'state',
      'attempts',
      'dueAt',
      'createdAt',
      'updatedAt',
    ])
    // Job kinds that post about links, in lanes.
    .where('lane', 'is not', null)
    .orderBy('lane')
    .orderBy('seq')
    .execute();
  const cards = await readCards(database);
  // A card that was edited since has left the lane that it was posted in.
  const posted = new Set(cards.map(({ linkId }) => linkId));
  const rows = inLanes.filter(({ kind, linkId }) => kind !== 'show' || !posted.has(linkId ?? ''));
  const dead = await database.db.selectFrom('jobs').select('seq').where('state', '=', 'failed').execute();
  const links = await database.db.selectFrom('links').select('state').execute();
  await database.close();
  return {
    notices: [
      ...cards,
      ...rows.map((row) => ({
        seq: row.seq,
        teamId: row.teamId,
        lane: row.lane ?? '',
        kind: row.kind,
        createdAt: row.createdAt,
        // Whoever takes a job writes the end of its lease over the time for which it was planned.
        dueAt: isEnded(row) ? row.createdAt + (PLANNED_FOR_MS[row.kind] ?? 0) : row.dueAt,
        endedAt: isEnded(row) ? row.updatedAt : null,
        attempts: row.attempts,
      })),
    ].toSorted((one, other) => one.seq - other.seq),
    dead: dead.length,
    paid: links.filter((link) => link.state === 'paid').length,
    links: links.length,
  };
};

/** The posts of cards, each with the time that the local Slack gave it. */
async function readCards({ db }: StoreDatabase) {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('links', 'links.id', 'messages.id')
    .innerJoin('linkEvents', 'linkEvents.linkId', 'links.id')
    .innerJoin('jobs', (join) => join.onRef('jobs.linkId', '=', 'links.id').on('jobs.kind', '=', 'show'))
    .where('messages.what', '=', SHOWN_SALE)
    .where('linkEvents.version', '=', 2)
    .where('jobs.key', 'like', `show:${SHOWN_SALE}:%`)
    .select([
      'jobs.seq',
      'links.id as linkId',
      'links.teamId',
      'links.channelId',
      'linkEvents.at',
      'messages.ts',
    ])
    .execute();
  return rows.map(({ seq, linkId, teamId, channelId, at, ts }) => ({
    ...{ seq, linkId, teamId, lane: `${teamId}:${channelId}`, kind: 'show', createdAt: at, dueAt: at },
    ...{ endedAt: Number(ts) * 1_000, attempts: 0 },
  }));
}
