import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Access, createFixedAccess } from './access.ts';
import type { ActDeps } from './acts/find-target.ts';
import { sendEvent } from './acts/send-event.ts';
import { tellOfMessage } from './acts/tell-of-message.ts';
import { createConnections } from './answer-call.ts';
import { createAppSwitch } from './app-switch.ts';
import { createBehaviours } from './behaviours.ts';
import { createChanges, createUntil, oneLine } from './changes.ts';
import { buildPosts, createEffects } from './effects.ts';
import { createFiles } from './files.ts';
import { createHttpServer } from './http-server.ts';
import { createIds } from './ids.ts';
import { createJournal, describeLatest } from './journal.ts';
import { limits } from './limits.ts';
import type { LocalSlack, LocalSlackOptions } from './local-slack-api.ts';
import { createMessages } from './messages.ts';
import { createNotices } from './notices.ts';
import type { PageData } from './page/page-api.ts';
import { createPeopleActs } from './people-acts.ts';
import { buildPerson } from './people-and-places.ts';
import { createPictures, findSlackFiles, listSeenPictures } from './pictures.ts';
import { createPlayRoutes } from './play-routes.ts';
import { createEventRetries, createPostToApp, SLACK_RETRY_DELAYS } from './post-to-app.ts';
import { createResponseUrls } from './response-urls.ts';
import { listenLocally } from './serve-locally.ts';
import { createFaults, triggerMethod } from './slack-faults.ts';
import type { World } from './slack-world.ts';
import { buildSnapshot, canSeeMessage, readHeld, toSeenMessage, toSeenView, toStepRun } from './snapshot.ts';
import { createSocketHub, type SocketHub } from './sockets/socket-hub.ts';
import { buildTeam, TEAM } from './team.ts';
import { createTriggers } from './triggers.ts';
import { createViews } from './views.ts';
import { handleWebApi } from './web-api/handle-web-api.ts';
import { createRateLimits } from './web-api/method-rules.ts';
import { createStepRuns } from './workflows/step-runs.ts';
import { createWorkspace } from './workspace.ts';

export type * from './local-slack-api.ts';

/** One to several seconds: slackapi/java-slack-sdk#1349, python-slack-sdk#1521. */
const FILES_READY_AFTER_MS = 2_000;
/** Messages in the error of a failed wait. */
const MESSAGES_DESCRIBED = 5;
/** In the source, it lacks the compiled scripts. */
const PAGE = new URL('./page/', import.meta.url);
const PLAIN_ICON = new URL('app-icon.svg', PAGE);
const BARE_PAGE: PageData = { firstSteps: null, panels: null, links: [], note: '', pictureNote: null };
const DEFAULT_SCOPES = ['commands', 'chat:write', 'files:read', 'files:write'];

/** What the workspaces of one app share. */
export interface Shared {
  access: Access;
  sockets: SocketHub;
}

export interface TeamSlack {
  slack: LocalSlack;
  world: World;
  acts: ActDeps;
  /** Answers a Web API call received by another server. */
  handleCall(
    request: IncomingMessage,
    response: ServerResponse,
    call: { name: string; body: Buffer; query: URLSearchParams },
  ): Promise<void>;
}

/** A Slack with one workspace on this machine. Rejects if the port is taken. */
export const createLocalSlack = async (options: LocalSlackOptions = {}): Promise<LocalSlack> =>
  (await createTeamSlack(options)).slack;

