import type { AllMiddlewareArgs, SlackShortcut, SlackShortcutMiddlewareArgs } from '@slack/bolt';
import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { isAmongPeople } from '../blocks/place.ts';
import { DETAILS_ACTION, LINK_MENU_ACTION } from '../links/card/card-buttons-view.ts';
import { openLinkForm, readTypedText } from '../links/form/open-link-form.ts';
import { createReply } from '../slack/button.ts';
import { guard } from '../slack/listener.ts';
import { readMessageTexts } from '../slack/message-text.ts';
import { readTeamId } from '../slack/read-origin.ts';

export const NEW_LINK_SHORTCUT = 'new_link';
export const MESSAGE_SHORTCUT = 'link_from_message';

export type ShortcutArgs = SlackShortcutMiddlewareArgs<SlackShortcut> & AllMiddlewareArgs;

const messageSchema = z.object({
  channel: z.object({ id: z.string(), name: z.string().default('') }),
  message: z.object({
    text: z.string().default(''),
    blocks: z.unknown().optional(),
    attachments: z.unknown().optional(),
    thread_ts: z.string().nullish(),
  }),
});

/** *New payment link*, from anywhere in Slack: an empty form. */
export const handleNewLinkShortcut = createShortcut(NEW_LINK_SHORTCUT, () => ({ channelId: null }));

/**
 * *Make payment link*, from the menu of a message: the form, filled in from the message. The card goes where the
 * message is, into its thread if it has one. A card's own words, such as its state, fill in nothing.
 */
export const handleMessageShortcut = createShortcut(MESSAGE_SHORTCUT, (body) => {
  const { channel, message } = messageSchema.parse(body);
  const ts = message.thread_ts;
  return {
    channelId: channel.id,
    isAmongPeople: isAmongPeople(channel),
    message: { thread: ts == null ? null : { channel: channel.id, ts } },
    text: hasLinkButtons(message.blocks) ? '' : chooseText(readMessageTexts(message)),
  };
});

/** The first text that fills in most of the form. */
const chooseText = (texts: readonly string[]): string => {
  const filled = texts.map((text) => Object.keys(readTypedText(text).words).length);
  return texts[filled.indexOf(Math.max(...filled))] ?? '';
};

const hasLinkButtons = (blocks: unknown): boolean => {
  const written = JSON.stringify(blocks ?? null);
  return [LINK_MENU_ACTION, DETAILS_ACTION].some((action) => written.includes(`"action_id":"${action}"`));
};

function createShortcut(
  name: string,
  read: (body: unknown) => Omit<Parameters<typeof openLinkForm>[2], 'place' | 'teamId' | 'userId'>,
) {
  return async ({ ack, body, client, respond }: ShortcutArgs, request: Request) => {
    await ack();
    const tell = createReply({ respond, userId: body.user.id }, request);
    await request.work.track(
      guard(
        request,
        `shortcut ${name}`,
        async () => {
          const place = { triggerId: body.trigger_id, view: null };
          const form = { place, teamId: readTeamId(body), userId: body.user.id, ...read(body) };
          await openLinkForm(client, request, form, tell);
        },
        tell,
      ),
    );
  };
}
