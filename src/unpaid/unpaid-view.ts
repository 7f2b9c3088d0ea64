import type { Button, KnownBlock, ModalView } from '@slack/types';
import { firstNameOf } from '../blocks/customer.ts';
import { actions, buildButton, buildMessage, type Message, section } from '../blocks/message.ts';
import { formatAed, groupFils } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { countOf, cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { type SaleInFigures, SUMS, type Sum, unpaidOf } from '../figures/sale-figures.ts';
import { buildChangeButton, buildDetailsButton, buildRestButton } from '../links/card/card-buttons-view.ts';
import { buildRemindWindow } from '../links/card/remind-window-view.ts';
import type { WhatsappShown } from '../links/card/whatsapp-view.ts';
import { describeReminders } from '../links/sale/describe-display-state.ts';
import type { LinkInSale } from '../links/sale/link-in-sale.ts';

export const UNPAID_ACTIONS = {
  previous: 'unpaid_previous',
  next: 'unpaid_next',
  remind: 'unpaid_remind',
  remindNext: 'unpaid_remind_next',
} as const;

const DAY_MS = 24 * 60 * 60_000;

/** Nobody asks for what expired before: a list that only grows is not read. */
const EXPIRED_DAYS = 90;
export const EXPIRED_MS = EXPIRED_DAYS * DAY_MS;

/** Each has one line and a button. */
export const UNPAID_PAGE_SIZE = 8;

/** A sale, by the link that it is about now. */
export interface Owed {
  sale: SaleInFigures;
  link: LinkInSale;
}

interface Reader {
  userId: string;
  now: number;
  timeZone: string;
}

interface UnpaidPage extends Reader {
  /** Oldest first. */
  sales: readonly SaleInFigures[];
  /** Only those of this person. */
  isOwnOnly: boolean;
  /** Where the page begins. */
  first: number;
  shown: readonly Owed[];
}

/** What a button carries of a sale, in the order of the list, so that the next can be found when it is gone. */
export const writeStep = ({ madeAt, id }: SaleInFigures): string => `${madeAt}:${id}`;

/** Who owes, oldest first, for the person who asked. */
export const buildUnpaidPage = (page: UnpaidPage): Message => {
  const { sales, isOwnOnly, first, shown } = page;
  if (sales.length === 0)
    return buildMessage(isOwnOnly ? '✅ Nothing of yours is unpaid.' : '✅ Nothing is unpaid.');
  const turns = [
    ...(first > 0
      ? [buildButton(String(first - UNPAID_PAGE_SIZE), UNPAID_ACTIONS.previous, 'Previous')]
      : []),
    ...(first + shown.length < sales.length
      ? [buildButton(String(first + UNPAID_PAGE_SIZE), UNPAID_ACTIONS.next, 'Next')]
      : []),
  ];
  const head = describeHead(page);
  return buildMessage(head, [
    section(head, 'unpaid_title'),
    ...shown.map(
      (owed, nth): KnownBlock => ({
        ...section(describeOwed(owed, page), `unpaid_${nth}`),
        accessory: buildNextStep(owed),
      }),
    ),
    ...(turns.length === 0 ? [] : [actions('unpaid_pages', turns)]),
  ]);
};

const sumUp = (sales: readonly SaleInFigures[]): Sum => ({
  count: sales.length,
  fils: sales.reduce((all, sale) => all + unpaidOf(sale), 0),
});

function describeHead({ sales, isOwnOnly, first, shown }: UnpaidPage): string {
  const all = sumUp(sales);
  const expired = sumUp(sales.filter(({ is }) => is === 'expired'));
  const still = { count: all.count - expired.count, fils: all.fils - expired.fils };
  return [
    `*${isOwnOnly ? 'Yours: ' : ''}${groupNumber(all.count)} unpaid, ${formatAed(all.fils)}*`,
    [
      ...(still.count === 0 ? [] : [`${formatAed(still.fils)} still to come (${groupNumber(still.count)})`]),
      ...(expired.count === 0
        ? []
        : [
            `${formatAed(expired.fils)} ${SUMS.expired} (${groupNumber(expired.count)}, last ${EXPIRED_DAYS} days)`,
          ]),
      shown.length === sales.length
        ? 'oldest first'
        : `${groupNumber(first + 1)}–${groupNumber(first + shown.length)}, oldest first`,
    ].join(' · '),
  ].join('\n');
}

/** `Nour · *510.00* · chair · 9 days · not reminded`. Mrkdwn. */
const describeOwed = ({ sale, link }: Owed, { userId, now, timeZone }: Reader): string => {
  const owed = unpaidOf(sale);
  return [
    escapeMrkdwn(firstNameOf(link.details)),
    `*${groupFils(owed)}*${owed < sale.dueFils ? ` of ${groupFils(sale.dueFils)}` : ''}`,
    escapeMrkdwn(cut(link.details.notes, 24)),
    countDays(now - sale.madeAt),
    ...(sale.canPay ? [describeReminders(link, timeZone)[0] ?? 'not reminded'] : []),
    ...(sale.is === 'expired' ? ['⌛ expired'] : []),
    ...(link.ownerId === userId ? [] : [mention(link.ownerId)]),
  ].join(' · ');
};

const countDays = (ms: number): string => (ms < DAY_MS ? 'today' : countOf(Math.floor(ms / DAY_MS), 'day'));

/** What the card offers: nobody is reminded of a link that can't be paid. */
const buildNextStep = ({ sale, link }: Owed): Button => {
  if (sale.canPay)
    return buildButton(writeStep(sale), UNPAID_ACTIONS.remind, 'Remind', 'Remind this customer by WhatsApp');
  if (sale.is === 'expired') return buildChangeButton(link);
  const { restFils } = link.sale;
  return restFils === null ? buildDetailsButton(link) : buildRestButton(link, restFils, 'Link for the rest');
};

interface Reminder extends Reader {
  /** Those that can be paid, oldest first. */
  sales: readonly SaleInFigures[];
  at: number;
  owed: Owed;
  shown: WhatsappShown;
}

export const buildRemind = ({ sales, at, owed, shown, ...reader }: Reminder): ModalView => {
  const next = sales[at + 1];
  return buildRemindWindow(
    `*${groupNumber(at + 1)} of ${groupNumber(sales.length)}* · ${describeOwed(owed, reader)}`,
    next ? buildButton(writeStep(next), UNPAID_ACTIONS.remindNext, 'Next customer') : null,
    shown,
  );
};
