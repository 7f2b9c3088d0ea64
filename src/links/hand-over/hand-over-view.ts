import type { KnownBlock, ModalView } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { actions, buildMessage, type Message, modal, section } from '../../blocks/message.ts';
import { slackDate } from '../../blocks/money-and-time.ts';
import { isChannel } from '../../blocks/place.ts';
import { mention } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn, plain } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import type { LinkWithCard } from '../../store/link-card.ts';
import { buildCardButtons, buildDetailsButton, mayBeHandedOver } from '../card/card-buttons-view.ts';
import { describeDisplayState } from '../card/describe-display-state.ts';
import { describeLink } from '../card/link-card-view.ts';

export const HAND_OVER = {
  callbackId: 'hand_over',
  /** The id of both the block and the element. */
  person: 'person',
} as const;

const TITLE = 'Hand over';

/** Asks for the new owner. `metadata`: the link, and its owner when the window opened. */
export const buildHandOverView = (
  link: Link,
  { metadata, by, timeZone }: { metadata: string; by: string; timeZone: string },
): ModalView =>
  mayBeHandedOver(link)
    ? buildWindow(
        [
          section(
            [
              `*${describeLink(link)}*`,
              `${describeDisplayState(link, timeZone)}${link.ownerId === by ? '' : ` · now with ${mention(link.ownerId)}`}`,
            ].join('\n'),
          ),
          {
            type: 'input',
            block_id: HAND_OVER.person,
            label: plain('Hand over to', limits.input.label),
            hint: plain(
              'They’ll get its updates and the reminder before it expires. The new and the previous owner each get a direct message.',
              limits.input.hint,
            ),
            element: { type: 'users_select', action_id: HAND_OVER.person, focus_on_load: true },
          },
        ],
        { metadata, submit: 'Hand over', close: 'Cancel' },
      )
    : buildNotHandedOver(link, timeZone);

/** Why nothing changed: what happened to the link in the meantime. */
export const buildNotHandedOver = (link: Link, timeZone: string): ModalView =>
  buildWindow([
    section(
      [
        `*${describeLink(link)}*`,
        describeDisplayState(link, timeZone),
        mayBeHandedOver(link)
          ? `Not handed over: a colleague handed it over a moment ago. It is with ${mention(link.ownerId)} now.`
          : `This link needs no more attention, so it can’t be handed over. It stays with ${mention(link.ownerId)}.`,
      ].join('\n'),
    ),
  ]);

export const buildHandedOver = (link: Link): ModalView =>
  buildWindow([
    section(
      `✅ *${describeLink(link)}* is with ${mention(link.ownerId)} now. The new and the previous owner each get a direct message.`,
    ),
  ]);

/** The error under the field. */
export const explainPersonError = (why: 'missing' | 'same' | 'unknown'): string => {
  switch (why) {
    case 'missing':
      return 'Choose a colleague.';
    case 'same':
      return 'This link is already theirs. Choose somebody else.';
    case 'unknown':
      return 'Paylink doesn’t know this person yet. A colleague must first create a link here, or get a role from an admin in /paylink settings. An app or somebody from another company can’t have a link: choose somebody else.';
  }
};

export interface HandedOverTo {
  from: string;
  to: string;
  by: string;
}

/** To the new owner: the link and its buttons. No state, because nothing updates this message. */
export const buildNowYours = (link: LinkWithCard, { from, by }: HandedOverTo, timeZone: string): Message => {
  const whose = by === from ? 'a payment link' : `a payment link of ${mention(from)}’s`;
  const words = `🤝 ${mention(by)} handed you ${whose}: *${describeLink(link)}*`;
  return buildMessage(words, [
    section(
      [
        words,
        [`Expires ${slackDate(link.expiresAt, timeZone)}`, ...describeWhere(link)].join(' · '),
        'You’ll get its updates from now on.',
      ].join('\n'),
    ),
    buildCardButtons(link),
  ]);
};

/** To the previous owner. It is a colleague's link now, so there are no buttons. */
export const buildNowTheirs = (link: Link, { from, to, by }: HandedOverTo): Message => {
  const who = by === from ? 'You' : mention(by);
  return buildMessage(
    `🤝 ${who} handed a payment link over to ${mention(to)}: *${describeLink(link)}*. They’ll get its updates from now on.`,
  );
};

/** To the person who handed it over, if Slack can't reach the new owner. */
export const buildNotTold = (link: Link, { to }: HandedOverTo, code: string): Message => {
  const words = `⚠️ *${describeLink(link)}* is with ${mention(to)} now, but Slack couldn’t deliver a message to them (\`${escapeMrkdwn(cut(code, 80))}\`). Tell them yourself, or hand it over to somebody else.`;
  return buildMessage(words, [section(words), actions('link_actions', [buildDetailsButton(link)])]);
};

const describeWhere = ({ card }: LinkWithCard): string[] =>
  card !== null && isChannel(card.channelId) ? [`card in <#${escapeMrkdwn(card.channelId)}>`] : [];

const buildWindow = (
  blocks: KnownBlock[],
  form: { metadata?: string; submit?: string; close: string } = { close: 'Close' },
): ModalView => modal(HAND_OVER.callbackId, { title: TITLE, ...form }, blocks);
