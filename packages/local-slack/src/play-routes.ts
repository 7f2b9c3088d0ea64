import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { AppSwitch } from './app-switch.ts';
import type { LocalSlack } from './local-slack-api.ts';
import { type Posts, posts, type Snapshot } from './page/page-api.ts';
import { parseJson } from './page/read-json.ts';
import type { LocalRequest } from './serve-locally.ts';
import type { World } from './slack-world.ts';
import { readTypedValues } from './workflows/parameters.ts';

export const PLAY_PATH = '/_play/';

const isPost = (name: string): name is keyof Posts => Object.hasOwn(posts, name);

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
  const acts: { [Name in keyof Posts]: (post: Posts[Name]) => unknown } = {
    command: ({ as, channel, command, text }) => slack.command(as, channel, command, text),
    shortcut: ({ as, callbackId, message }) => slack.shortcut(as, callbackId, message ?? undefined),
    message: ({ as, channel, text, threadTs }) => slack.message(as, channel, text, threadTs),
    otherApp: ({ channel, ...message }) => slack.postAsOtherApp(channel, message),
    action: ({ as, source, ...click }) => slack.click(as, source, click),
    submit: ({ as, viewId, filled }) => slack.submit(as, viewId, filled),
    give: ({ as, name, base64 }) => ({
      id: slack.giveFile(as, { name, bytes: Buffer.from(base64, 'base64') }),
    }),
    close: ({ as, viewId, filled }) => slack.closeView(as, viewId, false, filled),
    options: ({ as, source, blockId, actionId, query }) =>
      slack.options(as, source, blockId, actionId, query),
    run: ({ callbackId, inputs }) => {
      const step = world.steps.find((one) => one.callbackId === callbackId);
      return slack.runStep(callbackId, readTypedValues(step?.inputs ?? [], inputs));
    },
    home: ({ as, tab }) => slack.openHome(as, tab),
    membership: ({ channel, botIsMember }) =>
      world.workspace.setMembership(channel, botIsMember)
        ? { ok: true }
        : { ok: false, problem: 'The app can be invited to channels only.' },
    app: ({ act }) => appSwitch.act(act),
    behaviours: ({ name, answer }) =>
      slack.behaviours.setByName(name, answer)
        ? slack.behaviours.list()
        : { ok: false, problem: `There is no answer ${answer} to ${name}.` },
    faults: (fault) => {
      slack.faults.add(fault);
      return slack.faults.list();
    },
  };
  const act = <Name extends keyof Posts>(name: Name, body: unknown) =>
    acts[name](posts[name].parse(body) as Posts[Name]);

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

  return async ({ request, response, path, body, query }: LocalRequest): Promise<void> => {
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
    if (request.method !== 'POST' || !isPost(name))
      return answer({ ok: false, problem: 'no such route' }, 404);
    // A form on another site could post here, but not JSON.
    if (!request.headers['content-type']?.startsWith('application/json')) {
      return answer({ ok: false, problem: 'JSON is needed' }, 415);
    }
    try {
      answer(await act(name, parseJson(body.toString('utf8'))));
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      answer(
        { ok: false, problem: `The request is not of the right form: ${error.issues[0]?.message}` },
        400,
      );
    }
  };
};
