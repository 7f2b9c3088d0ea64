import type { Button, KnownBlock, ModalView } from '@slack/types';
import { describeCustomer } from '../../blocks/customer.ts';
import { limits } from '../../blocks/limits.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { escapeMrkdwn, mrkdwn, plain } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { displayStateOf, isOver } from '../card/display-state.ts';
import { describeDuplicate, describeDuplicateState } from './describe-duplicate.ts';
import { formatAddress } from './existing-link.ts';

export const REPLACES_ACTION = 'replaces_link';
export const ANOTHER_SALE_ACTION = 'another_sale';
const DUPLICATES_QUESTION_CALLBACK = 'duplicates_question';

const MOST_SHOWN = 3;
const LONGEST_ADDRESS = 400;

/** A link for the same customer and amount, with the address of its card if it has one. */
export interface Double {
  link: Link;
  permalink: string | null;
}

interface DuplicatesQuestion {
  /** Newest first; at least one. */
  duplicates: readonly [Double, ...Double[]];
  /** What the form below the question holds. */
  metadata: string;
  now: number;
  timeZone: string;
}

/**
 * Asked on top of the form before a second similar link is created. It has no submit button: a second tap on
 * *Create link* hits nothing, or goes back to the form, which keeps everything typed.
 */
export const buildDuplicatesQuestion = ({
  duplicates,
  metadata,
  now,
  timeZone,
}: DuplicatesQuestion): ModalView => {
  const rest = duplicates.length - MOST_SHOWN;
  return {
    type: 'modal',
    callback_id: DUPLICATES_QUESTION_CALLBACK,
    private_metadata: metadata,
    title: plain('Create another link?', limits.view.title),
    close: plain('Back to the form', limits.view.close),
    blocks: [
      { type: 'section', block_id: 'question', text: mrkdwn(describeQuestion(duplicates)) },
      ...duplicates.slice(0, MOST_SHOWN).flatMap((double) => buildDuplicate(double, now, timeZone)),
      ...(rest > 0 ? [{ type: 'context' as const, elements: [mrkdwn(`and ${rest} more`)] }] : []),
      { type: 'divider' },
      {
        type: 'section',
        block_id: 'consequence',
        text: mrkdwn(
          `*Replaces it*: ${describeReplacing(duplicates)}\n*Another sale*: the customer pays both.`,
        ),
      },
      {
        type: 'actions',
        block_id: 'duplicates_choice',
        elements: [buildButton(ANOTHER_SALE_ACTION, 'Another sale', duplicates[0].link.id)],
      },
    ],
  };
};

function describeQuestion([{ link }, ...others]: DuplicatesQuestion['duplicates']): string {
  const amount = formatAed(link.amountFils);
  const who = escapeMrkdwn(describeCustomer(link.details));
  const what =
    others.length === 0
      ? `There is already a link for ${amount} for ${who}.`
      : `There are ${others.length + 1} links for ${amount} for ${who} already.`;
  return `⚠️ *${what}* No new link was created yet.`;
}

/** What the person who replaces a link must take care of, by what has happened or may still happen to it. */
function describeReplacing(duplicates: DuplicatesQuestion['duplicates']): string {
  const pays = 'the customer pays only the new link.';
  const found = duplicates.map(({ link }) => link);
  if (found.some((link) => !isOver(link)))
    return `${pays} The first one can’t be cancelled here, so tell them.`;
  return found.some((link) => displayStateOf(link) === 'paid')
    ? `${pays} Refund the first payment in the payment service’s dashboard.`
    : pays;
}

function buildDuplicate({ link, permalink }: Double, now: number, timeZone: string): KnownBlock[] {
  const place = describePlace(link, permalink);
  return [
    {
      type: 'section',
      block_id: `double_${link.id}`,
      text: mrkdwn(
        [describeDuplicateState(link, now, timeZone), `${describeDuplicate(link, now)}${place}`].join('\n'),
      ),
      accessory: buildButton(REPLACES_ACTION, 'Replaces it', link.id),
    },
  ];
}

/** A link to the card; without a card to the payment page, while the customer can still pay there. */
export const describePlace = (link: Link, permalink: string | null): string => {
  if (permalink !== null && permalink.length <= LONGEST_ADDRESS)
    return ` · <${escapeMrkdwn(permalink).replaceAll('|', '%7C')}|its card>`;
  const { address } = link;
  return address === null || address.length > LONGEST_ADDRESS || isOver(link)
    ? ''
    : ` · ${formatAddress(address)}`;
};

const buildButton = (actionId: string, text: string, linkId: string): Button => ({
  type: 'button',
  action_id: actionId,
  text: plain(text, limits.button.text),
  value: linkId,
});
