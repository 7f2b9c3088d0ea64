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
    ts: z.string(),
    text: z.string().nullish(),
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
 * message is, into its thread if it has one. A card's own words, such as its state, fill in nothing: another like it is offered.
 */
export const openLinkOfMessage = (
  { teamId, userId, body }: Asker & { body: unknown },
  request: Request,
): Opening => {
  const { channel, message } = messageSchema.parse(body);
  const { thread_ts: ts } = message;
  const linkId = findLinkOfCard(message.blocks);
  return openLinkForm(request, {
    teamId,
    userId,
    channelId: channel.id,
    isAmongPeople: isAmongPeople(channel),
    message: {
      thread: ts == null ? null : { channel: channel.id, ts },
      card: linkId === null ? null : { linkId, channelId: channel.id, ts: message.ts },
    },
    text: linkId === null ? chooseText(readMessageTexts(message)) : '',
  });
};

/** The first text that fills in most of the form. */
const chooseText = (texts: readonly string[]): string => {
  const filled = texts.map((text) => Object.keys(readTypedText(text).words).length);
  return texts[filled.indexOf(Math.max(...filled))] ?? '';
};

/** The id in a card's menu, or on its button *Details*. Another app may have written it, too. */
const findLinkOfCard = (blocks: unknown): string | null => {
  const written = JSON.stringify(blocks ?? null);
  if (![LINK_MENU_ACTION, DETAILS_ACTION].some((action) => written.includes(`"action_id":"${action}"`)))
    return null;
  return /"value":"(?:\w+:)?(lnk_[\w-]+)/.exec(written)?.[1] ?? '';
};
