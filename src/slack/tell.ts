import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { type Message, section } from '../blocks/message.ts';
import { buildPassedOn } from '../blocks/passed-on.ts';
import { defineJob } from '../delivery/define-job.ts';
import type { JobKind, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Job, NewJob } from '../store/job.ts';
import { DELIVERY, type MessagePlace, type Posted, postMessage } from './messages.ts';
import { isUnreachable, settleRefusal } from './slack-failure.ts';

/**
 * The one way to tell a person something by direct message. What can change before it is sent is written at its sending: the job
 * carries what it is about (`what`, `ids`), and the room's table says it, or that there is nothing to say any more, or that its reader
 * may not read it any more. Whom Slack can't reach is told through those who may use everybody's links.
 */

const heirSchema = z.object({ from: z.string(), code: z.string() });

/** Whose message it is that another person gets, and Slack's reason why. */
export type Heir = z.infer<typeof heirSchema>;

const tellSchema = z.object({
  to: z.string(),
  message: z.object({ text: z.string(), blocks: z.array(z.looseObject({ type: z.string() })) }).optional(),
  what: z.string().optional(),
  ids: z.unknown().optional(),
  otherwise: z.string().nullable().default(null),
  isToMany: z.boolean().default(false),
  heir: heirSchema.optional(),
});

/** What is to be said: its words, if nothing in them can change before they are sent, or what it is about. */
export type ToSay = Message | { what: string; ids?: object };

/** Said once for each `key`. Without a `lane`, it waits for nothing. `isToMany`: nobody hears it in the person's place, since others do anyway. */
export type TellJob = { teamId: string; key: string; isToMany?: true } & Pick<
  NewJob,
  'lane' | 'linkId' | 'dueAt'
>;

export const buildTell = (
  { key, isToMany, ...job }: TellJob,
  to: string,
  say: ToSay,
  /** The conversation that gets the words of it if Slack can't reach the person and nobody has a role. */
  otherwise: string | null = null,
): NewJob => ({
  ...{ id: key, kind: 'tell', ...job },
  payload: {
    to,
    ...('what' in say ? { what: say.what, ids: say.ids ?? {} } : { message: say }),
    ...(otherwise !== null && { otherwise }),
    ...(isToMany && { isToMany }),
  },
});

/** Of a message that is to be written. */
export interface ToWrite<Ids = unknown> {
  job: Job;
  teamId: string;
  /** As asked for: the person whose message it is. */
  to: string;
  ids: Ids;
  /** It goes to somebody else, who may read what the person may. */
  heir: Heir | null;
}

export interface Letter {
  message: Message;
  /** Whose message it is by now; none: as asked for. */
  to?: string;
  /** The message in whose thread it is said. */
  below?: MessagePlace;
  /** The conversation that gets its words if nobody else can be told. */
  otherwise?: string | null;
  /** Slack did not reach the person before. */
  wasGone?: boolean;
  /** As `heir.to` reads it. */
  passOn?(said: Message, heir: Heir & { to: string }): Message | Promise<Message>;
  /** Who is told that Slack does not take it, if not those who may use everybody's links. */
  refused?(code: string): readonly NewJob[];
  /** Once it is sent. */
  sent?(place: Posted): Promise<readonly NewJob[]>;
}

/** Null: there is nothing to tell any more. An outcome: not now, or others are told. */
export type Write<Ids = unknown> = (one: ToWrite<Ids>) => Promise<Letter | JobOutcome | null>;

/** By what is told or said: what a job keeps of it, and how it is written. */
export interface Says<App, Writes> {
  ids: Readonly<Record<string, z.ZodType>>;
  of(app: App): Readonly<Record<string, Writes>>;
}

export type Told<App> = Says<App, Write<never>>;

export const defineTold = <App, Ids extends Record<string, z.ZodType>>(
  ids: Ids,
  of: (app: App) => { [What in keyof Ids]: Write<z.output<Ids[What]>> },
): Told<App> => ({ ids, of });

/** Whether this version knows `what`, and can read what is kept of it. */
export const canSay = (known: Told<never>['ids'], what: string, ids: unknown = {}): boolean =>
  known[what]?.safeParse(ids).success ?? false;

interface Members {
  members: { whoMay(teamId: string, permission: 'use-any-link'): Promise<readonly string[]> };
}

