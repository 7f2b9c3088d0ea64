import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { LoadTeam, Standing } from './load-team.ts';

export interface Ack {
  kind: 'command' | 'submission' | 'action';
  standing: Standing;
  /** From the first byte sent to the last byte read. */
  ms: number;
  /** 0: no answer. */
  status: number;
  text: string;
}

export interface SpeakToApp {
  say(kind: Ack['kind'], team: LoadTeam, form: Record<string, string>): Promise<Ack>;
  acks: readonly Ack[];
  close(): void;
}

/** Longer than Slack's three seconds, so that a late answer is measured and not only missed. */
const PATIENCE_MS = 15_000;

/** Signed requests over kept-alive connections, as Slack sends them. */
export const createSpeakToApp = (options: {
  url: string;
  signingSecret: string;
  patienceMs?: number | undefined;
}): SpeakToApp => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const acks: Ack[] = [];

  const send = (body: string, isSecond = false): Promise<{ status: number; text: string }> =>
    new Promise((resolve) => {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const mac = createHmac('sha256', options.signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
      const call = request(`${options.url}/slack/events`, {
        method: 'POST',
        agent,
        timeout: options.patienceMs ?? PATIENCE_MS,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': `v0=${mac}`,
        },
      });
      const fail = () => resolve({ status: 0, text: '' });
      call.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      call.on('timeout', () => call.destroy());
      call.on('error', () => {
        // The app closed an idle connection just as it was used: it read nothing.
        if (call.reusedSocket && !isSecond) resolve(send(body, true));
        else fail();
      });
      call.end(body);
    });

  return {
    acks,
    say: async (kind, { standing }, form) => {
      const startedAt = performance.now();
      const answer = await send(new URLSearchParams(form).toString());
      const ack = { kind, standing, ms: performance.now() - startedAt, ...answer };
      // The text is only for the caller: of thousands of answers only the figures are kept.
      acks.push({ ...ack, text: '' });
      return ack;
    },
    close: () => agent.destroy(),
  };
};
