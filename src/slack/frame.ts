import type {
  AllMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackOptionsMiddlewareArgs,
  SlackShortcut,
  SlackShortcutMiddlewareArgs,
  SlashCommand,
} from '@slack/bolt';
import type { PlainTextOption } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { buildOption, type Message } from '../blocks/message.ts';
import { type Admission, type Check, createAdmit } from './admit.ts';
import { type ActionArgs, type ActionPlace, createReply, parseActionPlace } from './button.ts';
import { describe, guard, type ListenerParts } from './listener.ts';
import { readTeamId } from './read-origin.ts';
import { Refused } from './refused.ts';
import { type Asker, type Listener, rowOf } from './rows.ts';
import { createSubmit } from './submit.ts';
import { readTyped, refuseLongText } from './typed-text.ts';
import { type Opening, openView, showNotice } from './views.ts';

/** Where a button was pressed, and how to reply. */
export interface Pressed {
  place: ActionPlace;
  /** Only the person who pressed sees the reply. */
  tell: (words: string | Message) => Promise<unknown>;
  args: ActionArgs;
}

type PressRow<Needs, Permission, Thing> = Admission<Needs, Permission, Thing, Pressed>;

/** A command as it was typed. */
export interface Typed {
  command: SlashCommand;
  /** All that was typed after the command, as a person reads it. */
  text: string;
  /** What was typed after the first word. */
  words: string;
  asker: Asker;
  tell: (words: string | Message) => Promise<unknown>;
}

/** What a command does once it is known that this person may: some work, or a window. */
export type Does = Opening | (() => Promise<unknown>);

export interface CommandRow<Needs, Permission> {
  needs: Permission | null;
  /** Reads nothing yet. */
  does: (typed: Typed, request: Needs) => Does | Promise<Does>;
}

export type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;
export type ShortcutArgs = SlackShortcutMiddlewareArgs<SlackShortcut> & AllMiddlewareArgs;
export type OptionsArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs;

/** Slack waits three seconds, the network included. */
const CHOICES_WITHIN_MS = 2_000;

/**
 * The ways by which people ask for something. The frame knows whose request it is, checks the permission of the row, answers
 * Slack or opens the window in time, and says what went wrong where the person is. A handler that cannot go on throws `Refused`.
 */
