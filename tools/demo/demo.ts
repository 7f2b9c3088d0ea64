import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createLocalSlack,
  type LocalSlack,
  type PageOptions,
  type SeenView,
} from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, OMAR, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { readManifest } from '../../packages/local-slack/src/read-manifest.ts';
import { buildAppEnvironment, createAppProcess } from '../app-process.ts';
import { freePort } from '../free-port.ts';
import { createSandboxService, type SandboxService } from '../sandbox/sandbox-service.ts';
import { readHost } from './lan-address.ts';
import { refuseRealSurroundings } from './refuse-real-surroundings.ts';

/** Preferred ports; a taken one is replaced by a free one. */
const PORTS = { page: 4000, sandbox: 4001, app: 4002, phones: 4003 };
const TERMS_WINDOW = 'open_form_settings';
const manifest: unknown = createRequire(import.meta.url)('#manifest.json');

const USAGE = `Paylink, with a local Slack and a sandbox payment service, on this machine.

  npm run demo
  npm run demo -- --host             phones in the same network can open the QR codes
  npm run demo -- --host <address>   by this address of this machine
`;

const addressOf = (port: number): string => `http://127.0.0.1:${port}`;

/** Another demo may take the port between the check and its use. */
const onFreePort = async <T>(wanted: number, open: (port: number) => Promise<T>): Promise<T> => {
  try {
    return await open(await freePort(wanted));
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    return open(await freePort(0));
  }
};

/** Shows the app's warnings and errors, but not its everyday log lines. */
const showTrouble = (text: string): void => {
  for (const line of text.split('\n'))
    if (/"level":"(warn|error|fatal)"/.test(line)) process.stderr.write(`${line}\n`);
};

/** What the local Slack’s page shows of Paylink, and of the sandbox. */
const buildPage = (sandbox: SandboxService, host: string | null): PageOptions => ({
  icon: new URL('../../../tools/demo/paylink-icon.svg', import.meta.url),
  firstSteps: {
    // Any name and number work: nothing leaves this machine.
    line: '/paylink 250 Sara Khan sara@example.com 050 123 4567 for June rent',
    before: ['Create your first link.', 'Type it as you would write it in a chat:'],
    after: [
      'Your first card is in the channel.',
      'Press Show QR on a link’s card and hold it out to the customer.',
    ],
  },
  panels: sandbox.panels,
  ...(host === null
    ? {
        note: 'QR codes open on this machine only. For phones, start the demo with --host.',
        pictureNote: { alt: 'QR', words: 'This code opens on this machine only.' },
      }
    : { note: 'QR codes open on phones in the same network.' }),
});

/** Once, as a shop's admin: until then no form is accepted without the tick, which no line can set. */
const confirmTerms = async (slack: LocalSlack): Promise<void> => {
  const top = (has: (view: SeenView) => boolean) =>
    slack.until(() => [slack.topModal(SARA)].find((view) => view !== undefined && has(view)));
  await slack.command(SARA, FRONT_DESK, '/paylink', 'settings');
  const { id } = await top((view) => JSON.stringify(view.blocks).includes(TERMS_WINDOW));
  await slack.click(SARA, { viewId: id }, { actionId: TERMS_WINDOW });
  const form = await top((view) => view.id !== id && view.submit !== null);
  const held = slack.held(SARA, { viewId: form.id });
  const saved = await slack.submit(SARA, form.id, { ...held, terms: { terms: ['confirmed'] } });
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  await slack.closeView(SARA, id, true);
};

/**
 * Starts a local Slack, a sandbox payment service, and the real app between them with a new database. `host`: address
 * of this machine where phones in its network reach the pay pages; null: only this machine can.
 */
const start = async (host: string | null) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-demo-'));
  const sandbox = await onFreePort(PORTS.sandbox, async (port) =>
    createSandboxService({
      port,
      ...(host === null ? {} : { phones: { host, port: await freePort(PORTS.phones) } }),
    }),
  );
  // The app needs the local Slack's address when it starts; the page needs the app's switch before that.
  const app = createAppProcess(
    () => ({
      PORT: String(appPort),
      PUBLIC_URL: addressOf(appPort),
      ...buildAppEnvironment({ slack, sandbox }),
      PAYLINK_ADMINS: [SARA, OMAR].join(),
      DATA_DIR: dataDir,
    }),
    showTrouble,
  );
  const { features, scopes } = readManifest(manifest);
  const slack = await onFreePort(PORTS.page, (port) =>
    createLocalSlack({
      port,
      appName: 'Paylink',
      manifest: features,
      scopes,
      page: buildPage(sandbox, host),
      app,
    }),
  );
  // With a second demo, use another port even if this one is free now: the first app may only be stopped for a
  // while.
  const isFirst = slack.url === addressOf(PORTS.page);
  const appPort = await freePort(isFirst ? PORTS.app : 0);
  slack.setAppUrl(addressOf(appPort));
  const stop = async () => {
    await app.stop();
    await slack.close();
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await app.start();
    await confirmTerms(slack);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: slack.url, sandbox, stop };
};

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

const args = process.argv.slice(2);
if (args.includes('--help')) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const phones = readHost(args);
const unknown = args.find((one) => one.startsWith('-') && one !== '--host');
if (unknown !== undefined) refuse(`Unknown option ${unknown}\n\n${USAGE}`);
const real = refuseRealSurroundings(process.env);
if (real !== null) refuse(real);
if (phones?.host === null) refuse(phones.trouble);
const demo = await start(phones?.host ?? null);

const others = phones?.others ?? [];
const another =
  others.length > 0 ? `\n    If they cannot reach it: npm run demo -- --host ${others.join(', or ')}` : '';
const whoScans = phones
  ? `QR codes open on phones in the same network, at ${demo.sandbox.payUrl}/pay/…
    Everyone there can open those pay pages, and nothing else of this.${another}`
  : 'QR codes open on this machine only. For phones in the same network: npm run demo -- --host';

process.stdout.write(`
  Paylink is running on this machine, with a local Slack and a sandbox payment service.

    Open   ${demo.url}   and type /paylink
    ${whoScans}

  ${phones ? '' : 'Nothing here leaves this machine. '}Press Ctrl+C to stop.

`);

const stop = () => {
  demo.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error}\n`);
      process.exit(1);
    },
  );
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
