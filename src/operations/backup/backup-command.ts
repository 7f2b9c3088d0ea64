import { backupDatabase } from '../../store/engine/backup-database.ts';
import type { BackupCommand } from './run-command.ts';

export const backupCommand: BackupCommand = {
  option: 'to',
  usage: 'Backs up the embedded database to a new file, while the app runs: npm run backup -- --to <file>',
  instead:
    'DATABASE_URL is set, so the data is in PostgreSQL. Back it up with: pg_dump --format=custom --file=<file> "$DATABASE_URL"',
  run: (dataDir, file) => {
    const { path, bytes, links } = backupDatabase(dataDir, file);
    return `Backed up ${links} ${links === 1 ? 'link' : 'links'} to ${path} (${bytes} bytes). It holds customers’ data: keep it where only you can read it.`;
  },
};
