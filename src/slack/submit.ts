import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { buildNotice, type Message } from '../blocks/message.ts';
import { type Admission, type Check, createAdmit } from './admit.ts';
import { describe, guard, type ListenerParts } from './listener.ts';
import { readTeamId } from './read-origin.ts';
import { Refused } from './refused.ts';
import { type Asker, type Listener, rowOf } from './rows.ts';
import { updateView } from './views.ts';

export type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

/**
 * Replaces what a window shows, `drawnWithinMs` after its form was answered: by then that is drawn. Null: the window is closed. Throws
 * `ViewRefused`.
 */
export type Replace = (view: ModalView, when?: { drawnWithinMs?: number }) => ReturnType<typeof updateView>;

/** A form as it was sent. */
export interface Sent extends Asker {
  userName: string;
  client: WebClient;
  view: {
    id: string;
    metadata: string;
    /** `view.state.values` */
    values: object;
    blocks: readonly unknown[];
  };
  body: ViewSubmitAction;
  /** By direct message. */
  tell: (words: string | Message) => Promise<unknown>;
  /** Replaces what the answer left in the window. */
  replace: Replace;
}

/** The answer to a form. `afterwards`: what is done after it. */
export type Answer =
  /** The form stays, with these under its fields. */
  | { errors: Record<string, string>; afterwards?: () => Promise<unknown> }
  /** In place of the form, or on top of it. */
  | { show: ModalView; afterwards?: () => Promise<unknown> }
  | { push: ModalView; afterwards?: never }
  /** The form closes. */
  | { close: true; afterwards?: () => Promise<unknown> };

export interface SubmitRow<Needs, Permission, Thing> extends Admission<Needs, Permission, Thing, Sent> {
  /** What is said first when something goes wrong: under the first field, and the form stays as it was typed. */
  failed?: string;
}

/** Slack draws the answer to a form only after it has come; a view that overtakes it would be covered. */
const DRAWN_MS = 300;

export const createSubmit = <Needs extends ListenerParts, Permission extends string>(
  check: Check<Needs, Permission>,
) => {
  const admit = createAdmit(check);
  return <Thing = undefined>(
    row: SubmitRow<Needs, Permission, Thing>,
    take: (sent: Sent & { about: Thing }, request: Needs) => Promise<Answer>,
  ): Listener<SubmitArgs, Needs> =>
    Object.assign(
      async ({ ack, body, view, client }: SubmitArgs, request: Needs): Promise<void> => {
        const { name, failed = 'Paylink could not do this.' } = row;
        const { clock, patientClient } = request;
        const viewId = view.id;
        const tell = (words: string | Message) =>
          patientClient.chat.postMessage({
            channel: body.user.id,
            ...(typeof words === 'string' ? { text: words } : words),
          });
        let answeredAt = 0;
        const replace: Replace = async (next, { drawnWithinMs = DRAWN_MS } = {}) => {
          const left = answeredAt + drawnWithinMs - clock.now();
          if (left > 0) await clock.sleep(left);
          return updateView({ viewId, view: next }, request);
        };
        const notice = (words: string) =>
          buildNotice({ callbackId: view.callback_id, title: view.title?.text ?? 'Paylink' }, words);
        const answer = async (): Promise<Answer> => {
          try {
            const asker = { teamId: readTeamId(body), userId: body.user.id };
            const window = {
              id: viewId,
              metadata: view.private_metadata,
              values: view.state.values,
              blocks: view.blocks,
            };
            const { name: userName } = body.user;
            const sent: Sent = { ...asker, userName, client, view: window, body, tell, replace };
            const about = await admit(row, sent, asker, request);
            return await take({ ...sent, about }, request);
          } catch (error) {
            const { fault, words } = describe(error, `${name} submitted`, request, failed);
            if (!(fault instanceof Refused)) {
              // Slack takes errors for inputs alone, and a menu beside a text has a value, too.
              const others = (view.blocks ?? []).filter(({ type }) => type !== 'input');
              const first = Object.keys(view.state.values).find((id) =>
                others.every((block) => block.block_id !== id),
              );
              return first === undefined ? { show: notice(words) } : { errors: { [first]: words } };
            }
            return fault.errors === null
              ? { show: notice(`Nothing was done. ${words}`) }
              : { errors: { ...fault.errors } };
          }
        };
        const given = await answer();
        await ack(writeAnswer(given));
        answeredAt = clock.now();
        const { afterwards } = given;
        if (afterwards === undefined) return;
        /** In the window that the answer left, as long as it is open. */
        const tellWhy = async (words: string) => {
          const shown = 'show' in given ? await replace(notice(words)).catch(() => null) : null;
          return shown ?? tell(words);
        };
        const run = async () => void (await afterwards());
        await request.work.track(guard(request, `${name} submitted`, run, tellWhy));
      },
      { row: rowOf('submit', row) },
    );
};

const writeAnswer = (given: Answer): Parameters<SubmitArgs['ack']>[0] => {
  if ('errors' in given) return { response_action: 'errors', errors: given.errors };
  if ('show' in given) return { response_action: 'update', view: given.show };
  return 'push' in given ? { response_action: 'push', view: given.push } : undefined;
};
