import { refuseRealSurroundings } from './refuse-real-surroundings.ts';
import { startPlayground } from './start-playground.ts';

refuseRealSurroundings(process.env);

const playground = await startPlayground({
  ports: { page: 4000, sandbox: 4001, app: 4002 },
  onAppOutput: (text) => {
    // What the app warns of belongs on the screen; its everyday lines do not.
    for (const line of text.split('\n')) {
      if (/"level":"(warn|error|fatal)"/.test(line)) process.stderr.write(`${line}\n`);
    }
  },
});

process.stdout.write(`
  Paylink is running on this machine, with a local Slack and a sandbox payment service.

    Open   ${playground.url}   and type /paylink
    Sandbox payment service: ${playground.sandbox.url}

  Nothing here leaves this machine. Press Ctrl+C to stop.

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
