import type { KnownBlock, ModalView } from '@slack/types';
import { describeCustomer } from '../../blocks/customer.ts';
import { limits } from '../../blocks/limits.ts';
import { actions, buildMessage, buildOption, type Message, modal, section } from '../../blocks/message.ts';
import { formatAed, slackDate } from '../../blocks/money-and-time.ts';
import { isChannel } from '../../blocks/place.ts';
import { mention } from '../../blocks/refusal.ts';
import { countOf, cut, escapeMrkdwn, groupNumber } from '../../blocks/text.ts';
import { buildInput, type Fields, menuOfMany, person } from '../../slack/fields.ts';
import { buildCardButtons, buildDetailsButton, buildLinkMenu } from '../card/card-buttons-view.ts';
import { describeLink } from '../card/link-card-view.ts';
import { describeSums, type ListedSale } from '../card/link-line-view.ts';
import { describeDisplayState } from '../sale/describe-display-state.ts';
import { rowOf } from '../sale/display-states.ts';
import type { LinkInSale } from '../sale/link-in-sale.ts';
import { mayBeHandedOver } from '../sale/open-sales.ts';

export const HAND_OVER = {
  callbackId: 'hand_over',
  /** The choice of all other links. */
  all: 'all',
} as const;

export const HAND_OVER_FORM = {
  person: {
    label: 'Hand over to',
    hint: 'They get a direct message now, and its updates and reminders from now on.',
    kind: person({ isFirst: true }),
    fault: 'Choose a colleague.',
  },
  others: { label: 'Together with', optional: true, kind: menuOfMany({ options: [] }) },
} satisfies Fields;

const TITLE = 'Hand over';

/** At least one. */
type Sales<Sale = LinkInSale> = readonly [Sale, ...Sale[]];

/**
 * Asks for the new owner. `metadata`: the link, and its owner when the window opened. `others`: the owner's other sales that may be
 * handed over.
 */
export const buildHandOverView = (
  link: LinkInSale,
  {
    metadata,
    by,
    others = [],
    timeZone,
  }: { metadata: string; by: string; others?: readonly LinkInSale[]; timeZone: string },
): ModalView =>
  mayBeHandedOver(link.sale.state)
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

/** The same for all that somebody who leaves has. */
export const buildHandOverAll = (
  sales: Sales,
  { metadata, ownerId }: { metadata: string; ownerId: string },
): ModalView =>
  buildWindow(
    [
      section(
        `${mention(ownerId)} has *${sales.length > MOST_CHOICES ? `${MOST_CHOICES}+` : countOf(sales.length, 'open sale')}*.`,
      ),
      buildInput('person', HAND_OVER_FORM.person),
    ],
    { metadata, submit: 'Hand over', close: 'Cancel' },
  );

/** One option is for all. */
const MOST_CHOICES = limits.select.options - 1;

function buildOthers(others: readonly LinkInSale[], isOwn: boolean): KnownBlock {
  const count = others.length > MOST_CHOICES ? `${MOST_CHOICES}+` : others.length;
  const options = [
    buildOption(HAND_OVER.all, `All ${isOwn ? 'your' : 'their'} other open sales (${count})`),
    ...others.slice(0, MOST_CHOICES).map((one) => buildOption(one.id, nameSale(one))),
  ];
  const kind = menuOfMany({ placeholder: 'Only this one', options });
  return buildInput('others', { ...HAND_OVER_FORM.others, kind });
}

/** In plain text. */
const nameSale = ({ sale, details }: LinkInSale): string =>
  `${rowOf(sale.state).label} · ${formatAed(sale.dueFils)} · ${describeCustomer(details)} · ${details.notes}`;

/** Why nothing changed: what happened to the link in the meantime. */
export const buildNotHandedOver = (link: LinkInSale, timeZone: string): ModalView =>
  buildWindow([section(describeNotHandedOver(link, timeZone))]);

/** The same in mrkdwn. */
export const describeNotHandedOver = (link: LinkInSale, timeZone: string): string =>
  [
    `*${describeLink(link)}*`,
    describeDisplayState(link, timeZone),
    mayBeHandedOver(link.sale.state)
      ? `Not handed over: a colleague handed it over a moment ago. It is with ${mention(link.ownerId)} now.`
      : `This link needs no more attention, so it can’t be handed over. It stays with ${mention(link.ownerId)}.`,
  ].join('\n');

/** `left`: how many of the chosen sales were not handed over. */
export const buildHandedOver = (sales: Sales, left: number): ModalView => {
  const [{ ownerId }] = sales;
  const words = `✅ ${describeSales(sales)} ${sales.length === 1 ? 'is' : 'are'} with ${mention(ownerId)} now, who gets a direct message.`;
  return buildWindow([
    section(
      left === 0
        ? words
        : `${words}\n⚠️ ${left} stayed: meanwhile paid or over, or a colleague handed ${left === 1 ? 'it' : 'them'} over.`,
    ),
  ]);
};

