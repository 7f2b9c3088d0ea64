import type { KnownBlock } from '@slack/types';
import { actions, buildButton, context, header, type Message, section } from '../blocks/message.ts';
import { explainNoticing, slackTime } from '../blocks/money-and-time.ts';
import { buildWhomToAsk } from '../blocks/refusal.ts';
import { escapeMrkdwn, plain } from '../blocks/text.ts';
import { SEE_WHAT_CAME_ACTION } from '../teaching/what-came-view.ts';

export const OPEN_CONNECT_ACTION = 'open_connect';

export const CONFIRM_ACCOUNT_ACTION = 'confirm_account';

interface NamedAccount {
  id: string;
  host: string;
}

/** The account as the button carries it: a press that comes late confirms no other one. */
export const writeAccount = ({ id, host }: NamedAccount): string => JSON.stringify([id, host]);

/** The state of the workspace's connection to the payment service. */
export type HomeConnection = {
  businessName: string | null;
  /** The service cannot send callbacks, so payments are noticed within this time; null: it sends them. */
  noticedWithinMs: number | null;
} & (
  | { state: 'checking' }
  | { state: 'good'; at: number }
  | { state: 'failing'; at: number; what: string; next: string; reference: string | null }
  | {
      state: 'unconfirmed';
      /** Whose credentials Paylink has now, and whose links it made before. */
      now: NamedAccount;
      before: NamedAccount;
      canConfirm: boolean;
      admins: readonly string[];
    }
  | {
      state: 'not-connected';
      /** A private page to enter the credentials, for people who may. */
      address: string | null;
      /** The people to ask otherwise. */
      admins: readonly string[];
    }
);

export const buildHomeConnection = (connection: HomeConnection, timeZone: string): KnownBlock[] => [
  header(connection.businessName ?? 'Paylink', 'home_head'),
  {
    ...section(describeConnection(connection, timeZone), 'home_connection'),
    ...(connection.state === 'unconfirmed' && connection.canConfirm
      ? {
          accessory: {
            type: 'button',
            action_id: CONFIRM_ACCOUNT_ACTION,
            text: plain('This is our account'),
            style: 'primary',
            value: writeAccount(connection.now),
            confirm: {
              title: plain('Is this your account?'),
              text: plain(explainConfirming(connection)),
              confirm: plain('This is our account'),
              deny: plain('Not now'),
            },
          },
        }
      : {}),
    ...(connection.state === 'not-connected' && connection.address !== null
      ? {
          accessory: {
            type: 'button',
            action_id: OPEN_CONNECT_ACTION,
            text: plain('Connect…'),
            style: 'primary',
            url: connection.address,
          },
        }
      : {}),
  },
  ...(connection.noticedWithinMs === null
    ? []
    : [context(explainNoticing(connection.noticedWithinMs), 'home_sweep')]),
];

/** The answer to `/paylink business`. */
export const buildBusiness = (connection: HomeConnection, timeZone: string): Message => ({
  text: `${escapeMrkdwn(connection.businessName ?? 'Paylink')}: ${describeConnection(connection, timeZone)}`,
  blocks: buildHomeConnection(connection, timeZone),
});

function describeConnection(connection: HomeConnection, timeZone: string): string {
  switch (connection.state) {
    case 'checking':
      return '⏳ Checking the payment service…';
    case 'good':
      return `🟢 Payment service online (${slackTime(connection.at, timeZone)}).`;
    case 'failing':
      return [
        `🔴 *${escapeMrkdwn(connection.what)}* (${slackTime(connection.at, timeZone)})`,
        escapeMrkdwn(connection.next),
        ...(connection.reference === null ? [] : [`Reference ${escapeMrkdwn(connection.reference)}`]),
      ].join('\n');
    case 'unconfirmed':
      return [
        `🔴 *The payment account has changed.* It was ${nameAccount(connection.before)}. Paylink now has the credentials of ${nameAccount(connection.now)}${connection.businessName === null ? '' : ` (${escapeMrkdwn(connection.businessName)})`}.`,
        connection.canConfirm
          ? 'No link is made until you say that this is your account. If it is not, correct the credentials.'
          : `No link is made until an admin confirms it. ${buildWhomToAsk(connection.admins)}`,
      ].join('\n');
    case 'not-connected':
      return connection.address === null
        ? `🔌 *This workspace is not connected to the payment service yet.* ${buildWhomToAsk(connection.admins)}`
        : '🔌 *This workspace is not connected to the payment service yet.* Enter its credentials on a private page. It stays open for an hour. Don’t share its address: anyone who has it can use it.';
  }
}

