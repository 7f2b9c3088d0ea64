import { type Received, startReceiver } from '../../../../test/tools/start-receiver.ts';
import type { LocalSlack } from '../../src/local-slack.ts';
import type { Snapshot } from '../../src/page/page-api.ts';
import { type JsonRecord, parseJson, readRecord, readText } from '../../src/page/read-json.ts';
import { FRONT_DESK, SARA } from '../../src/people-and-places.ts';

interface Called {
  apiUrl: string;
  botToken?: string;
}

/** Calls as an app does, without a library that retries. `given`: default is the token of the local Slack's app. */
export const createClient = (slack: Called, given?: string) => {
  /** Slack's answer, with `status` where it is not 200, and `retryAfter` where Slack asks to wait. */
  const call = async (method: string, args: object = {}): Promise<JsonRecord> => {
    const token = given ?? slack.botToken ?? '';
    const answer = await fetch(`${slack.apiUrl}${method}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(args),
    });
    const wait = answer.headers.get('retry-after');
    return {
      ...readRecord(parseJson(await answer.text())),
      ...(answer.status === 200 ? {} : { status: answer.status }),
      ...(wait === null ? {} : { retryAfter: Number(wait) }),
    };
  };
  return {
    call,
    /** The code with which Slack refuses a call, or `ok`. */
    code: async (method: string, args: object = {}): Promise<unknown> => {
      const { ok, error } = await call(method, args);
      return ok === true ? 'ok' : error;
    },
    /** Posts at the front desk, unless told otherwise; returns the message’s `ts`. */
    post: async (args: object = {}): Promise<string> => {
      const answer = await call('chat.postMessage', { channel: FRONT_DESK, text: 'x', ...args });
      if (answer['ok'] !== true) throw new Error(`Slack refused the post: ${JSON.stringify(answer)}`);
      return readText(answer['ts']);
    },
  };
};

export type Client = ReturnType<typeof createClient>;

/** What Slack sent to the app last, or the app to Slack. */
export const latestRequest = (slack: Pick<LocalSlack, 'exchanges'>): JsonRecord =>
  readRecord(slack.exchanges().at(-1)?.request);

/** What Slack sends for a command that the app does not answer. */
export const typeCommand = async (
  slack: Pick<LocalSlack, 'command' | 'exchanges'>,
  as: string = SARA,
  channel: string = FRONT_DESK,
) => {
  await slack.command(as, channel, '/order');
  const payload = latestRequest(slack);
  return {
    payload,
    trigger_id: readText(payload['trigger_id']),
    responseUrl: readText(payload['response_url']),
  };
};

/** Slack's answer to a view that the app opens for this person. */
export const openView = async (slack: LocalSlack, view: object, as: string = SARA): Promise<JsonRecord> => {
  const { trigger_id } = await typeCommand(slack, as);
  return createClient(slack).call('views.open', { trigger_id, view });
};

export interface Sent extends Received {
  /** The payload of an event, a command or an interaction. */
  payload: JsonRecord;
}

const readPayload = (body: string): JsonRecord => {
  if (body.startsWith('{')) return readRecord(parseJson(body));
  const form = new URLSearchParams(body);
  return readRecord(parseJson(form.get('payload') ?? '') ?? Object.fromEntries(form));
};

/** An app without a library: it keeps what Slack sends, and answers as `answer` says; else with an empty 200. */
export const startApp = async (slack: { setAppUrl(url: string): void }) => {
  const sent: Sent[] = [];
  const app = {
    sent,
    payloads: (): JsonRecord[] => sent.map(({ payload }) => payload),
    /** The status of a refusal, or the body of an answer. */
    answer: (_payload: JsonRecord): unknown => '',
  };
  const receiver = await startReceiver(async (_count, received) => {
    const payload = readPayload(received.body);
    sent.push({ ...received, payload });
    const answer = await app.answer(payload);
    return typeof answer === 'number' ? { status: answer } : { status: 200, body: answer };
  });
  slack.setAppUrl(receiver.url);
  return Object.assign(app, { url: receiver.url, close: receiver.close });
};

export type App = Awaited<ReturnType<typeof startApp>>;

/** Posts to one of the page's routes. */
export const play = (
  { url }: { url: string },
  route: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/_play/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** What one person's page shows; without `since`, after a reload. */
export const snapshotOf = async ({ url }: { url: string }, as: string, since?: number): Promise<Snapshot> =>
  (await (
    await fetch(`${url}/_play/snapshot?as=${as}${since === undefined ? '' : `&since=${since}`}`)
  ).json()) as Snapshot;
