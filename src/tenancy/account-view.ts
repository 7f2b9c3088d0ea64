import { buildWhomToAsk } from '../blocks/refusal.ts';
import type { AccountTrouble } from './accounts.ts';

const CHANGED =
  'The payment account has changed and nobody has confirmed the new one yet, so no link can be made.';

/** Mrkdwn. `admins`: who may confirm the account; empty: nobody in Slack. */
export const buildUnconfirmed = (admins: readonly string[]): string =>
  admins.length === 0
    ? `${CHANGED} The person who runs Paylink stops it, runs \`paylink adopt\`, and starts it again.`
    : `${CHANGED} ${buildWhomToAsk(admins)} They open Paylink’s *Home* and press *This is our account*.`;

/** Plain text, at a field of the form. */
export const UNCONFIRMED_AT_FIELD = `${CHANGED} Ask an admin of Paylink to press This is our account in its Home. Then press Create link again.`;

/** Plain text. */
export const describeTrouble = (trouble: AccountTrouble): string =>
  trouble.because === 'unconfirmed'
    ? `${CHANGED} An admin of Paylink opens its Home and presses This is our account.`
    : `Nothing more was made: this was confirmed for the payment account ${trouble.from}, and new links belong to ${trouble.to} now.`;