export const LIST_MISSING =
  '⚠️ *The service’s list of payments has never answered.* A link counts as paid when its own record says so, and nobody sees if another amount came. Ask the person who runs Paylink to run `paylink doctor`.';

const nameAccount = ({ id, host }: NamedAccount): string => `*${escapeMrkdwn(id)}* at ${escapeMrkdwn(host)}`;

const explainConfirming = ({ now, before }: { now: NamedAccount; before: NamedAccount }): string =>
  now.id === before.id
    ? 'The account is the same, at another address. Links made before are looked up there too.'
    : 'New links are made at this account. Links made before belong to the other one: Paylink can’t see whether they are paid until its credentials are back.';

export const HOME_TRY_ACTION = 'home_try';

/** An admin's first payment at this service: to be tried, to be paid, or to be looked at. `linkId`: its link. */
export type FirstPayment = { is: 'none' } | { is: 'unpaid' } | { is: 'came'; linkId: string };

const UNSEEN = '👀 *Paylink has not seen a payment at your service yet.*';

/** For admins, until the service has reported a payment that Paylink understands. */
export const buildHomeFirstPayment = (first: FirstPayment): KnownBlock[] => {
  const button = (value: string, action: string, text: string): KnownBlock =>
    actions('home_first_payment_actions', [{ ...buildButton(value, action, text), style: 'primary' }]);
  switch (first.is) {
    case 'none':
      return [
        section(
          `${UNSEEN}\nPay AED 10 yourself. Paylink shows you what the service says about it, and learns how to read it.`,
          'home_first_payment',
        ),
        button('try', HOME_TRY_ACTION, 'Try it with AED 10'),
      ];
    case 'unpaid':
      return [
        section(
          `${UNSEEN}\nYour test link waits in your messages with Paylink. Pay it, and you see here what the service says.`,
          'home_first_payment',
        ),
      ];
    case 'came':
      return [
        section(
          '👀 *Something came for your test payment.*\nLook at it once, and every payment after it reads the same way.',
          'home_first_payment',
        ),
        button(first.linkId, SEE_WHAT_CAME_ACTION, 'See what came'),
      ];
  }
};

/** `link`: until one is made nothing else is said. */
export type FirstStep = 'link' | 'channel' | 'settings' | 'colleague' | 'terms';

const WORDS: Record<Exclude<FirstStep, 'terms'>, string> = {
  link: '👋 *Make a link*\nPress *New payment link*, or type this in any channel:\n`/paylink 250 Sara 0501234567`',
  channel: '• *A channel.* Type `/invite @Paylink` in your counter’s: everyone there sees what is paid.',
  settings: '• *Settings.* Presets, limits, who may approve.',
  colleague: '• *A colleague.* They type `/paylink`: nothing to install.',
};

export const HOME_TERMS_ACTION = 'home_terms';

/** An admin confirms them once, and every form is a tick and a field shorter. */
const TERMS: KnownBlock = {
  ...section(
    '*Terms and e-mail*\nConfirm once that customers accept the terms, and name the shop’s e-mail: the form then asks less.',
    'home_terms',
  ),
  accessory: { type: 'button', action_id: HOME_TERMS_ACTION, text: plain('Confirm…') },
};

/** One thing to do at first, then what is next. Nothing left: no blocks. */
export const buildHomeFirstSteps = (steps: readonly FirstStep[]): KnownBlock[] => {
  const told = steps.filter((step) => step !== 'terms');
  const text = told.includes('link')
    ? WORDS.link
    : ['*What is next*', ...told.map((step) => WORDS[step])].join('\n');
  return [
    ...(told.length === 0 ? [] : [section(text, 'home_first_steps')]),
    ...(steps.includes('terms') ? [TERMS] : []),
  ];
};
