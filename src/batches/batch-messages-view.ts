import { ASK_REASONS } from '../approvals/approval-view.ts';
import { describeBatch } from '../blocks/batch.ts';
import { actions, buildMessage, type Message, section } from '../blocks/message.ts';
import { formatAed, slackDate } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { countOf, cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { buildWhatsappButton } from '../links/card/card-buttons-view.ts';
import { describeSale } from '../links/card/owner-messages-view.ts';
import type { LinkInSale } from '../links/sale/link-in-sale.ts';
import { type Batch, hasBegun } from '../store/batch.ts';
import type { Link } from '../store/link.ts';
import type { AskReason } from '../store/tables/approval-asks.ts';
import { buildBatchButton, buildDecisions } from './batch-buttons-view.ts';
import { describeAnswer } from './batch-states.ts';
import type { BatchCounts, Figure } from './count-batch.ts';

/** The first post to one person who may approve, without buttons. It notifies them. */
export const buildFirstBatchAsk = (batch: Batch, reason: AskReason): Message =>
  buildMessage(
    `${mention(batch.creatorId)} asks you to approve ${describeBatch(batch)}: above ${formatAed(batch.limitFils ?? 0)}.${ASK_REASONS[reason]}`,
  );

/** The same message with buttons while the batch waits, and with the decision afterwards. */
export const buildBatchAsk = (batch: Batch, reason: AskReason): Message => {
  if (batch.state !== 'asked') return buildMessage(describeAnswer(batch));
  const { text, blocks } = buildFirstBatchAsk(batch, reason);
  return { text, blocks: [...blocks, actions('batch_actions', buildDecisions(batch))] };
};

export const buildBatchNews = (batch: Batch): Message =>
  buildMessage(
    describeAnswer(
      batch,
      hasBegun(batch.state) ? '. It is paused; its card says why.' : '. No link was made.',
    ),
  );

/** Links that expire soon: one, or those of a batch. */
export interface EndingLine {
  batch: Batch | null;
  links: [LinkInSale, ...LinkInSale[]];
}

const MOST_ENDING = 20;

const sumOf = (links: readonly Link[]): string =>
  formatAed(links.reduce((sum, { amountFils }) => sum + amountFils, 0));

/** To the owner of links that are unpaid and expire soon, the soonest first. */
export const buildEnding = (lines: readonly [EndingLine, ...EndingLine[]], timeZone: string): Message => {
  const [first] = lines[0].links;
  const all = lines.flatMap(({ links }) => links);
  const isOne = all.length === 1;
  const what = isOne ? describeSale(first) : `${groupNumber(all.length)} links, ${sumOf(all)}`;
  const are = isOne ? 'is unpaid and expires' : 'are unpaid. The first expires';
  const text = `⏰ *${what}* ${are} ${slackDate(first.expiresAt, timeZone)}.`;
  if (isOne && lines[0].batch === null) {
    const words = section([text, ...describeFor(first)].join('\n'), 'reminder');
    return buildMessage(text, [{ ...words, accessory: buildWhatsappButton(first) }]);
  }
  return buildMessage(text, [
    section(text, 'reminder'),
    ...lines.slice(0, MOST_ENDING).map(({ batch, links: [link, ...more] }) =>
      batch === null
        ? { ...section(nameEnding(link, timeZone), `link_${link.id}`), accessory: buildWhatsappButton(link) }
        : {
            ...section(
              `*${sumOf([link, ...more])}* · ${countOf(more.length + 1, 'link')} of ${nameFile(batch)}`,
              `batch_${batch.id}`,
            ),
            accessory: buildBatchButton(batch, 'remind'),
          },
    ),
    ...(lines.length > MOST_ENDING ? [section('All of them: `/paylink unpaid`')] : []),
  ]);
};

const nameFile = ({ fileName }: Batch): string => escapeMrkdwn(cut(fileName, 80));

const nameEnding = (link: LinkInSale, timeZone: string): string =>
  [`*${describeSale(link)}*`, ...describeFor(link), slackDate(link.expiresAt, timeZone)].join(' · ');

const describeFor = ({ details, payment }: Link): string[] => [
  escapeMrkdwn(cut(details.notes, 60)),
  ...(payment?.finding === 'declined' ? ['the card was declined'] : []),
];

/** The morning reply in the card's thread. `day`: the payments of the last 24 hours. */
export const buildBatchDigest = (batch: Batch, { unpaid, expired }: BatchCounts, day: Figure): Message => {
  const came =
    day.rows === 0
      ? 'Nothing was paid in the last 24 hours.'
      : `${groupNumber(day.rows)} ${day.rows === 1 ? 'payment' : 'payments'} in the last 24 hours: ${formatAed(day.sumFils)}.`;
  const ended = expired.rows === unpaid.rows ? 'all' : groupNumber(expired.rows);
  const left =
    unpaid.rows === 0
      ? 'No unpaid links are left.'
      : `${groupNumber(unpaid.rows)} still unpaid: ${formatAed(unpaid.sumFils)}${expired.rows > 0 ? `, ${ended} of them expired or cancelled` : ''}.`;
  const text = `☀️ ${came} ${left}`;
  return buildMessage(`${text} ${describeBatch(batch)}`, [section(text, 'batch_digest')]);
};
