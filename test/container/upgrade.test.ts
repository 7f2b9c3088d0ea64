// @module-tag first
// @module-tag long

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK } from '../../packages/local-slack/src/people-and-places.ts';
import { readManifest } from '../../packages/local-slack/src/read-manifest.ts';
import { buildAppEnvironment, createAppProcess } from '../../tools/app-process.ts';
import { openBenchSchema } from '../../tools/bench/callback-place.ts';
import { createSandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { fillLinkForm, openForm, submitForm } from '../fixtures/link-form.ts';
import { ownPort } from '../fixtures/own-port.ts';
import type { Scene } from '../fixtures/start-paylink.ts';
import { buildCommit, findCommitBefore } from './commit-before.ts';
import { ROOT } from './read-dockerfile.ts';

const MINUTE = 60_000;
const scratch = mkdtempSync(join(inject('diskFolder'), 'paylink-upgrade-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A link is made by the one and paid with the other, as on the day of an upgrade. */
const upgrade = async (versions: { before: string; now: string }, place: Record<string, string>) => {
  const sandbox = await createSandboxService({ history: 'none' });
  const slack = await createLocalSlack({ manifest: readManifest(manifest).features });
  const port = await ownPort();
  const url = `http://127.0.0.1:${port}`;
  slack.setAppUrl(url);
  const env = { PORT: String(port), PUBLIC_URL: url, ...buildAppEnvironment({ slack, sandbox }), ...place };
  const [before, now] = [versions.before, versions.now].map((entry) =>
    createAppProcess(env, () => {}, entry),
  );
  const scene = { slack, sandbox } as Scene;
  const hasCard = (words: RegExp) =>
    slack.until(() => slack.messages(FRONT_DESK).some((message) => words.test(message.text)), MINUTE);
  try {
    await before?.start();
    await submitForm(scene, await openForm(scene), fillLinkForm());
    await hasCard(/Waiting/);
    await before?.stop();
    // Until 1.0.0, other tables are refused, and the version that made them goes on.
    const refusal = await now?.start().then(
      () => null,
      (error: unknown) => String(error),
    );
    if (typeof refusal === 'string') {
      expect(refusal).toContain('the tables of this database are those of another version');
      await before?.start();
    }
    const [link] = sandbox.links();
    await sandbox.pay(link?.orderId ?? '', { callback: true });
    await hasCard(/Paid/);
    expect(sandbox.links()).toHaveLength(1);
  } finally {
    await before?.stop('SIGKILL');
    await now?.stop('SIGKILL');
    await slack.close();
    await sandbox.close();
  }
};

const commitBefore = findCommitBefore();

test.skipIf(commitBefore === null)(
  'what the commit before wrote is continued by this one, or refused and left to that one, on both databases',
  async () => {
    const before = buildCommit(commitBefore ?? '', join(scratch, 'before'));
    const versions = { before, now: `${ROOT}dist/paylink/index.js` };
    await upgrade(versions, { DATA_DIR: join(scratch, 'data') });
    const schema = await openBenchSchema(process.env, 'upgrade');
    if (schema === null) return;
    try {
      await upgrade(versions, { DATABASE_URL: schema.databaseUrl });
    } finally {
      await schema.drop();
    }
  },
  10 * MINUTE,
);
