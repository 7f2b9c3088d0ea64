import { readHost } from './lan-address.ts';
import { refuseRealSurroundings } from './refuse-real-surroundings.ts';
import { startPlayground } from './start-playground.ts';

refuseRealSurroundings(process.env);

const phones = readHost(process.argv.slice(2));
if (phones?.host === null) {
  process.stderr.write(`${phones.trouble}\n`);
  process.exit(1);
}
const playground = await startPlayground({
  ports: { page: 4000, sandbox: 4001, app: 4002, phones: 4003 },
  host: phones?.host ?? null,
  onAppOutput: (text) => {
    // Show the app's warnings and errors, but not its everyday log lines.
    for (const line of text.split('\n')) {
      if (/"level":"(warn|error|fatal)"/.test(line)) process.stderr.write(`${line}\n`);
    }
  },
});

const others = phones?.others ?? [];
const another =
  others.length > 0 ? `\n    If they cannot reach it: npm run demo -- --host ${others.join(', or ')}` : '';
const whoScans = phones
  ? `QR codes open on phones in the same network, at ${playground.sandbox.payUrl}/pay/…
    Everyone there can open those pay pages, and nothing else of this.${another}`
  : 'QR codes open on this machine only. For phones in the same network: npm run demo -- --host';

process.stdout.write(`
  Paylink is running on this machine, with a local Slack and a sandbox payment service.

    Open   ${playground.url}   and type /paylink
    Sandbox payment service: ${playground.sandbox.url}
    ${whoScans}

  ${phones ? '' : 'Nothing here leaves this machine. '}Press Ctrl+C to stop.

`);

const stop = () => {
  playground.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error}\n`);
      process.exit(1);
    },
  );
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
