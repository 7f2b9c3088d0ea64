import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppProcess, buildAppEnvironment, createAppProcess } from './app-process.ts';
import { freePort } from './free-port.ts';
import { readManifest } from './read-manifest.ts';
import type { SandboxService } from './sandbox/sandbox-api.ts';
import { createSandboxService } from './sandbox/sandbox-service.ts';
import { createLocalSlack, type LocalSlack } from './slack/local-slack.ts';
import { OMAR, SARA } from './slack/people-and-places.ts';

export interface Playground {
  /** Address of the page. */
  url: string;
  slack: LocalSlack;
  sandbox: SandboxService;
  app: AppProcess;
  stop(): Promise<void>;
}

export interface PlaygroundOptions {
  /** Preferred ports; a taken one is replaced by a free one. */
  ports?: { page: number; sandbox: number; app: number; phones: number };
  /** Address of this machine where phones in its network reach the pay pages; null: only this machine can. */
  host?: string | null;
  onAppOutput?: (text: string) => void;
}

const manifest: unknown = createRequire(import.meta.url)('#manifest.json');

/** Starts a local Slack, a sandbox payment service, and the real app between them with a new database. */
export const startPlayground = async ({
  ports = { page: 0, sandbox: 0, app: 0, phones: 0 },
  host = null,
  onAppOutput,
}: PlaygroundOptions = {}): Promise<Playground> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-playground-'));
  const sandbox = await onFreePort(ports.sandbox, async (port) =>
    createSandboxService({
      port,
      ...(host === null ? {} : { phones: { host, port: await freePort(ports.phones) } }),
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
    onAppOutput,
  );
  const slack = await onFreePort(ports.page, (port) =>
    createLocalSlack({
      port,
      appName: 'Paylink',
      manifest: readManifest(manifest).features,
      scopes: readManifest(manifest).scopes,
      sandboxUrl: sandbox.url,
      payFrom: host === null ? 'here' : 'network',
      app,
      pageDir: new URL('./page/', import.meta.url),
    }),
  );
  // With a second playground, use another port even if this one is free now: the first app may only be stopped for a
  // while.
  const isFirst = slack.url === addressOf(ports.page);
  const appPort = await freePort(isFirst ? ports.app : 0);
  slack.setAppUrl(addressOf(appPort));
  const stop = async () => {
    await app.stop();
    await slack.close();
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await app.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: slack.url, slack, sandbox, app, stop };
};

const addressOf = (port: number): string => `http://127.0.0.1:${port}`;

/** Another playground may take the port between the check and its use. */
async function onFreePort<T>(wanted: number, open: (port: number) => Promise<T>): Promise<T> {
  try {
    return await open(await freePort(wanted));
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    return open(await freePort(0));
  }
}
