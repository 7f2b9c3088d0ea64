import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalSlack, type LocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { createIds, hashToken } from '../../src/ids.ts';
import { openStore } from '../../src/open-store.ts';
import { openSqlite } from '../../src/store/engine/open-sqlite.ts';
import { createInstallationStore } from '../../src/tenancy/installation-store.ts';
import { createInstallations } from '../../src/tenancy/installations.ts';
import { createSealer } from '../../src/tenancy/sealer.ts';
import { createAppProcess } from '../../tools/app-process.ts';
import { buildBenchLink } from '../../tools/bench/bench-link.ts';
import { freePort } from '../../tools/free-port.ts';
import { SANDBOX_CREDENTIALS } from '../../tools/sandbox/sandbox-service.ts';

export interface AttackedApp {
  url: string;
  port: number;
  slack: LocalSlack;
  /** Of unpaid links. */
  tokens: readonly string[];
  stop(): Promise<void>;
}

/** Nothing listens there: the payment service is not measured. */
const NOWHERE = 'http://127.0.0.1:9/api';

/** The app in its own process, in OAuth mode so that every route exists; one workspace has installed it. */
export const startAttackedApp = async ({
  entry,
  links,
}: {
  /** Path of the compiled app. */
  entry: string;
  /** Number of links; each gets one callback. */
  links: number;
}): Promise<AttackedApp> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-attacked-'));
  const slack = await createLocalSlack({ allowance: Number.POSITIVE_INFINITY });
  const encryptionKey = randomBytes(32);
  await install(dataDir, slack, encryptionKey);
  const tokens = await openLinks({ dataDir, teamId: slack.team.id, links });
  const port = await freePort(0);
  const url = `http://127.0.0.1:${port}`;
  const app = createAppProcess(
    {
      PORT: String(port),
      PUBLIC_URL: url,
      SLACK_API_URL: slack.apiUrl,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_CLIENT_ID: '1.1',
      SLACK_CLIENT_SECRET: randomBytes(16).toString('hex'),
      SLACK_STATE_SECRET: randomBytes(32).toString('base64'),
      ENCRYPTION_KEY: encryptionKey.toString('base64'),
      PAYLINK_BASE_URL: NOWHERE,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
    },
    () => {},
    entry,
  );
  slack.setAppUrl(url);
  const stop = async () => {
    await app.stop('SIGKILL');
    await slack.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  await app.start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, port, slack, tokens, stop };
};

/** As if the workspace had installed the app and entered its credentials. */
async function install(dataDir: string, slack: LocalSlack, encryptionKey: Buffer): Promise<void> {
  const database = await openSqlite(dataDir);
  const installations = createInstallations({
    store: createInstallationStore(database),
    sealer: createSealer([encryptionKey]),
    clock: { now: Date.now },
  });
  const teamId = slack.team.id;
  await installations.save({
    teamId,
    name: 'Attacked',
    appId: 'A0ATTACKED',
    botUserId: slack.team.ids.botUser,
    scopes: ['chat:write', 'commands', 'files:write'],
    botToken: slack.botToken,
    installedBy: SARA,
  });
  await installations.setCredentials(teamId, SANDBOX_CREDENTIALS);
  await database.close();
}

async function openLinks({
  dataDir,
  teamId,
  links,
}: {
  dataDir: string;
  teamId: string;
  links: number;
}): Promise<string[]> {
  const store = await openStore({ dataDir });
  const ids = createIds(undefined, await store.identity.read());
  const at = Date.now();
  const tokens: string[] = [];
  for (let number = 0; number < links; number += 1) {
    const id = ids.link();
    const token = ids.callbackToken(id);
    await store.links.reserve(
      buildBenchLink({
        id,
        nonce: ids.nonce(),
        teamId,
        channelId: 'C0ATTACKED',
        creatorId: SARA,
        creatorName: 'sara',
        invoiceId: `ATTACKED-${number}`,
        callbackTokenHash: hashToken(token),
        expiresAt: at + 86_400_000,
        at,
      }),
    );
    await store.links.move({ id, to: 'open', at, cause: 'answered' });
    tokens.push(token);
  }
  await store.close();
  return tokens;
}