/** The same, with the internals that a Slack with several workspaces needs. */
export const createTeamSlack = async (
  options: LocalSlackOptions = {},
  shared?: Shared,
): Promise<TeamSlack> => {
  const {
    now = Date.now,
    signingSecret = 'playground-signing-secret',
    botToken = 'xoxb-playground-token',
    appName = 'App',
    manifest,
    answerWithinMs = limits.answerSeconds * 1000,
    eventRetryDelaysMs = SLACK_RETRY_DELAYS,
    pageDir = PAGE,
    filesReadyAfterMs = FILES_READY_AFTER_MS,
  } = options;
  let url = '';
  const baseUrl = () => url;
  const team = buildTeam(options.team);
  const changes = createChanges();
  const ids = createIds(now, team.id === TEAM ? '' : team.id.replaceAll(/[^A-Z0-9]/g, ''));
  const sockets =
    shared?.sockets ??
    createSocketHub({
      appId: team.ids.app,
      appToken: options.appToken ?? null,
      baseUrl,
      secret: ids.secret,
      changed: changes.changed,
    });
  const faults = createFaults({ changes });
  const files = createFiles({ ids, changes, now, baseUrl, readyAfterMs: filesReadyAfterMs });
  const fixed = createFixedAccess(botToken, options.scopes ?? DEFAULT_SCOPES);
  const stepRuns = createStepRuns({ ids, now, changes });
  const world: World = {
    now,
    team,
    access: stepRuns.withTokens(shared?.access ?? fixed),
    steps: manifest?.steps ?? [],
    stepRuns,
    sockets,
    ids,
    changes,
    workspace: createWorkspace({ appName, team, changes, given: options.workspace }),
    views: createViews({ ids, changes }),
    messages: createMessages({
      ids,
      changes,
      onShown: (message, by) => {
        const { blocks, channel } = message;
        if (by === 'post') tellOfMessage(acts, message);
        if (by === 'edit' && world.behaviours.of('slackFilesByEdit') === 'blank') return;
        for (const { named } of findSlackFiles(blocks, '')) {
          const file = files.findNamed(named);
          if (file !== undefined) files.share(file, channel);
        }
      },
    }),
    files,
    pictures: createPictures({ newId: ids.secret, baseUrl }),
    responseUrls: createResponseUrls({ now, secret: ids.secret, baseUrl }),
    triggers: createTriggers({
      now,
      secret: ids.secret,
      underway: () => faults.take(triggerMethod)?.delayMs ?? 0,
      livesMs: Math.max(answerWithinMs, limits.answerSeconds * 1000),
    }),
    faults,
    connections: createConnections(),
    rateLimits: createRateLimits({ now, allowance: options.allowance ?? 1 }),
    effects: createEffects({ changes, now }),
    journal: createJournal({ changes, now }),
    onCall: options.onCall ?? (() => {}),
    behaviours: createBehaviours({
      changes,
      ...(options.behaviours === undefined ? {} : { given: options.behaviours }),
    }),
    baseUrl,
    notices: createNotices({ changes }),
  };
  let appUrl = options.appUrl;
  const retries = createEventRetries(eventRetryDelaysMs);
  const acts: ActDeps = {
    ...world,
    retries,
    features: manifest ?? null,
    post: createPostToApp({
      journal: world.journal,
      appUrl: () => appUrl,
      signingSecret,
      answerWithinMs,
      overSocket: sockets.send,
    }),
  };
  const describe = () => [
    ...world.messages
      .list()
      .slice(-MESSAGES_DESCRIBED)
      .map(({ channel, text }) => oneLine(`message in ${channel}: ${text}`, 120)),
    ...describeLatest(world.journal.exchanges()),
  ];

  const slack: LocalSlack = {
    url,
    apiUrl: '',
    signingSecret,
    get botToken() {
      return world.access.current()?.token ?? '';
    },
    team,
    tokens: shared === undefined ? fixed.tokens : null,
    sockets,
    setAppUrl: (given) => {
      appUrl = given;
    },
    ...createPeopleActs(acts),
    giveFile: (as, { name, bytes }) => world.files.give({ name, bytes, by: as }).id,
    setMembership: (channel, botIsMember) => {
      if (!world.workspace.setMembership(channel, botIsMember))
        throw new Error(`${channel} is no channel that the app can be invited to`);
    },
    addPerson: ({ teamId = team.id, ...person }, channels) =>
      world.workspace.addPerson(
        buildPerson(
          {
            ...person,
            realName: person.name,
            initials: person.name.slice(0, 2).toUpperCase(),
            color: '#556270',
            teamId,
            isExternal: teamId !== team.id,
          },
          team,
        ),
        channels,
      ),
    changeChannelId: (channel, newId) => {
      if (!world.workspace.rename(channel, newId)) throw new Error(`${channel} cannot become ${newId}.`);
      world.messages.move(channel, newId);
      world.files.move(channel, newId);
      changes.changed();
      const event = { old_channel_id: channel, new_channel_id: newId, event_ts: ids.ts() };
      return () => sendEvent(acts, { type: 'channel_id_changed', ...event });
    },
    slowFiles: (uses) => world.files.slow({ uses, ms: 0 }),
    filesReadyAfter: (ms) => world.files.slow({ uses: 0, ms }),
    deleteFile: (id, refusal = 'file_not_found') => {
      const file = world.files.find(id);
      if (file === undefined) throw new Error(`there is no file ${id}`);
      world.files.delete(file, refusal);
    },
    pictures: (as, source) => {
      if ('viewId' in source) {
        const view = world.views.find(source.viewId);
        return listSeenPictures(view?.blocks, as, 'view', world);
      }
      const message = world.messages.find(source.channel, source.ts, as);
      if (message === undefined || !canSeeMessage(as, message, world)) return [];
      return listSeenPictures(
        message.blocks,
        as,
        message.ephemeralTo === null ? 'message' : 'ephemeral',
        world,
      );
    },
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
    held: (as, source) => readHeld(world, as, source),
    runs: () => stepRuns.list().map(toStepRun),
    file: (id) => world.files.find(id),
    exchanges: () => world.journal.exchanges(),
    calls: world.journal.calls,
    posts: (channel) => buildPosts(world, channel),
    updates: (channel) => world.effects.list('chat.update', channel),
    effects: world.effects.list,
    faults,
    behaviours: world.behaviours,
    until: createUntil({ changes, describe }),
    close: async () => {
      retries.stop();
      if (shared === undefined) sockets.close();
      await listening.close();
    },
  };

  const { icon = PLAIN_ICON, ...shownPage } = options.page ?? {};
  const page: PageData = { ...BARE_PAGE, ...shownPage };
  const appSwitch = createAppSwitch(options.app, changes);
  const snapshot = (look: { as: string; since: number }) =>
    buildSnapshot(look, world, {
      commands: manifest?.commands ?? [],
      shortcuts: manifest?.shortcuts ?? [],
      steps: manifest?.steps ?? [],
      page,
      app: appSwitch.state(),
    });
  const server = createHttpServer({
    world,
    icon,
    panels: page.panels,
    pageDirs: Array.isArray(pageDir) ? pageDir : [pageDir],
    play: createPlayRoutes({ slack, world, appSwitch, snapshot }),
  });
  if (shared === undefined) sockets.attach(server);
  const listening = await listenLocally(server, options.port ?? 0);
  url = listening.url;
  slack.url = url;
  slack.apiUrl = `${url}/api/`;
  return {
    slack,
    world,
    acts,
    handleCall: (request, response, call) => handleWebApi(request, response, call, world),
  };
};
