import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { isRecord, type JsonRecord, parseJson, readText } from '../page/read-json.ts';
import { type AppAnswer, type AppPost, type SendOverSocket, silence } from '../post-to-app.ts';
import { fail } from '../web-api/method.ts';

const PATH = '/link/';
/** Slack's limit for one app. */
const MOST_CONNECTIONS = 10;
/** Clients treat a connection without pings as dead, most after 30 s. */
const PING_MS = 5_000;

export interface SocketHub {
  /** `apps.connections.open`. */
  connect(token: string | undefined): JsonRecord;
  send: SendOverSocket;
  /** Sends this text over every open socket, whatever it is. */
  sendText(text: string): void;
  /** Number of open sockets that accept envelopes. */
  count(): number;
  /** Asks every open socket to reconnect, as Slack does every few hours; old ones still accept acks. */
  refresh(): void;
  /** Drops every socket without a close frame. */
  drop(): void;
  attach(server: Server): void;
  close(): void;
}

interface HubDeps {
  appId: string;
  /** Null: the app has no such token. */
  appToken: string | null;
  baseUrl: () => string;
  secret: () => string;
  changed: () => void;
}

const buildEnvelope = (id: string, { kind, shown, retry }: AppPost): JsonRecord => ({
  envelope_id: id,
  type: kind,
  payload: shown,
  accepts_response_payload: kind !== 'events_api',
  ...(kind === 'events_api' ? { retry_attempt: retry?.num ?? 0, retry_reason: retry?.reason ?? '' } : {}),
});

const toAnswer = (payload: unknown): AppAnswer =>
  payload === undefined || payload === null || (isRecord(payload) && Object.keys(payload).length === 0)
    ? { ...silence, status: 200 }
    : {
        ...silence,
        status: 200,
        json: payload,
        text: typeof payload === 'string' ? payload : JSON.stringify(payload),
      };

/** Socket Mode: the app connects and receives over sockets what would otherwise be posted. */
export const createSocketHub = ({ appId, appToken, baseUrl, secret, changed }: HubDeps): SocketHub => {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  let open: WebSocket[] = [];
  let next = 0;
  const waiting = new Map<string, (answer: AppAnswer) => void>();

  const say = (socket: WebSocket, what: JsonRecord): void => socket.send(JSON.stringify(what));
  const leave = (socket: WebSocket): void => {
    open = open.filter((one) => one !== socket);
    changed();
  };
  const hear = (data: string): void => {
    const said = parseJson(data);
    if (!isRecord(said)) return;
    waiting.get(readText(said['envelope_id']))?.(toAnswer(said['payload']));
  };
  const welcome = (socket: WebSocket): void => {
    if (open.length >= MOST_CONNECTIONS) {
      say(socket, { type: 'disconnect', reason: 'too_many_websockets' });
      socket.close();
      return;
    }
    socket.on('message', (data) => hear(String(data)));
    socket.on('close', () => leave(socket));
    // Its close follows.
    socket.on('error', () => {});
    open.push(socket);
    say(socket, {
      type: 'hello',
      num_connections: open.length,
      debug_info: { host: 'local', approximate_connection_time: 18_060 },
      connection_info: { app_id: appId },
    });
    changed();
  };
  const pings = setInterval(() => {
    for (const socket of server.clients) socket.ping();
  }, PING_MS);
  pings.unref();

  return {
    connect(token) {
      if (token === undefined) return fail('not_authed');
      if (token.startsWith('xoxb-')) return fail('not_allowed_token_type');
      if (appToken === null || token !== appToken) return fail('invalid_auth');
      const ticket = secret();
      tickets.add(ticket);
      return { ok: true, url: `${baseUrl().replace('http', 'ws')}${PATH}?ticket=${ticket}&app_id=${appId}` };
    },
    send(post, withinMs) {
      // One that has sent its close frame takes no more, though its connection still lasts.
      const taking = open.filter(({ readyState, OPEN }) => readyState === OPEN);
      const socket = taking[next % taking.length];
      if (socket === undefined) return null;
      next += 1;
      const id = secret();
      return new Promise((resolve) => {
        const settle = (answer: AppAnswer): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(answer);
        };
        const timer = setTimeout(() => settle(silence), withinMs);
        waiting.set(id, settle);
        say(socket, buildEnvelope(id, post));
      });
    },
    sendText(text) {
      for (const socket of open) socket.send(text);
    },
    count: () => open.length,
    refresh() {
      const leaving = open;
      open = [];
      for (const socket of leaving)
        say(socket, { type: 'disconnect', reason: 'refresh_requested', debug_info: { host: 'local' } });
      changed();
    },
    drop() {
      for (const socket of server.clients) socket.terminate();
    },
    attach(http) {
      http.on('upgrade', (request, socket, head) => {
        const url = new URL(request.url ?? '/', baseUrl());
        const ticket = url.searchParams.get('ticket') ?? '';
        if (url.pathname !== PATH || !tickets.delete(ticket)) {
          socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n');
          return;
        }
        server.handleUpgrade(request, socket, head, welcome);
      });
    },
    close() {
      clearInterval(pings);
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
};
