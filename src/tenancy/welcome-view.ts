import { buildMessage, type Message } from '../blocks/message.ts';

export interface WelcomeParts {
  isAgain: boolean;
  /** The payment service's credentials have been entered. */
  isConnected: boolean;
}

/** A direct message to the user who installed Paylink: it is ready, and here is the first step. */
export const buildWelcome = ({ isAgain, isConnected }: WelcomeParts): Message => {
  const text = isAgain
    ? `Paylink is installed again. Links, settings and roles are as they were.${isConnected ? '' : ` ${ANEW}`}`
    : ['👋 Paylink is installed, and you are its admin.', isConnected ? CONNECTED : UNCONNECTED].join('\n');
  return buildMessage(text);
};

const ANEW =
  'The credentials of the payment service must be entered anew, by an admin of Paylink: open *Home* here and press *Connect…*. Until then no link is made.';
const CONNECTED =
  '*First step:* type `/paylink` in a channel and fill in the form. The card in the channel says when the link is paid.';
const UNCONNECTED =
  '*First step:* connect your payment account. Continue on the page that opened in your browser, or open Paylink’s *Home* here and press *Connect…*. Then type `/paylink` in a channel.';
