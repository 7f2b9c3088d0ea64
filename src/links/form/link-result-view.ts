import type { Button, ConfirmationDialog, KnownBlock, ModalView } from '@slack/types';
import { describeCustomer } from '../../blocks/customer.ts';
import { actions, buildButton, confirmation, context, modal, section } from '../../blocks/message.ts';
import { formatAed, slackDate } from '../../blocks/money-and-time.ts';
import { describePlace } from '../../blocks/place.ts';
import { escapeMrkdwn, linkTo } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import type { LinkWithCard } from '../../store/link-card.ts';
import { isGivenUp, mayExist } from '../../store/link-states.ts';
import type { Sale } from '../../store/reserve-link.ts';
import {
  buildChangeButton,
  buildDetailsButton,
  buildShowQrButton,
  buildWhatsappButton,
} from '../card/card-buttons-view.ts';
import { describeHappening } from '../card/card-thread-view.ts';
import { describeInvoiceId } from '../card/link-card-view.ts';
import { describeExisting } from '../issuing/link-failures.ts';
import { isPayable, isSettled } from '../sale/display-state.ts';
import type { LinkInSale } from '../sale/link-in-sale.ts';

export const LINK_RESULT_CALLBACK = 'link_result';
export const TRY_AGAIN_ACTION = 'try_again';
export const CHECK_AGAIN_ACTION = 'check_again';
export const MAKE_ANOTHER_ANYWAY_ACTION = 'make_another_anyway';

/**
 * A form is good for one sale: submitted again with another amount or customer, it would attach to the link
 * that it made first. Shown in place of the form, which may already be gone from the screen.
 */
export const buildFormUsed = (used: Sale, askedFils: number): ModalView =>
  buildWindow('Form already used', [
    section(
      `⚠️ *This form was already used for ${escapeMrkdwn(`${formatAed(used.amountFils)} for ${describeCustomer(used.details)}`)}.*\nNothing was made for ${formatAed(askedFils)} now. Open a new form with \`/paylink\`.`,
    ),
  ]);

/** Shown on top of the form, which can say the same under its fields when it is submitted again. */
export const buildFormNotTaken = (errors: readonly string[]): ModalView => ({
  ...buildWindow(
    'Check the form',
    [section(`⚠️ *No link was made.*\n${errors.map(escapeMrkdwn).join('\n')}`)],
    'Back to the form',
  ),
  // Leads back to the form.
  clear_on_close: false,
});

export interface Trouble {
  link: Link;
  timeZone: string;
  /** We are asking the service right now. */
  isChecking?: boolean;
  /** When the person last let us ask. */
  checkedAt?: number | null;
}

interface LinkResult extends Omit<Trouble, 'isChecking'> {
  link: LinkWithCard & LinkInSale;
}

/** How a link stands, in a message: its address, or what happened and what is safe to do. */
export const buildResultBlocks = (result: LinkResult): KnownBlock[] => {
  const { link } = result;
  if (link.address !== null && isPayable(link)) return buildReady(link, link.address);
  return isSettled(link) ? buildSettled(link, result.timeZone) : buildTrouble(result);
};

/** No address: nobody should send a customer a link that can no longer be paid. */
const buildSettled = (link: LinkInSale, timeZone: string): KnownBlock[] => [
  section(describeHappening(link, timeZone)),
  actions('link_actions', [buildDetailsButton(link)]),
  context(`Reference ${describeInvoiceId(link)}`),
];

const buildReady = (link: LinkWithCard & LinkInSale, address: string): KnownBlock[] => [
  section(linkTo(address)),
  actions('link_actions', [
    { ...buildShowQrButton(link), style: 'primary' },
    buildWhatsappButton(link),
    buildChangeButton(link),
  ]),
  context(
    `${link.card === null ? 'Its card goes to' : 'Card in'} ${describePlace(link.card?.channelId ?? link.channelId)}`,
  ),
];

export function buildTrouble({
  link,
  timeZone,
  isChecking = false,
  checkedAt = null,
}: Trouble): KnownBlock[] {
  const { failure } = link;
  const what = failure?.what ?? 'The payment service has not answered yet.';
  const next = failure?.next ?? 'Do not make the link again until this is settled.';
  const reference = `Reference ${describeInvoiceId(link)}`;
  return [
    section(
      `${isGivenUp(link.state) ? '✖️' : '❔'} *${escapeMrkdwn(what)}*\n${escapeMrkdwn(next)}${failure ? describeExisting(failure, link.invoiceId) : ''}`,
    ),
    isChecking ? section('⏳ Asking the payment service whether the link exists…') : buildNextStep(link),
    context(
      [
        reference,
        ...(failure?.reference ? [`report ${escapeMrkdwn(failure.reference)}`] : []),
        ...(checkedAt === null || isGivenUp(link.state)
          ? []
          : [`still not known as of ${slackDate(checkedAt, timeZone)}`]),
      ].join(' · '),
    ),
  ];
}

function buildNextStep(link: Link): KnownBlock {
  const button = (actionId: string, text: string): Button => buildButton(link.id, actionId, text);
  return actions(
    'next_step',
    isGivenUp(link.state)
      ? [{ ...button(TRY_AGAIN_ACTION, 'Try again'), style: 'primary' }]
      : [
          button(CHECK_AGAIN_ACTION, 'Check again'),
          ...(mayExist(link.state)
            ? [{ ...button(MAKE_ANOTHER_ANYWAY_ACTION, 'Make another anyway'), confirm: buildRisk(link) }]
            : []),
        ],
  );
}

/** Warns what another link risks while we do not know whether the first one exists. */
function buildRisk({ amountFils, details }: Link): ConfirmationDialog {
  const who = details.FullName.split(' ')[0] ?? '';
  return confirmation(
    'Make another link?',
    `The first link of ${formatAed(amountFils)} may exist. If ${who} gets both, both can be paid and one must be refunded. Paylink keeps looking for the first and tells you if it turns up.`,
    ['Make another', 'Wait'],
    'danger',
  );
}

const buildWindow = (title: string, blocks: KnownBlock[], close = 'Close'): ModalView => ({
  ...modal(LINK_RESULT_CALLBACK, { title, close }, blocks),
  // The used-up form may be below this view.
  clear_on_close: true,
});
