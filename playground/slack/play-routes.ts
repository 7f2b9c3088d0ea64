import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Snapshot } from '../page/page-api.ts';
import { parseJson } from '../page/read-json.ts';
import type { AppSwitch } from './app-switch.ts';
import type { LocalSlack } from './local-slack-api.ts';
import type { Asked } from './serve-locally.ts';
import { SLACK_MISHAPS } from './slack-faults.ts';
import type { World } from './slack-world.ts';

export const PLAY_PATH = '/_play/';

/** Drops undefined keys. */
const compact = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

const filledSchema = z.record(
  z.string(),
  z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), z.null()])),
);
const sourceSchema = z.union([
  z.object({ channel: z.string(), ts: z.string() }),
  z.object({ viewId: z.string() }),
]);
const as = z.string();

const randomSchema = z
  .object({
    seed: z.number().int(),
    rate: z.number().min(0).max(1),
    kinds: z.array(z.enum(SLACK_MISHAPS)).optional(),
    methods: z.array(z.string()).optional(),
    retryAfter: z.number().int().nonnegative().optional(),
    delayMs: z.number().int().positive().max(60_000).optional(),
  })
  .transform(compact);

const schemas = {
  command: z.object({ as, channel: z.string(), command: z.string(), text: z.string() }),
  shortcut: z.object({
    as,
    callbackId: z.string(),
    message: z.object({ channel: z.string(), ts: z.string() }).nullable(),
  }),
  message: z.object({ as, channel: z.string(), text: z.string(), threadTs: z.string().optional() }),
  action: z.object({
    as,
    source: sourceSchema,
    blockId: z.string(),
    actionId: z.string(),
    chosen: z.union([z.string(), z.number(), z.array(z.string()), z.null()]).optional(),
    filled: filledSchema.optional(),
  }),
  submit: z.object({ as, viewId: z.string(), filled: filledSchema }),
  give: z.object({ as, name: z.string().min(1), base64: z.base64() }),
  close: z.object({ as, viewId: z.string(), all: z.boolean().optional() }),
  options: z.object({
    as,
    source: sourceSchema,
    blockId: z.string(),
    actionId: z.string(),
    query: z.string(),
  }),
  home: z.object({ as, tab: z.enum(['home', 'messages']).optional() }),
  membership: z.object({ as, channel: z.string(), botIsMember: z.boolean() }),
  behaviours: z.object({ name: z.string(), answer: z.string() }),
  app: z.object({ act: z.enum(['start', 'stop', 'kill']) }),
  fault: z.object({
    method: z.string().optional(),
    error: z.string().optional(),
    status: z.number().int().optional(),
    retryAfter: z.number().optional(),
    delayMs: z.number().max(60_000).optional(),
    afterWork: z.boolean().optional(),
    dropBeforeWork: z.boolean().optional(),
    dropAfterWork: z.boolean().optional(),
    channel: z.string().optional(),
    closedWhileIdle: z.boolean().optional(),
    random: randomSchema.optional(),
    times: z.number().int().positive().optional(),
  }),
};

/** The page's routes under `/_play/`. */
export const createPlayRoutes = ({
  slack,
  world,
  appSwitch,
  snapshot,
}: {
  slack: LocalSlack;
  world: World;
  appSwitch: AppSwitch;
  snapshot: (look: { as: string; since: number }) => Snapshot;
}) => {
  const acts: Record<string, (body: unknown) => Promise<unknown>> = {
    command: async (body) => {
      const post = schemas.command.parse(body);
      return slack.command(post.as, post.channel, post.command, post.text);
    },
    shortcut: async (body) => {
      const post = schemas.shortcut.parse(body);
      return slack.shortcut(post.as, post.callbackId, post.message ?? undefined);
    },
    message: async (body) => {
      const post = schemas.message.parse(body);
      return slack.message(post.as, post.channel, post.text, post.threadTs);
    },
    action: async (body) => {
      const { as: who, source, ...click } = schemas.action.parse(body);
      return slack.click(who, source, compact(click));
    },
    submit: async (body) => {
      const post = schemas.submit.parse(body);
      return slack.submit(post.as, post.viewId, post.filled);
    },
    give: async (body) => {
      const post = schemas.give.parse(body);
      return { id: slack.giveFile(post.as, { name: post.name, bytes: Buffer.from(post.base64, 'base64') }) };
    },
    close: async (body) => {
      const post = schemas.close.parse(body);
      return slack.closeView(post.as, post.viewId, post.all);
    },
    options: async (body) => {
      const post = schemas.options.parse(body);
      return slack.options(post.as, post.source, post.blockId, post.actionId, post.query);
    },
    home: async (body) => {
      const post = schemas.home.parse(body);
      return slack.openHome(post.as, post.tab);
    },
    membership: async (body) => {
      const post = schemas.membership.parse(body);
      return world.workspace.setMembership(post.channel, post.botIsMember)
        ? { ok: true }
        : { ok: false, problem: 'The app can be invited to channels only.' };
    },
    app: async (body) => appSwitch.act(schemas.app.parse(body).act),
    behaviours: async (body) => {
      const { name, answer } = schemas.behaviours.parse(body);
      return slack.behaviours.setByName(name, answer)
        ? slack.behaviours.list()
        : { ok: false, problem: `There is no answer ${answer} to ${name}.` };
    },
    faults: async (body) => {
      slack.faults.add(compact(schemas.fault.parse(body)));
      return slack.faults.list();
    },
  };

  const stream = (response: ServerResponse, look: { as: string; since: number }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    let isQueued = false;
    const send = () => {
      isQueued = false;
      if (response.destroyed) return;
      response.write(`event: changed\ndata: ${JSON.stringify(snapshot(look))}\n\n`);
    };
    // Several changes in one tick make one snapshot.
    const stop = world.changes.onChange(() => {
      if (isQueued) return;
      isQueued = true;
      setImmediate(send);
    });
    response.once('close', stop);
    send();
  };

  return async ({ request, response, path, body, query }: Asked): Promise<void> => {
    const name = path.slice(PLAY_PATH.length);
    const answer = (value: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(value));
    };
    // Without `since`, the page has just been loaded.
    const look = {
      as: query.get('as') ?? '',
      since: Number(query.get('since') ?? world.changes.version()),
    };
    if (request.method === 'GET') {
      if (name === 'snapshot') return answer(snapshot(look));
      if (name === 'stream') return stream(response, look);
      if (name === 'exchanges') {
        return answer(world.journal.exchanges(Number(query.get('after') ?? 0)));
      }
      if (name === 'faults') return answer(slack.faults.list());
      if (name === 'behaviours') return answer(slack.behaviours.list());
    }
    if (request.method === 'DELETE' && name === 'faults') {
      slack.faults.clear();
      return answer([]);
    }
    const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
    if (request.method !== 'POST' || !act) return answer({ ok: false, problem: 'no such route' }, 404);
    // A form on another site could post here, but not JSON.
    if (!request.headers['content-type']?.startsWith('application/json')) {
      return answer({ ok: false, problem: 'JSON is needed' }, 415);
    }
    try {
      answer(await act(parseJson(body.toString('utf8'))));
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      answer(
        { ok: false, problem: `The request is not of the right form: ${error.issues[0]?.message}` },
        400,
      );
    }
  };
};
