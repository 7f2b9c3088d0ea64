import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
const READY = /"port":(\d+).*"msg":"Paylink is ready"/;
const START_WITHIN_MS = 60_000;
/** A balancer's patience with an instance that holds a connection and says nothing. */
const PATIENCE_MS = 2_500;

/** One process of the app, which may be killed and started again. */
export interface Instance {
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<number | null>;
  pause(): void;
  resume(): void;
  port(): number | null;
  /** The last of what it said. */
  output(): string;
}

export const createInstance = (env: () => Record<string, string>): Instance => {
  let child: ChildProcess | null = null;
  let port: number | null = null;
  let output = '';
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const running = child;
    if (!running || running.exitCode !== null) return null;
    const ended = once(running, 'exit');
    port = null;
    running.kill(signal);
    const [code] = await ended;
    return typeof code === 'number' ? code : null;
  };
  return {
    start: () =>
      new Promise((resolve, reject) => {
        const started = spawn(process.execPath, [ENTRY], {
          env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env() },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        child = started;
        let said = '';
        const timer = setTimeout(() => reject(new Error(`not ready:\n${output}`)), START_WITHIN_MS);
        const listen = (chunk: Buffer) => {
          output = `${output}${chunk}`.slice(-20_000);
          if (port !== null || child !== started) return;
          said = `${said}${chunk}`;
          const ready = READY.exec(said);
          if (!ready) return;
          port = Number(ready[1]);
          clearTimeout(timer);
          resolve();
        };
        started.stdout.on('data', listen);
        started.stderr.on('data', listen);
        started.once('exit', (code, signal) => {
          clearTimeout(timer);
          if (child === started) port = null;
          reject(new Error(`ended with ${code ?? signal}:\n${output}`));
        });
      }),
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    port: () => port,
    output: () => output,
  };
};

/** One address for any number of instances: each request goes to the next one that is up. */
export const startBalancer = async (
  instances: () => Instance[],
): Promise<{ url: string; close(): Promise<void> }> => {
  let turn = 0;
  const server: Server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const ports = instances().flatMap((instance) => instance.port() ?? []);
      turn += 1;
      const fail = () => {
        if (!outgoing.headersSent) outgoing.writeHead(502);
        outgoing.end();
      };
      const port = ports[turn % Math.max(1, ports.length)];
      if (port === undefined) return fail();
      const { method, url, headers } = incoming;
      const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.on('error', fail);
      });
      onward.setTimeout(PATIENCE_MS, () => onward.destroy());
      onward.on('error', fail);
      onward.end(Buffer.concat(chunks));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
