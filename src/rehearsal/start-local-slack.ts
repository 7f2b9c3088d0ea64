import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { FolderError } from './recording.ts';
import type { ReplayPlace } from './replay.ts';

/** A replay takes seconds in place of minutes. */
const SPEED = 40;

const placeSchema = z.object({
  apiUrl: z.string(),
  botToken: z.string(),
  channel: z.string(),
  person: z.string(),
  otherChannel: z.string(),
  startedAt: z.number(),
});

interface LocalSlackProcess {
  place: ReplayPlace;
  /** Runs as fast as that Slack's. */
  clock: Clock;
  stop(): void;
}

/** In a process of its own: the app knows nothing of the playground, and its image has none. */
export const startLocalSlack = async (): Promise<LocalSlackProcess> => {
  const built = import.meta.url.endsWith('.js') ? 'js' : 'ts';
  const path = fileURLToPath(new URL(`../../playground/serve-slack.${built}`, import.meta.url));
  if (!existsSync(path))
    throw new FolderError('The local Slack is not in this build: replay in the repository, after npm ci.');
  const child = spawn(process.execPath, [path, String(SPEED)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const { startedAt, ...place } = placeSchema.parse(JSON.parse(line));
    const clock: Clock = {
      now: () => startedAt + (Date.now() - startedAt) * SPEED,
      sleep: (ms) => delay(Math.ceil(ms / SPEED)),
    };
    return { place, clock, stop: () => child.stdin.end() };
  }
  throw new FolderError('The local Slack did not start.');
};
