#!/usr/bin/env node
const USAGE = `paylink start      the app, from the environment or a .env file
paylink doctor     checks the configuration and everything it points to
paylink manifest   the app manifest for your Slack app
paylink rehearsal  posts everything Paylink can say in a test channel of a real workspace: --channel C…
paylink backup     a copy of the embedded database, also while the app runs: --to file
paylink restore    restores such a copy, before the app starts: --from file
`;

const [command = ''] = process.argv.splice(2, 1);
switch (command) {
  case 'start':
    await import('./index.ts');
    break;
  case 'doctor':
    await import('./operations/doctor/doctor.ts');
    break;
  case 'manifest':
    await import('./operations/manifest/manifest.ts');
    break;
  case 'rehearsal':
    await import('./rehearsal/rehearsal.ts');
    break;
  case 'backup':
    await import('./operations/backup/backup.ts');
    break;
  case 'restore':
    await import('./operations/backup/restore.ts');
    break;
  case '':
  case 'help':
  case '--help':
    process.stdout.write(USAGE);
    break;
  default:
    process.stderr.write(`Unknown command.\n\n${USAGE}`);
    process.exitCode = 1;
}
