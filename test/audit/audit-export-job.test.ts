import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { createLocalSlack } from '../../playground/slack/local-slack.ts';
import { FATIMA, FATIMA_DM, TEAM } from '../../playground/slack/people-and-places.ts';
import type { App } from '../../src/app-parts.ts';
import { createAuditExportJob } from '../../src/audit/audit-export-job.ts';
import { createExportFiles } from '../../src/exports/export-files.ts';
import { createIds } from '../../src/ids.ts';
import { createLog } from '../../src/log.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';

test('a person who lost the permission gets no file, and a message that says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paylink-audit-'));
  const log = createLog('silent');
  const slack = await createLocalSlack({});
  const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, logger: createBoltLogger(log) });
  const asked: string[] = [];
  const run = createAuditExportJob(
    {
      audit: {
        all: () => {
          throw new Error('the trail was read');
        },
      },
      members: {
        may: async (...given: string[]) => {
          asked.push(given.join(' '));
          return false;
        },
      },
      exportFiles: createExportFiles({ folder, newToken: createIds().nonce }),
      timeZone: 'Asia/Dubai',
      log,
    } as unknown as App,
    client,
  );
  const question = { span: null, actorId: null, word: null, subject: null };
  const outcome = await run(
    {
      id: 'job_1',
      teamId: TEAM,
      kind: 'audit-export',
      lane: null,
      linkId: null,
      attempts: 3,
      lastError: null,
      unclearSince: null,
      token: 'token',
      takenOver: false,
      payload: { userId: FATIMA, question, askedAt: 1 },
      progress: null,
    },
    { signal: new AbortController().signal, saveProgress: async () => true, givenUp: null },
  );
  expect(outcome).toEqual({ outcome: 'failed', reason: 'no longer permitted' });
  expect(asked).toEqual([`${TEAM} ${FATIMA} read-audit`]);
  expect(slack.posts(FATIMA_DM).map(({ text }) => text)).toEqual([
    expect.stringContaining('your role no longer lets you read it'),
  ]);
  await slack.close();
  await rm(folder, { recursive: true });
});
