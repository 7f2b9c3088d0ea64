import type { Config } from '../../config/config.ts';
import { DatabaseUnreachableError } from '../../store/engine/database-errors.ts';
import { inspectKept, type Kept } from '../../store/engine/inspect.ts';
import { sealContext } from '../../tenancy/installations.ts';
import { createSealer, SealBrokenError } from '../../tenancy/sealer.ts';
import { type Check, failed, ok } from './check.ts';

/** Null: there is nothing in the database yet. The check of the database says what is wrong with it. */
const read = async ({ databaseUrl, dataDir }: Config, patienceMs: number): Promise<Kept | null> => {
  try {
    return await inspectKept(databaseUrl === null ? { dataDir } : { databaseUrl }, patienceMs);
  } catch (error) {
    if (error instanceof DatabaseUnreachableError) return null;
    throw error;
  }
};

/** The workspaces that added the app, and whether `ENCRYPTION_KEY` still opens their secrets. */
export const checkInstallations: Check = {
  id: 'installations',
  title: 'Installations',
  needs: ['DATABASE_URL', 'DATA_DIR', 'ENCRYPTION_KEY'],
  after: ['database'],
  run: async ({ config, patienceMs }) => {
    if (config.slack.access.kind === 'token') return null;
    const kept = await read(config, patienceMs);
    if (kept === null || kept.installations.length === 0) return ok('no workspace has added the app yet');
    const sealer = createSealer(config.encryptionKeys);
    const lost = new Set<string>();
    let broken = 0;
    for (const { botToken, credentials, ...place } of kept.installations) {
      try {
        sealer.open(botToken, sealContext('bot_token', place));
        if (credentials !== null) sealer.open(credentials, sealContext('credentials', place));
      } catch (error) {
        if (!(error instanceof SealBrokenError)) throw error;
        broken += 1;
        lost.add(error.keyName ?? 'none');
      }
    }
    const all = kept.installations.length;
    if (broken > 0)
      return failed(
        `${broken} of ${all} cannot be opened: ENCRYPTION_KEY lacks the key ${[...lost].join(', ')}`,
        'Put that key back, at the end of the list in ENCRYPTION_KEY. If it is lost for good, these workspaces must add the app again and enter their credentials anew.',
      );
    const connected = kept.installations.filter(({ credentials }) => credentials !== null).length;
    return ok(`${all} installed, ${connected} of them with credentials; ENCRYPTION_KEY opens all of them`);
  },
};

const MOST_NAMED = 20;

/** Links that the service lists and that a restored database lacks, as the running app found them. */
export const checkMissingLinks: Check = {
  id: 'missing-links',
  title: 'After a restore',
  needs: ['DATABASE_URL', 'DATA_DIR'],
  after: ['database'],
  run: async ({ config, patienceMs }) => {
    const missing = (await read(config, patienceMs))?.missingLinks ?? [];
    if (missing.length === 0) return null;
    return failed(
      `the payment service has ${missing.length} link(s) of this database that it lacks, as after the restore of a backup`,
      'Look for these numbers at the payment service: customers can still pay them, and Paylink won’t notice.',
      { details: missing.slice(0, MOST_NAMED) },
    );
  },
};
