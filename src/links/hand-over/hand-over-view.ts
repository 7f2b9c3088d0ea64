import type { KnownBlock, ModalView } from '@slack/types';
import { describeCustomer } from '../../blocks/customer.ts';
import { limits } from '../../blocks/limits.ts';
import { actions, buildMessage, buildOption, type Message, modal, section } from '../../blocks/message.ts';
import { formatAed, slackDate } from '../../blocks/money-and-time.ts';
import { isChannel } from '../../blocks/place.ts';
import { mention } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn, groupNumber } from '../../blocks/text.ts';
import { buildInput, type Fields, menuOfMany, person } from '../../slack/fields.ts';
import type { Link } from '../../store/link.ts';
import type { LinkWithCard } from '../../store/link-card.ts';
import {
  buildCardButtons,
  buildDetailsButton,
  buildLinkMenu,
  mayBeHandedOver,
} from '../card/card-buttons-view.ts';
import { describeLink } from '../card/link-card-view.ts';
import { describeDisplayState } from '../sale/describe-display-state.ts';
import type { LinkInSale } from '../sale/display-states.ts';

export const HAND_OVER = {
  callbackId: 'hand_over',
  /** The choice of all other links. */
  all: 'all',
} as const;

export const HAND_OVER_FORM = {
  person: {
    label: 'Hand over to',
    hint: 'They’ll get its updates and the reminder before it expires. The new and the previous owner each get a direct message.',
    kind: person({ isFirst: true }),
    fault: 'Choose a colleague.',
  },
  others: { label: 'Together with', optional: true, kind: menuOfMany({ options: [] }) },
} satisfies Fields;

const TITLE = 'Hand over';

/** At least one. */
type Links = readonly [Link, ...Link[]];

/**
 * Asks for the new owner. `metadata`: the link, and its owner when the window opened. `others`: the owner's other links that may be
 * handed over.
 */
export const buildHandOverView = (
  link: LinkInSale,
  {
    metadata,
    by,
    others = [],
    timeZone,
  }: { metadata: string; by: string; others?: readonly Link[]; timeZone: string },
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
          buildInput('person', HAND_OVER_FORM.person),
          ...(others.length > 0 ? [buildOthers(others, link.ownerId === by)] : []),
        ],
        { metadata, submit: 'Hand over', close: 'Cancel' },
      )
    : buildNotHandedOver(link, timeZone);

/** One option is for all. */
const MOST_CHOICES = limits.select.options - 1;

function buildOthers(others: readonly Link[], isOwn: boolean): KnownBlock {
  const count = others.length > MOST_CHOICES ? `${MOST_CHOICES}+` : others.length;
  const options = [
    buildOption(HAND_OVER.all, `All ${isOwn ? 'your' : 'their'} other open links (${count})`),
    ...others.slice(0, MOST_CHOICES).map((one) => buildOption(one.id, nameLink(one))),
  ];
  const kind = menuOfMany({ placeholder: 'Only this one', options });
  return buildInput('others', { ...HAND_OVER_FORM.others, kind });
}

/** In plain text. */
const nameLink = ({ amountFils, details }: Link): string =>
  `${formatAed(amountFils)} · ${describeCustomer(details)} · ${details.notes}`;

/** Why nothing changed: what happened to the link in the meantime. */
export const buildNotHandedOver = (link: Link, timeZone: string): ModalView =>
  buildWindow([section(describeNotHandedOver(link, timeZone))]);

/** The same in mrkdwn. */
export const describeNotHandedOver = (link: Link, timeZone: string): string =>
  [
    `*${describeLink(link)}*`,
    describeDisplayState(link, timeZone),
    mayBeHandedOver(link)
      ? `Not handed over: a colleague handed it over a moment ago. It is with ${mention(link.ownerId)} now.`
      : `This link needs no more attention, so it can’t be handed over. It stays with ${mention(link.ownerId)}.`,
  ].join('\n');

/** `left`: how many of the chosen links were not handed over. */
export const buildHandedOver = (links: Links, left: number): ModalView => {
  const [{ ownerId }] = links;
  const words = `✅ ${describeLinks(links)} ${links.length === 1 ? 'is' : 'are'} with ${mention(ownerId)} now. The new and the previous owner each get a direct message.`;
  return buildWindow([
    section(
      left === 0
        ? words
        : `${words}\n⚠️ ${left} stayed: meanwhile paid or over, or a colleague handed ${left === 1 ? 'it' : 'them'} over.`,
    ),
  ]);
};

