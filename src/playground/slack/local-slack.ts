import { once } from 'node:events';
import { limits } from '../../messages/limits.ts';
import { createAppSwitch } from './app-switch.ts';
import { buildPosts } from './build-posts.ts';
import { createChanges } from './changes.ts';
import { createEffects } from './effects.ts';
import { createFaults } from './faults.ts';
import { createFiles } from './files.ts';
import { createHttpServer } from './http-server.ts';
import { createIds } from './ids.ts';
import { createJournal } from './journal.ts';
import type { LocalSlack, LocalSlackOptions } from './local-slack-api.ts';
import { createMessages } from './messages.ts';
import { createNotices } from './notices.ts';
import { createPeopleActs } from './people-acts.ts';
import { createPlayRoutes } from './play-routes.ts';
import { createPostToApp } from './post-to-app.ts';
import { createResponseUrls } from './response-urls.ts';
import { buildSnapshot, canSeeMessage, toSeenMessage, toSeenView } from './snapshot.ts';
import { createTriggers } from './triggers.ts';
import { createUntil } from './until.ts';
import { createViews } from './views.ts';
import { createWorkspace } from './workspace.ts';
import type { World } from './world.ts';

export type * from './local-slack-api.ts';

const DEFAULT_SCOPES = ['commands', 'chat:write', 'files:write'];

/** A Slack for one workspace on this machine. Rejects when the port is taken. */
export const createLocalSlack = async (options: LocalSlackOptions = {}): Promise<LocalSlack> => {
  const {
    now = Date.now,
    signingSecret = 'playground-signing-secret',
    botToken = 'xoxb-playground-token',
    appName = 'Paylink',
    manifest,
    answerWithinMs = limits.answerSeconds * 1000,
    pageDir = [],
  } = options;
  let url = '';
  const baseUrl = () => url;
  const changes = createChanges();
  const ids = createIds(now);
  const world: World = {
    now,
    ids,
    changes,
    workspace: createWorkspace({ appName, changes }),
    views: createViews({ ids, changes }),
    messages: createMessages({ ids, changes }),
    files: createFiles({ ids, changes, now, baseUrl }),
    responseUrls: createResponseUrls({ now, secret: ids.secret, baseUrl }),
    triggers: createTriggers({ now, secret: ids.secret }),
    faults: createFaults({ changes }),
    effects: createEffects({ changes, now }),
    journal: createJournal({ changes, now }),
    botToken,
    scopes: options.scopes ?? DEFAULT_SCOPES,
    baseUrl,
    notices: createNotices({ changes }),
  };
  const commands = manifest === undefined ? null : Array.isArray(manifest) ? manifest : manifest.commands;
  let appUrl = options.appUrl;
  const post = createPostToApp({
    journal: world.journal,
    appUrl: () => appUrl,
    signingSecret,
    answerWithinMs,
  });
  const dump = () =>
    [
      ...world.messages.list().map((one) => `message in ${one.channel}: ${one.text}`),
      ...world.journal
        .exchanges()
        .slice(-15)
        .map(
          (one) => `${one.direction} ${one.what} ${one.status} ${JSON.stringify(one.answer)?.slice(0, 300)}`,
        ),
    ].join('\n');

  const slack: LocalSlack = {
    url,
    apiUrl: '',
    signingSecret,
    botToken,
    setAppUrl: (given) => {
      appUrl = given;
    },
    ...createPeopleActs({ ...world, post, commands }),
    setMembership: (channel, botIsMember) => {
      if (!world.workspace.setMembership(channel, botIsMember))
        throw new Error(`${channel} is no channel that the app can be invited to`);
    },
    slowFiles: (uses) => world.files.slow(uses),
    modals: (as) => world.views.stack(as).map(toSeenView),
    topModal: (as) => {
      const top = world.views.top(as);
      return top && toSeenView(top);
    },
    home: (as) => {
      const home = world.views.home(as);
      return home && toSeenView(home);
    },
    messages: (channel, look = {}) =>
      world.messages
        .list(channel)
        .filter((one) => look.as === undefined || canSeeMessage(look.as, one, world))
        .filter(
          (one) => look.threadTs === undefined || one.ts === look.threadTs || one.threadTs === look.threadTs,
        )
        .map(toSeenMessage),
    file: (id) => world.files.find(id),
    exchanges: () => world.journal.exchanges(),
    calls: world.journal.calls,
    posts: (channel) => buildPosts(world, channel),
    updates: (channel) => world.effects.list('chat.update', channel),
    effects: world.effects.list,
    faults: {
      add: world.faults.add,
      random: world.faults.random,
      clear: world.faults.clear,
      list: world.faults.list,
    },
    until: createUntil({ changes, dump }),
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      // Answers that are on their way arrive; streams to open pages would never end by themselves.
      const force = setTimeout(() => server.closeAllConnections(), 50);
      await closed;
      clearTimeout(force);
    },
  };

  const appSwitch = createAppSwitch({ app: options.app, changes });
  const snapshot = (as: string) =>
    buildSnapshot(as, world, {
      commands: commands ?? [],
      sandboxUrl: options.sandboxUrl ?? null,
      app: appSwitch.state(),
    });
  const server = createHttpServer({
    world,
    pageDirs: Array.isArray(pageDir) ? pageDir : [pageDir],
    play: createPlayRoutes({ slack, world, appSwitch, snapshot }),
  });
  server.keepAliveTimeout = 60_000;
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  slack.url = url;
  slack.apiUrl = `${url}/api/`;
  return slack;
};
