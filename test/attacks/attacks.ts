import { connect, type Socket } from 'node:net';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import type { AttackedApp } from './attacked-app.ts';

/** Reconnects after an answer or a closed connection. */
const COMES_AGAIN_MS = 1_000;

/**
 * Opens many connections. Each sends its headers and then a piece of its body every `everyMs` until the server ends
 * it, and reconnects when it is turned away.
 */
const sendStrangers = (options: {
  port: number;
  count: number;
  headOf: (number: number) => string;
  piece: string;
  everyMs: number;
}): { end(): void } => {
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let isOver = false;

  const come = (number: number): void => {
    if (isOver) return;
    const socket = connect(options.port, '127.0.0.1');
    sockets.add(socket);
    const sending = setInterval(() => {
      // Unread responses must not accumulate here either.
      if (socket.writableLength === 0) socket.write(options.piece);
    }, options.everyMs);
    timers.add(sending);
    socket.on('data', () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(sending);
      timers.delete(sending);
      sockets.delete(socket);
      setTimeout(come, COMES_AGAIN_MS, number).unref();
    });
    socket.write(options.headOf(number));
  };
  for (let number = 0; number < options.count; number += 1) come(number);

  return {
    end: () => {
      isOver = true;
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
};

export interface Attack {
  name: string;
  /** Runs until `end` is called. */
  begin(app: AttackedApp): { end(): Promise<void> | void };
}

const BODY = 64 * 1024;

/** Repeats the same request, with this many in parallel. */
const repeat = (rows: number, send: () => Promise<unknown>): { end(): Promise<void> } => {
  let isOver = false;
  const working = Array.from({ length: rows }, async () => {
    while (!isOver) await send().catch(() => undefined);
  });
  return {
    end: async () => {
      isOver = true;
      await Promise.all(working);
    },
  };
};

const post = async (url: string, body: string): Promise<void> => {
  const answer = await fetch(url, { method: 'POST', body });
  await answer.arrayBuffer();
};

const writeHead = (path: string, ...headers: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: paylink', ...headers, '', ''].join('\r\n');

/** Looks like a signature but is not one. */
const forgedHeaders = (): string[] => [
  `X-Slack-Request-Timestamp: ${Math.floor(Date.now() / 1000)}`,
  `X-Slack-Signature: v0=${'a'.repeat(64)}`,
];

export const ATTACKS: readonly Attack[] = [
  {
    name: '64 KB of digits to any callback address',
    begin: ({ url }) => {
      const body = `${'1'.repeat(BODY - 1)}e`;
      return repeat(2, () => post(`${url}/callbacks/anything`, body));
    },
  },
  {
    name: '64 KB of digits, quotes and braces to a callback address that leaked',
    begin: ({ url, tokens }) => {
      const [token = ''] = tokens;
      const bodies = ['1', '\\"', '{"a":', ' ', '[1,'].map((piece) => piece.repeat(BODY / piece.length));
      let sent = 0;
      return repeat(2, () => {
        sent += 1;
        const body = `${sent}${bodies[sent % bodies.length] ?? ''}`.slice(0, BODY - 1);
        return post(`${url}/callbacks/${token}`, `${body}e`);
      });
    },
  },
  {
    name: '300 slow strangers at callback addresses',
    begin: ({ port }) =>
      sendStrangers({
        port,
        count: 300,
        headOf: (number) => writeHead(`/callbacks/guess-${number}`, `Content-Length: ${BODY}`),
        piece: 'x',
        everyMs: 250,
      }),
  },
  {
    name: '200 slow bodies of 4 MiB to /slack/events, unsigned',
    begin: ({ port }) =>
      sendStrangers({
        port,
        count: 200,
        headOf: () => writeHead('/slack/events', 'Transfer-Encoding: chunked'),
        piece: `10000\r\n${'x'.repeat(0x10000)}\r\n`,
        everyMs: 100,
      }),
  },
  {
    name: '200 slow bodies to /slack/events, with forged signatures',
    begin: ({ port }) =>
      sendStrangers({
        port,
        count: 200,
        headOf: () => writeHead('/slack/events', ...forgedHeaders(), 'Transfer-Encoding: chunked'),
        piece: `4000\r\n${'x'.repeat(0x4000)}\r\n`,
        everyMs: 150,
      }),
  },
  {
    name: 'a flood of /slack/install',
    begin: ({ url }) =>
      repeat(4, async () => {
        await (await fetch(`${url}/slack/install`, { redirect: 'manual' })).arrayBuffer();
      }),
  },
  {
    name: '/paylink audit with 4,000 characters',
    begin: ({ slack }) => {
      const words = `audit ${'last '.repeat(800)}`.slice(0, 4_000);
      return repeat(1, () => slack.command(SARA, FRONT_DESK, '/paylink', words));
    },
  },
];