export const createFrame = <Needs extends ListenerParts, Permission extends string>(
  check: Check<Needs, Permission>,
) => {
  const admit = createAdmit(check);

  const listenToPress =
    <Thing>(
      { name }: PressRow<Needs, Permission, Thing>,
      work: (pressed: Pressed, request: Needs) => Promise<unknown>,
    ) =>
    async (args: ActionArgs, request: Needs): Promise<void> => {
      await args.ack();
      const tell = createReply({ respond: args.respond, userId: args.body.user.id }, request);
      const pressed = () => ({ place: parseActionPlace(args.body, args.action), tell, args });
      const showOnTop = async (words: string) => {
        const { place } = pressed();
        return place.view && showNotice(args.client, place, words);
      };
      const tellWhy = async (words: string) => (await showOnTop(words).catch(() => null)) ?? tell(words);
      const run = async () => void (await work(pressed(), request));
      await request.work.track(guard(request, `${name} pressed`, run, tellWhy));
    };

  /** Does an opening, once the permission is checked. */
  const open = <Thing>(
    on: { client: WebClient; place: Pick<ActionPlace, 'triggerId' | 'view'> },
    { read, ...opening }: Opening<Thing>,
    find: () => Promise<Thing>,
    request: Needs,
  ): Promise<void> => openView(on, { ...opening, read: async () => read(await find()) }, request);

  return {
    /** A button, or a choice in a menu. */
    press: <Thing = undefined>(
      row: PressRow<Needs, Permission, Thing>,
      handle: (pressed: Pressed & { about: Thing }, request: Needs) => Promise<unknown>,
    ): Listener<ActionArgs, Needs> =>
      Object.assign(
        listenToPress(row, async (pressed, request) =>
          handle({ ...pressed, about: await admit(row, pressed, pressed.place, request) }, request),
        ),
        { row: rowOf('press', row) },
      ),

    /** The same for one that opens a window. `build` reads nothing yet. */
    open: <Thing = undefined>(
      row: PressRow<Needs, Permission, Thing>,
      build: (pressed: Pressed, request: Needs) => Opening<Thing> | Promise<Opening<Thing>>,
    ): Listener<ActionArgs, Needs> =>
      Object.assign(
        listenToPress(row, async (pressed, request) =>
          open(
            { client: pressed.args.client, place: pressed.place },
            await build(pressed, request),
            () => admit(row, pressed, pressed.place, request),
            request,
          ),
        ),
        { row: rowOf('open', row) },
      ),

    submit: createSubmit(check),

    /** A slash command; `row` may depend on what was typed. */
    command: (
      name: string,
      row: CommandRow<Needs, Permission> | ((typed: Typed) => CommandRow<Needs, Permission>),
    ): Listener<CommandArgs, Needs> =>
      Object.assign(
        async ({ command, ack, client, respond }: CommandArgs, request: Needs): Promise<void> => {
          await ack();
          const tell = createReply({ respond, userId: command.user_id }, request);
          const run = async () => {
            const tooLong = refuseLongText(command.text);
            if (tooLong !== null) throw new Refused(tooLong);
            const text = readTyped(command.text ?? '').trim();
            const words = text.split(/\s+/).slice(1).join(' ');
            const asker = { teamId: readTeamId(command), userId: command.user_id };
            const typed = { command, text, words, asker, tell };
            const { needs, does } = typeof row === 'function' ? row(typed) : row;
            const done = await does(typed, request);
            const admitted = async () => {
              if (needs !== null) await check(asker, needs, request);
            };
            if ('read' in done) {
              const place = { triggerId: command.trigger_id, view: null };
              return open({ client, place }, done, admitted, request);
            }
            await admitted();
            await done();
          };
          await request.work.track(guard(request, `command ${name}`, run, tell));
        },
        { row: rowOf('command', { name, needs: typeof row === 'function' ? null : row.needs }) },
      ),

    /** A shortcut opens a window. */
    shortcut: (
      name: string,
      build: (asked: Asker & { body: unknown }, request: Needs) => Opening,
    ): Listener<ShortcutArgs, Needs> =>
      Object.assign(
        async ({ ack, body, client, respond }: ShortcutArgs, request: Needs): Promise<void> => {
          await ack();
          const tell = createReply({ respond, userId: body.user.id }, request);
          const run = async () => {
            const place = { triggerId: body.trigger_id, view: null };
            const opening = build({ teamId: readTeamId(body), userId: body.user.id, body }, request);
            await open({ client, place }, opening, async () => undefined, request);
          };
          await request.work.track(guard(request, `shortcut ${name}`, run, tell));
        },
        { row: rowOf('shortcut', { name, needs: null }) },
      ),

    /** A menu that loads its choices. `instead`: what to do without them, shown as the only choice with what went wrong. */
    choose: (
      { name, needs, instead }: { name: string; needs: Permission | null; instead: string },
      list: (asked: Asker & { typed: string }, request: Needs) => Promise<PlainTextOption[]>,
    ): Listener<OptionsArgs, Needs> =>
      Object.assign(
        async ({ ack, body, options }: OptionsArgs, request: Needs): Promise<void> => {
          // Choosing it shows it again.
          const explain = (why: string) => [buildOption('none', `${why} ${instead}`)];
          const ended = new AbortController();
          const late = request.clock
            .sleep(CHOICES_WITHIN_MS, ended.signal)
            .then(() => explain('This takes too long now.'));
          const find = async () => {
            const asker = { teamId: readTeamId(body), userId: body.user.id };
            if (needs !== null) await check(asker, needs, request);
            return list({ ...asker, typed: options.value }, request);
          };
          const found = find().catch((error: unknown) => {
            const { reference, words } = describe(error, `${name} listed`, request);
            return explain(reference === null ? words : `Something went wrong (${reference}).`);
          });
          try {
            await ack({ options: await Promise.race([found, late]) });
          } finally {
            ended.abort();
          }
        },
        { row: rowOf('choose', { name, needs }) },
      ),
  };
};
