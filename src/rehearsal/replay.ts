import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { drawSample, SAMPLE_FILE } from '../delivery/pictures/draw-qr.ts';
import { RATE_LIMITED } from '../slack/slack-errors.ts';
import { FolderError, type RecordedCall } from './recording.ts';
import { isPlaceholder, makeUpId } from './redact.ts';
import { type CallResult, createSlackCaller, type Json, UPLOAD } from './slack-calls.ts';
import { readText } from './stage.ts';

interface ServedSample {
  publicUrl: string;
  close(): Promise<void>;
}

/** Serves the sample picture in place of the app's public address, for recordings that use it. */
export const serveSample = async (): Promise<ServedSample> => {
  const png = await drawSample();
  const server = createServer((request, response) => {
    if (request.url === `/pictures/${SAMPLE_FILE}`)
      response.writeHead(200, { 'content-type': 'image/png' }).end(png);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    publicUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** A replay takes seconds instead of minutes. */
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
  /** Runs at the local Slack's speed. */
  clock: Clock;
  stop(): void;
}

/** In a separate process: the app does not import the playground, and its image does not contain it. */
export const startLocalSlack = async (): Promise<LocalSlackProcess> => {
  const built = import.meta.url.endsWith('.js') ? 'js' : 'ts';
  const path = fileURLToPath(new URL(`../../playground/serve-slack.${built}`, import.meta.url));
  if (!existsSync(path))
    throw new FolderError('The local Slack is not in this build: replay in the repository, after npm ci.');
  // With nothing of this environment and folder, which may hold the settings of a Paylink in use.
  const cwd = mkdtempSync(join(tmpdir(), 'paylink-replay-'));
  const child = spawn(process.execPath, [path, String(SPEED)], {
    env: {},
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.once('exit', () => rmSync(cwd, { recursive: true, force: true }));
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

/** A path in an answer and its type: `message.blocks[].text.type (string)`. */
type Part = string;

interface Difference {
  call: RecordedCall;
  /** Null: the same outcome. */
  end: { recorded: string; now: string } | null;
  onlyRecorded: readonly Part[];
  onlyNow: readonly Part[];
}

/** How an answer differs in shape from the recorded one; null: not at all. */
const compareAnswers = (call: RecordedCall, now: CallResult): Difference | null => {
  const [recorded, live] = [outcomeOf(call), outcomeOf(now)];
  const [before, after] = [listParts(call.answer), listParts(now.answer)];
  const difference: Difference = {
    call,
    end: recorded === live ? null : { recorded, now: live },
    onlyRecorded: recorded === live ? [...before].filter((part) => !after.has(part)) : [],
    onlyNow: recorded === live ? [...after].filter((part) => !before.has(part)) : [],
  };
  return difference.end === null && difference.onlyRecorded.length + difference.onlyNow.length === 0
    ? null
    : difference;
};

const outcomeOf = ({ end, error }: Pick<CallResult, 'end' | 'error'>): string =>
  end === 'accepted' ? 'accepted' : (error ?? end);

function listParts(value: unknown, at = '', parts = new Set<Part>()): Set<Part> {
  if (Array.isArray(value)) for (const one of value) listParts(one, `${at}[]`, parts);
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      listParts(part, at === '' ? name : `${at}.${name}`, parts);
  else parts.add(`${at} (${value === null ? 'null' : typeof value})`);
  return parts;
}

const MOST_PARTS = 20;

/** Lists calls with a different outcome, then the differences in shape by method. */
export const buildComparison = (calls: number, differences: readonly Difference[]): string => {
  const ends = differences.flatMap(({ call, end }) =>
    end === null
      ? []
      : [`✗ ${call.method}, ${call.what}: recorded ${end.recorded}, the local Slack ${end.now}`],
  );
  const methods = [...new Set(differences.map(({ call }) => call.method))];
  const shapes = methods.flatMap((method) => {
    const among = differences.filter(({ call }) => call.method === method);
    return [
      ...describeParts(
        method,
        'only in the recording',
        among.map(({ onlyRecorded }) => onlyRecorded),
      ),
      ...describeParts(
        method,
        'only at the local Slack',
        among.map(({ onlyNow }) => onlyNow),
      ),
    ];
  });
  const last =
    differences.length === 0
      ? `${calls} calls, and the local Slack answers each as recorded.`
      : `${calls} calls: ${ends.length} with another result, ${differences.length - ends.length} with another shape of answer.`;
  return [...ends, ...shapes, last, ''].join('\n');
};

function describeParts(method: string, where: string, lists: (readonly Part[])[]): string[] {
  const counts = new Map<Part, number>();
  for (const part of lists.flat()) counts.set(part, (counts.get(part) ?? 0) + 1);
  if (counts.size === 0) return [];
  const parts = [...counts].map(([part, count]) => `${part} × ${count}`);
  const rest = parts.length - MOST_PARTS;
  return [
    `~ ${method}, ${where}: ${parts.slice(0, MOST_PARTS).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`,
  ];
}

interface ReplayPlace {
  apiUrl: string;
  botToken: string;
  /** Substitutes for the rehearsal's channels and person. */
  channel: string;
  person: string;
  otherChannel: string;
}

/**
 * Repeats recorded calls at another Slack. A placeholder gets the value from that Slack's answer where the recorded
 * answer first contained it.
 */
export const replay = async (
  calls: readonly RecordedCall[],
  { place, clock, signal }: { place: ReplayPlace; clock: Clock; signal: AbortSignal },
): Promise<Difference[]> => {
  const slack = createSlackCaller({ ...place, token: place.botToken, clock, waiting: () => signal });
  const sample = await serveSample();
  const known = new Map([
    ['{channel}', place.channel],
    ['{person}', place.person],
    ['{other-channel}', place.otherChannel],
    ['{public-url}', sample.publicUrl],
  ]);
  const differences: Difference[] = [];
  for (const call of calls) {
    if (signal.aborted) break;
    // Lost and rate-limited calls say nothing about Slack's answers.
    if (call.end === 'lost' || call.error === RATE_LIMITED) continue;
    if (call.pausedMs > 0) await clock.sleep(call.pausedMs, signal);
    const args = fill(call.request, known);
    const now =
      call.method === UPLOAD
        ? await slack.upload(readText(args['url']), Buffer.from(readText(args['bytes']), 'base64'))
        : await slack.call(call.method, args);
    learn(call.answer, now.answer, known);
    const difference = compareAnswers(call, now);
    if (difference !== null) differences.push(difference);
  }
  await sample.close();
  return differences;
};

function learn(recorded: unknown, now: unknown, known: Map<string, string>): void {
  if (typeof recorded === 'string') {
    if (isPlaceholder(recorded) && typeof now === 'string' && !known.has(recorded)) known.set(recorded, now);
  } else if (Array.isArray(recorded)) {
    if (Array.isArray(now)) for (const [at, one] of recorded.entries()) learn(one, now[at], known);
  } else if (typeof recorded === 'object' && recorded !== null && typeof now === 'object' && now !== null) {
    const live = new Map(Object.entries(now));
    for (const [name, part] of Object.entries(recorded)) learn(part, live.get(name), known);
  }
}

function fill(request: Json, known: ReadonlyMap<string, string>): Json {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replaceAll(/\{[a-z-]+(?:-\d+)?\}/g, (text) => known.get(text) ?? makeUpId(text));
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, walk(part)]));
  };
  return Object.fromEntries(Object.entries(request).map(([name, part]) => [name, walk(part)]));
}