/** `*AED 250.00 for Sara …*`, or how many. Mrkdwn. */
const describeSales = ([sale, ...others]: Sales): string =>
  others.length === 0 ? describeSale(sale) : `*${groupNumber(others.length + 1)} sales*`;

/** `*AED 1,000.00*, 600.00 missing for Sara (···567): June rent · 🟠 Partly paid`. Mrkdwn. */
const describeSale = ({ sale, details }: LinkInSale): string =>
  `${describeSums(sale)} ${escapeMrkdwn(`for ${describeCustomer(details)}: ${details.notes}`)} · ${rowOf(sale.state).label}`;

/** The error under the field. */
export const explainPersonError = (why: 'same' | 'unknown'): string => {
  switch (why) {
    case 'same':
      return 'This link is already theirs. Choose somebody else.';
    case 'unknown':
      return 'Paylink doesn’t know this person yet. A colleague must first make a link here, or get a role from an admin in /paylink settings. An app or somebody from another company can’t have a link: choose somebody else.';
  }
};

export interface HandedOverTo {
  from: string;
  to: string;
  by: string;
}

/** More would bury the rest of the messages. */
const MOST_LISTED = 20;

/** To the new owner: the sales as they stood then, and their buttons. */
export const buildNowYours = (
  sales: Sales<ListedSale>,
  { from, to, by }: HandedOverTo,
  timeZone: string,
): Message => {
  const [first, ...others] = sales;
  const isOne = others.length === 0;
  const what = countSales(sales);
  const whose = by === from ? what : `${what} of ${mention(from)}’s`;
  const lead = by === to ? `🤝 You took over ${whose}` : `🤝 ${mention(by)} handed you ${whose}`;
  const after = `You’ll get ${isOne ? 'its' : 'their'} updates from now on.`;
  if (isOne) {
    const words = `${lead}: ${describeSale(first)}`;
    return buildMessage(words, [
      section([words, describeFacts(first, timeZone), after].join('\n')),
      buildCardButtons(first),
    ]);
  }
  const rest = sales.length - MOST_LISTED;
  return buildMessage(`${lead}. ${after}`, [
    section(
      `${lead}. ${after}${rest > 0 ? ` ${groupNumber(rest)} of them are not listed here: \`/paylink mine\` has all.` : ''}`,
    ),
    ...sales.slice(0, MOST_LISTED).map((one) => ({
      ...section(`${describeSale(one)}\n${describeFacts(one, timeZone)}`, `link_${one.id}`),
      accessory: buildLinkMenu(one),
    })),
  ]);
};

const countSales = ({ length }: Sales): string => (length === 1 ? 'a sale' : `${groupNumber(length)} sales`);

/** To the previous owner. They are a colleague's now, so there are no buttons. */
export const buildNowTheirs = (sales: Sales, { to, by }: HandedOverTo): Message => {
  const what = countSales(sales);
  const named = sales.slice(0, MOST_LISTED).map(describeSale);
  const list =
    sales.length === 1 ? `: ${named.join('')}.` : `:\n${named.map((one) => `• ${one}`).join('\n')}`;
  const words =
    by === to
      ? `🤝 ${mention(by)} took over ${what} of yours${list}`
      : `🤝 ${mention(by)} handed ${what} of yours over to ${mention(to)}${list}`;
  return buildMessage(
    `${words}${sales.length === 1 ? ' ' : '\n'}They’ll get ${sales.length === 1 ? 'its' : 'their'} updates from now on.`,
  );
};

/** To the person who handed them over, if Slack can't reach the new owner. */
export const buildNotTold = (sales: Sales, { to }: HandedOverTo, code: string): Message => {
  const [first, ...others] = sales;
  const [are, them] = others.length === 0 ? ['is', 'it'] : ['are', 'them'];
  const words = `⚠️ ${describeSales(sales)} ${are} with ${mention(to)} now, but Slack couldn’t deliver a message to them (\`${escapeMrkdwn(cut(code, 80))}\`). Tell them yourself, or hand ${them} over to somebody else.`;
  return buildMessage(words, [section(words), actions('link_actions', [buildDetailsButton(first)])]);
};

const describeFacts = (link: ListedSale, timeZone: string): string =>
  [`Expires ${slackDate(link.expiresAt, timeZone)}`, ...describeWhere(link)].join(' · ');

const describeWhere = ({ card }: ListedSale): string[] =>
  card !== null && isChannel(card.channelId) ? [`card in <#${escapeMrkdwn(card.channelId)}>`] : [];

const buildWindow = (
  blocks: KnownBlock[],
  form: { metadata?: string; submit?: string; close: string } = { close: 'Close' },
): ModalView => modal(HAND_OVER.callbackId, { title: TITLE, ...form }, blocks);
