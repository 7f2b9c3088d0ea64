#!/usr/bin/env node
const USAGE = `paylink start     the app, from the environment or a .env file
paylink doctor    checks the configuration and everything it points to
paylink manifest  the app manifest for your Slack app
paylink adopt     confirms that the account in the environment is yours, with the app stopped
paylink backup    a copy of the embedded database, also while the app runs: --to file
paylink restore   restores such a copy, before the app starts: --from file
paylink --version
`;

const [command = ''] = process.argv.splice(2, 1);
// Nobody reads on, as in `paylink doctor | head`. The log of `start` has its own way out.
if (command !== 'start')
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(141);
    throw error;
  });
switch (command) {
  case 'start':
    await import('./index.ts');
    break;
  case 'doctor':
    await (await import('./operations/doctor/doctor.ts')).main();
    break;
  case 'manifest':
    (await import('./operations/manifest.ts')).main();
    break;
  case 'adopt':
    await (await import('./operations/adopt.ts')).main();
    break;
  case 'backup':
  case 'restore':
    (await import('./operations/backup.ts')).main(command);
    break;
  case '--version':
    process.stdout.write(`${(await import('./version.ts')).whatRuns}\n`);
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