/** A person, and then those who may use everybody's links: who is told what that person should have read. */
export const listReaders = async (
  teamId: string,
  userId: string,
  { members }: Members,
): Promise<string[]> => [...new Set([userId, ...(await members.whoMay(teamId, 'use-any-link'))])];

interface TellParts extends Members {
  store: {
    links: {
      noteOwnerGone(owner: { teamId: string; ownerId: string; goneAs: string | null }): Promise<void>;
    };
  };
  clients: { of(teamId: string): Promise<WebClient> };
}

/** The same message for each of those who may use everybody's links; in `otherwise` if nobody has a role. */
export const buildForHeirs = async (
  { id, teamId, linkId, payload }: Pick<Job, 'id' | 'teamId' | 'linkId' | 'payload'>,
  { from, code, otherwise }: Heir & { otherwise: string | null },
  app: Members,
): Promise<NewJob[]> => {
  const [, ...heirs] = await listReaders(teamId, from, app);
  const instead = otherwise === null || otherwise === from ? [] : [otherwise];
  return (heirs.length > 0 ? heirs : instead).map((to) => ({
    ...{ id: `heir:${id}:${to}`, teamId, kind: 'tell', ...(linkId !== null && { linkId }) },
    payload: { ...tellSchema.parse(payload), to, otherwise, heir: { from, code } },
  }));
};

const createTellJob = <App extends TellParts>(
  app: App,
  known: Told<App>['ids'],
  writes: ReturnType<Told<App>['of']>,
): JobKind<[z.output<typeof tellSchema>]> => ({
  ...DELIVERY,
  run: async (job, { givenUp }, { to, message, what = '', ids = {}, otherwise, isToMany, heir = null }) => {
    const { teamId, attempts } = job;
    // Others hear what they may read now.
    if (heir !== null && to !== otherwise && !(await listReaders(teamId, '', app)).includes(to))
      return { outcome: 'done' };
    const write = writes[what];
    const about = { job, teamId, to: heir?.from ?? to, ids: known[what]?.parse(ids) as never, heir };
    const written = write ? await write(about) : { message: message as Message };
    if (written === null) return { outcome: 'done' };
    if ('outcome' in written) return written;
    const letter = { otherwise, ...written };
    const reader = heir === null ? (letter.to ?? to) : to;
    /** A day over, or Slack can't reach the person. */
    const endRefused = async (code: string): Promise<JobOutcome> => {
      const failed = { outcome: 'failed', reason: code } as const;
      if (heir !== null || isToMany) return failed;
      if (letter.refused) return { ...failed, next: letter.refused(code) };
      const from = { from: reader, code, otherwise: letter.otherwise };
      return { ...failed, next: await buildForHeirs(job, from, app) };
    };
    if (givenUp !== null) return endRefused(givenUp);
    try {
      const client = await app.clients.of(teamId);
      const sent = await postMessage(client, {
        ...{ channel: letter.below?.channelId ?? reader, threadTs: letter.below?.ts ?? null },
        isAgain: attempts > 0,
        message: heir === null ? letter.message : await passOn(letter, { ...heir, to }),
      });
      if (letter.wasGone && heir === null)
        await app.store.links.noteOwnerGone({ teamId, ownerId: reader, goneAs: null });
      return { outcome: 'done', next: (heir === null && (await letter.sent?.(sent))) || [] };
    } catch (error) {
      return settleRefusal(error, async (failure): Promise<JobOutcome> => {
        const { code } = failure;
        if (!isUnreachable(failure))
          return letter.refused ? endRefused(code) : { outcome: 'failed', reason: code };
        // Others hear of the person's links from now on, too.
        if (heir === null) await app.store.links.noteOwnerGone({ teamId, ownerId: reader, goneAs: code });
        return endRefused(code);
      });
    }
  },
});

export const tellJob = <App extends TellParts>(told: Told<App>) =>
  defineJob(
    tellSchema.refine(({ message, what, ids }) =>
      what === undefined ? message !== undefined : canSay(told.ids, what, ids),
    ),
    (app: App) => createTellJob(app, told.ids, told.of(app)),
  );

/** A conversation gets the words alone. */
const passOn = async (letter: Letter, heir: Heir & { to: string }): Promise<Message> => {
  const { message, otherwise } = letter;
  const { text } = message;
  const said = heir.to === otherwise ? { text, blocks: [section(text)] } : message;
  return letter.passOn?.(said, heir) ?? buildPassedOn(said, heir.from, heir.code);
};
