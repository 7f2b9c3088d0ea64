import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceLink } from './lean-service.ts';

export interface Flood {
  /** Starts calling its callback address. */
  onMade(link: ServiceLink): void;
  start(): void;
  /** Waits for outstanding answers. */
  stop(): Promise<void>;
  /** Answers by status; 0: no answer. */
  answers(): Record<string, number>;
}

const TICK_MS = 20;
/** Limit of requests in flight: beyond it the app is not called faster than it answers. */
const MOST_UNDER_WAY = 200;
const ANSWERED_WITHIN_MS = 15_000;

/**
 * Calls the callback addresses of the flooded workspace, each time with a new payload, alternating with unknown
 * tokens.
 */
export const createFlood = ({ appUrl, perSecond }: { appUrl: string; perSecond: number }): Flood => {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_UNDER_WAY });
  const addresses: string[] = [];
  const answers = new Map<number, number>();
  let underWay = 0;
  let sent = 0;
  let isOver = false;
  let running: Promise<void> | null = null;

  const end = (status: number): void => {
    underWay -= 1;
    answers.set(status, (answers.get(status) ?? 0) + 1);
  };

  const send = (): void => {
    sent += 1;
    const own = addresses[Math.floor(sent / 2) % Math.max(1, addresses.length)];
    const address =
      sent % 2 === 0 && own ? own : `${appUrl}/callbacks/${randomBytes(32).toString('base64url')}`;
    const body = JSON.stringify({ status: 'PROCESSING', attempt: sent });
    underWay += 1;
    const call = request(address, {
      method: 'POST',
      agent,
      timeout: ANSWERED_WITHIN_MS,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    call.on('response', (response) => {
      response.resume().on('end', () => end(response.statusCode ?? 0));
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => end(0));
    call.end(body);
  };

  const run = async (): Promise<void> => {
    const startedAt = performance.now();
    let due = 0;
    while (!isOver) {
      const now = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
      for (; due < now; due += 1) if (underWay < MOST_UNDER_WAY) send();
      await delay(TICK_MS);
    }
  };

  return {
    onMade: ({ team, callbackUrl }) => {
      if (team.standing === 'flooded' && callbackUrl !== null) addresses.push(callbackUrl);
    },
    start: () => {
      running = run();
    },
    stop: async () => {
      isOver = true;
      await running;
      while (underWay > 0) await delay(TICK_MS);
      agent.destroy();
    },
    answers: () => Object.fromEntries(answers),
  };
};
