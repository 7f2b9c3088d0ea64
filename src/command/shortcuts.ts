import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { isAmongPeople } from '../blocks/place.ts';
import { DETAILS_ACTION, LINK_MENU_ACTION } from '../links/card/card-buttons-view.ts';
import { openLinkForm, readTypedText } from '../links/form/open-link-form.ts';
import { readMessageTexts } from '../slack/message-text.ts';
import type { Asker } from '../slack/rows.ts';
import type { Opening } from '../slack/views.ts';

export const NEW_LINK_SHORTCUT = 'new_link';
export const MESSAGE_SHORTCUT = 'link_from_message';

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
export const openNewLink = ({ teamId, userId }: Asker, request: Request): Opening =>
  openLinkForm(request, { teamId, userId, channelId: null });

/**
 * *Make payment link*, from the menu of a message: the form, filled in from the message. The card goes where the
 * message is, into its thread if it has one. A card's own words, such as its state, fill in nothing.
 */
export const openLinkOfMessage = (
  { teamId, userId, body }: Asker & { body: unknown },
  request: Request,
): Opening => {
  const { channel, message } = messageSchema.parse(body);
  const ts = message.thread_ts;
  return openLinkForm(request, {
    teamId,
    userId,
    channelId: channel.id,
    isAmongPeople: isAmongPeople(channel),
    message: { thread: ts == null ? null : { channel: channel.id, ts } },
    text: hasLinkButtons(message.blocks) ? '' : chooseText(readMessageTexts(message)),
  });
};

/** The first text that fills in most of the form. */
const chooseText = (texts: readonly string[]): string => {
  const filled = texts.map((text) => Object.keys(readTypedText(text).words).length);
  return texts[filled.indexOf(Math.max(...filled))] ?? '';
};

const hasLinkButtons = (blocks: unknown): boolean => {
  const written = JSON.stringify(blocks ?? null);
  return [LINK_MENU_ACTION, DETAILS_ACTION].some((action) => written.includes(`"action_id":"${action}"`));
};