/** `*AED 250.00 for Sara …*`, or how many. Mrkdwn. */
const describeLinks = ([link, ...others]: Links): string =>
  others.length === 0 ? `*${describeLink(link)}*` : `*${groupNumber(others.length + 1)} payment links*`;

/** The error under the field. */
export const explainPersonError = (why: 'same' | 'unknown'): string => {
  switch (why) {
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

/** More would bury the rest of the messages. */
const MOST_LISTED = 20;

/** To the new owner: the links and their buttons. No state, because nothing updates this message. */
export const buildNowYours = (
  links: readonly [LinkWithCard, ...LinkWithCard[]],
  { from, to, by }: HandedOverTo,
  timeZone: string,
): Message => {
  const [link, ...others] = links;
  const isOne = others.length === 0;
  const what = isOne ? 'a payment link' : `${groupNumber(links.length)} payment links`;
  const whose = by === from ? what : `${what} of ${mention(from)}’s`;
  const lead = by === to ? `🤝 You took over ${whose}` : `🤝 ${mention(by)} handed you ${whose}`;
  const after = `You’ll get ${isOne ? 'its' : 'their'} updates from now on.`;
  if (isOne) {
    const words = `${lead}: *${describeLink(link)}*`;
    return buildMessage(words, [
      section([words, describeFacts(link, timeZone), after].join('\n')),
      buildCardButtons(link),
    ]);
  }
  const rest = links.length - MOST_LISTED;
  return buildMessage(`${lead}. ${after}`, [
    section(
      `${lead}. ${after}${rest > 0 ? ` ${groupNumber(rest)} of them are not listed here: \`/paylink mine\` has all.` : ''}`,
    ),
    ...links.slice(0, MOST_LISTED).map((one) => ({
      ...section(`*${describeLink(one)}*\n${describeFacts(one, timeZone)}`, `link_${one.id}`),
      accessory: buildLinkMenu(one),
    })),
  ]);
};

/** To the previous owner. They are a colleague's links now, so there are no buttons. */
export const buildNowTheirs = (links: Links, { from, to, by }: HandedOverTo): Message => {
  const what = links.length === 1 ? 'a payment link' : `${groupNumber(links.length)} payment links`;
  const named = links.slice(0, MOST_LISTED).map((link) => `*${describeLink(link)}*`);
  const list =
    links.length === 1 ? `: ${named.join('')}.` : `:\n${named.map((one) => `• ${one}`).join('\n')}`;
  const who = by === from ? 'You' : mention(by);
  const words =
    by === to
      ? `🤝 ${who} took over ${what} of yours${list}`
      : `🤝 ${who} handed ${what} over to ${mention(to)}${list}`;
  return buildMessage(
    `${words}${links.length === 1 ? ' ' : '\n'}They’ll get ${links.length === 1 ? 'its' : 'their'} updates from now on.`,
  );
};

/** To the person who handed them over, if Slack can't reach the new owner. */
export const buildNotTold = (links: Links, { to }: HandedOverTo, code: string): Message => {
  const [link, ...others] = links;
  const [are, them] = others.length === 0 ? ['is', 'it'] : ['are', 'them'];
  const words = `⚠️ ${describeLinks(links)} ${are} with ${mention(to)} now, but Slack couldn’t deliver a message to them (\`${escapeMrkdwn(cut(code, 80))}\`). Tell them yourself, or hand ${them} over to somebody else.`;
  return buildMessage(words, [section(words), actions('link_actions', [buildDetailsButton(link)])]);
};

const describeFacts = (link: LinkWithCard, timeZone: string): string =>
  [`Expires ${slackDate(link.expiresAt, timeZone)}`, ...describeWhere(link)].join(' · ');

const describeWhere = ({ card }: LinkWithCard): string[] =>
  card !== null && isChannel(card.channelId) ? [`card in <#${escapeMrkdwn(card.channelId)}>`] : [];

const buildWindow = (
  blocks: KnownBlock[],
  form: { metadata?: string; submit?: string; close: string } = { close: 'Close' },
): ModalView => modal(HAND_OVER.callbackId, { title: TITLE, ...form }, blocks);
