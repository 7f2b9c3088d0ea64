import type { ActionsBlock, Button, Overflow } from '@slack/types';
import { actions, buildButton, buildOption, confirmation, MENU_SEPARATOR } from '../../blocks/message.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import type { Link } from '../../store/link.ts';
import { awaitsPayment } from '../../store/link-states.ts';
import { isEndedRequest, isOver, isPayable, mayBeChanged, mayHaveNews } from '../sale/display-state.ts';
import type { LinkInSale } from '../sale/link-in-sale.ts';
import { mayBeHandedOver } from '../sale/open-sales.ts';

export const REFRESH_ACTION = 'refresh_link';
export const DETAILS_ACTION = 'link_details';
export const SHOW_QR_ACTION = 'show_qr';
export const WHATSAPP_ACTION = 'whatsapp';
export const HAND_OVER_ACTION = 'hand_over';
export const CHANGE_ACTION = 'change_link';
export const REST_ACTION = 'link_for_rest';
export const COUNT_AS_PAID_ACTION = 'count_as_paid';
export const ASK_REFUND_ACTION = 'ask_refund';
export const MAKE_ANOTHER_ACTION = 'make_another';
export const LINK_MENU_ACTION = 'link_menu';

/** The choices of a link's ⋯ menu, in order. Each is also an action of its own. */
export const MENU_CHOICES = [
  REFRESH_ACTION,
  DETAILS_ACTION,
  HAND_OVER_ACTION,
  CHANGE_ACTION,
  MAKE_ANOTHER_ACTION,
] as const;

export type MenuChoice = (typeof MENU_CHOICES)[number];

const MENU_WORDS = {
  [REFRESH_ACTION]: 'Refresh',
  [DETAILS_ACTION]: 'Details',
  [HAND_OVER_ACTION]: 'Hand over to…',
  [CHANGE_ACTION]: (link) => {
    if (isEndedRequest(link)) return 'Change and ask again';
    return awaitsPayment(link.state) ? 'Change amount or details…' : 'New link';
  },
  [MAKE_ANOTHER_ACTION]: 'Make another like this',
} as const satisfies Record<MenuChoice, string | ((link: Link) => string)>;

const wordsOf = (choice: MenuChoice, link: Link): string => {
  const words = MENU_WORDS[choice];
  return typeof words === 'string' ? words : words(link);
};

/**
 * The buttons for what can be done about a link now: first what a customer waits for, the rest in the menu. The service can
 * neither cancel nor refund a link, so no button does.
 */
export const buildCardButtons = (link: LinkInSale): ActionsBlock =>
  actions('link_actions', listCardButtons(link));

export const listCardButtons = (link: LinkInSale): (Button | Overflow)[] => {
  const { restFils } = link.sale;
  if (isPayable(link)) return [buildShowQrButton(link), buildWhatsappButton(link), buildLinkMenu(link)];
  const rest = listChoices(link);
  const shown = isOver(link)
    ? [mayBeChanged(link) ? buildChangeButton(link) : buildMakeAnotherButton(link)]
    : restFils !== null
      ? [buildRestButton(link, restFils)]
      : [...(mayHaveNews(link) ? [buildRefreshButton(link)] : []), buildDetailsButton(link)];
  const left = rest.filter((choice) => !shown.some(({ action_id }) => action_id === choice));
  if (left.length === 0) return shown;
  // A menu with one choice would cost an extra press.
  const [only] = left;
  return [...shown, left.length === 1 && only ? BUTTONS[only](link) : buildMenu(link, left)];
};

export const BUTTONS: Record<MenuChoice, (link: Link) => Button> = {
  [REFRESH_ACTION]: (link) => buildRefreshButton(link),
  [DETAILS_ACTION]: (link) => buildDetailsButton(link),
  [HAND_OVER_ACTION]: (link) =>
    buildButton(link.id, HAND_OVER_ACTION, wordsOf(HAND_OVER_ACTION, link), 'Make this link a colleague’s'),
  [CHANGE_ACTION]: (link) => buildChangeButton(link),
  [MAKE_ANOTHER_ACTION]: (link) => buildMakeAnotherButton(link),
};

/** Everything that can be done about a link. */
export const buildLinkMenu = (link: LinkInSale): Overflow => buildMenu(link, listChoices(link));

const OFFERED: Record<MenuChoice, (link: LinkInSale) => boolean> = {
  [REFRESH_ACTION]: mayHaveNews,
  [DETAILS_ACTION]: () => true,
  [HAND_OVER_ACTION]: ({ sale }) => mayBeHandedOver(sale.state),
  [CHANGE_ACTION]: mayBeChanged,
  [MAKE_ANOTHER_ACTION]: (link) => !mayBeChanged(link),
};

const listChoices = (link: LinkInSale): MenuChoice[] =>
  MENU_CHOICES.filter((choice) => OFFERED[choice](link));

const buildMenu = (link: LinkInSale, choices: readonly MenuChoice[]): Overflow => ({
  type: 'overflow',
  action_id: LINK_MENU_ACTION,
  options: choices.map((choice) =>
    buildOption(`${choice}${MENU_SEPARATOR}${link.id}`, wordsOf(choice, link)),
  ),
});

export const buildDetailsButton = (link: Link, text = 'Details'): Button =>
  buildButton(link.id, DETAILS_ACTION, text, 'Show everything known about this link');

export const buildShowQrButton = (link: Link): Button =>
  buildButton(link.id, SHOW_QR_ACTION, 'Show QR', 'Show the QR code large enough to scan');

export const buildWhatsappButton = (link: Link): Button =>
  buildButton(
    link.id,
    WHATSAPP_ACTION,
    'WhatsApp',
    'Send the link to the customer by WhatsApp, or remind of it',
  );

/** Makes the next link of its sale. */
export const buildChangeButton = (link: Link, text = wordsOf(CHANGE_ACTION, link)): Button =>
  buildButton(link.id, CHANGE_ACTION, text, 'Open the form, filled in from this link');

export const buildCountAsPaidButton = (link: Pick<Link, 'id'>): Button =>
  buildButton(
    link.id,
    COUNT_AS_PAID_ACTION,
    'Count as paid in full',
    'Count this part payment as paid in full',
  );

/** `fils`: what the person sees is too much, and asks for. */
export const buildAskRefundButton = ({ id }: Pick<Link, 'id'>, fils: number): Button => {
  const name = `Ask finance to refund ${formatAed(fils)}`;
  return {
    ...buildButton(
      `${id}${MENU_SEPARATOR}${fils}`,
      ASK_REFUND_ACTION,
      name,
      'Ask the people who handle the money to refund it',
    ),
    confirm: confirmation(`${name}?`, 'The people who handle the money get a message with your name.', [
      'Ask finance',
      'Not now',
    ]),
  };
};

export const readAskedFils = (value: string | null): number => Number(value?.split(MENU_SEPARATOR)[1]);

export const buildRestButton = (
  link: Pick<Link, 'id'>,
  restFils: number,
  text = nameRest(restFils),
): Button => buildButton(link.id, REST_ACTION, text, 'Open the form, filled in with what is missing');

export const nameRest = (restFils: number): string => `Link for the remaining ${formatAed(restFils)}`;

export const buildMakeAnotherButton = ({ id }: Pick<Link, 'id'>): Button =>
  buildButton(
    id,
    MAKE_ANOTHER_ACTION,
    MENU_WORDS[MAKE_ANOTHER_ACTION],
    'Open the form with the values of this link',
  );

const buildRefreshButton = (link: Link): Button =>
  buildButton(link.id, REFRESH_ACTION, 'Refresh', 'Ask the payment service about this link now');
