import { restoreDatabase } from '../../store/engine/restore-database.ts';
import type { BackupCommand } from './run-command.ts';

/** `stamp` goes into the name of the old database that is kept, so names stay unique: `20261121-103000`. */
export const buildRestoreCommand = (stamp: string): BackupCommand => ({
  option: 'from',
  usage:
    'Restores a backup over the embedded database, while the app is stopped: npm run restore -- --from <file>',
  instead:
    'DATABASE_URL is set, so the data is in PostgreSQL. Stop the app and restore with: pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" <file>',
  run: (dataDir, file) => {
    const { keptAs, links } = restoreDatabase(dataDir, file, stamp);
    return `Restored ${links} ${links === 1 ? 'link' : 'links'}.${keptAs === null ? '' : ` The database that was there is kept as ${keptAs}.`} Start the app: it catches up with the payment service by itself.`;
  },
});
