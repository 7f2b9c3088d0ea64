import { z } from 'zod';
import type { App, Request } from '../../app-parts.ts';
import { mention } from '../../blocks/refusal.ts';
import type { Clock } from '../../clock.ts';
import type { Ids } from '../../ids.ts';
import { readForm } from '../../slack/fields.ts';
import type { Pressed } from '../../slack/frame.ts';
import { Refused } from '../../slack/refused.ts';
import type { Answer, Sent } from '../../slack/submit.ts';
import type { Letter, ToWrite } from '../../slack/tell.ts';
import type { Opening } from '../../slack/views.ts';
import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import type { HandedOver, HandOver } from '../../store/link-actions.ts';
import { readListed } from '../card/find-link.ts';
import { describeLink } from '../card/link-card-view.ts';
import { buildHandOverNotice, buildLinkShows, type handOverSchema } from '../card/notice-kinds.ts';
import { readInSale } from '../sale/link-in-sale.ts';
import { holderOf, mayBeHandedOver, readOpenSales } from '../sale/open-sales.ts';
import {
  buildHandedOver,
  buildHandOverAll,
  buildHandOverView,
  buildNotHandedOver,
  buildNotTold,
  buildNowTheirs,
  buildNowYours,
  describeNotHandedOver,
  explainPersonError,
  HAND_OVER,
  HAND_OVER_FORM,
  type HandedOverTo,
} from './hand-over-view.ts';

/** `ownerId`: the owner when the window opened. If two windows are submitted, the second changes nothing. */
const metadataSchema = z.object({
  linkId: z.string(),
  ownerId: z.string(),
  /** Whatever they have, and not this link alone. */
  isAll: z.boolean().default(false),
});

/** One more than a menu shows. */
const MOST_OTHERS = 100;

/** Opens the window that asks for the new owner. */
export const handleHandOver = ({ place }: Pressed, { store, timeZone }: Request): Opening<Link> => ({
  first: { callbackId: HAND_OVER.callbackId, title: 'Hand over' },
  read: async (link) => {
    const { id, teamId, ownerId } = link;
    const metadata = JSON.stringify({ linkId: id, ownerId, isAll: false } satisfies Metadata);
    const theirs = await readOpenSales({ teamId, ownerId, limit: MOST_OTHERS + 1 }, store.links);
    const others = theirs.filter((one) => one.saleId !== link.saleId && mayBeHandedOver(one.sale.state));
    const shown = await readInSale(link, store.links);
    return { view: buildHandOverView(shown, { metadata, by: place.userId, others, timeZone }) };
  },
});

/** Somebody leaves: all that they have. */
export const handleHandOverFrom = ({ place }: Pressed, { store }: Request): Opening => ({
  first: { callbackId: HAND_OVER.callbackId, title: 'Hand over' },
  read: async () => {
    const { teamId, value } = place;
    const ownerId = value ?? '';
    const theirs = await readOpenSales({ teamId, ownerId, limit: MOST_OTHERS }, store.links);
    const [first, ...others] = theirs.filter((one) => mayBeHandedOver(one.sale.state));
    if (first === undefined) throw new Refused(`${mention(ownerId)} has no open sales.`);
    const metadata = JSON.stringify({ linkId: first.id, ownerId, isAll: true } satisfies Metadata);
    return { view: buildHandOverAll([first, ...others], { metadata, ownerId }) };
  },
});

type Metadata = z.infer<typeof metadataSchema>;

const parseMetadata = (metadata: string): Metadata => metadataSchema.parse(JSON.parse(metadata));

/** The link of a window that was sent. */
export const findHandedOver = ({ teamId, view }: Sent, { store }: Request): Promise<Link | null> =>
  store.links.find(teamId, parseMetadata(view.metadata).linkId);

/** Hands the links over before answering Slack, so that the window can show the outcome. */
export const handleHandOverSubmission = async (
  { about: link, teamId, userId, view }: Sent & { about: Link },
  request: Request,
): Promise<Answer> => {
  const { store, members } = request;
  const { ownerId, isAll } = parseMetadata(view.metadata);
  const { person: to, others } = readForm(HAND_OVER_FORM, view.values);
  if (to === link.ownerId) throw wrongPerson('same');
  // People who have used Paylink are members of this workspace: no bots, and nobody from a shared channel.
  const isKnown = (await store.auditEntries.isKnown(teamId, to)) || (await members.isGivenRole(teamId, to));
  if (!isKnown) throw wrongPerson('unknown');
  const chosen = others ?? [];
  const ids = isAll || chosen.includes(HAND_OVER.all) ? 'all' : [link.id, ...chosen];
  const { handed, left } = await handOver(ids, { teamId, from: ownerId, to, by: userId }, request);
  const [first, ...more] = await readListed(handed, request);
  if (first === undefined) {
    const now = await readInSale(await store.links.get(link.id), store.links);
    return { show: buildNotHandedOver(now, request.timeZone) };
  }
  return { show: buildHandedOver([first, ...more], new Set(left.map(({ saleId }) => saleId)).size) };
};

const handOver = async (
  ids: HandOver['ids'],
  { teamId, ...handed }: HandedOverTo & { teamId: string },
  { store, clock, ids: { auditEntry, notice } }: Request,
): Promise<HandedOver> => {
  const outcome = await store.links.handOver({
    ...{ teamId, ids, ...handed },
    at: clock.now(),
    newAuditId: auditEntry,
    holderOf,
    jobs: (links) => buildHandOverNotices(links, handed, { ids: { notice }, clock }),
  });
  return outcome;
};

/** The owner from whom it is taken stands behind the link. */
const readTaken = ({ place }: Pressed): { id: string; from: string } => {
  const [id = '', from = ''] = (place.value ?? '').split(':');
  return { id, from };
};

/** A link whose owner Slack can't reach, for everybody who may use it. */
export const findTaken = (pressed: Pressed, { store }: Request): Promise<Link | null> =>
  store.links.find(pressed.place.teamId, readTaken(pressed).id);

const takeOver = async (
  pressed: Pressed & { about: Link },
  ids: HandOver['ids'],
  request: Request,
): Promise<void> => {
  const { about: link, place, tell } = pressed;
  const { teamId, userId } = place;
  const { from } = readTaken(pressed);
  const { handed } = await handOver(ids, { teamId, from, to: userId, by: userId }, request);
  if (handed.length > 0) return;
  const { links } = request.store;
  const now = await readInSale(await links.get(link.id), links);
  await tell(
    now.ownerId === userId
      ? `*${describeLink(now)}* is yours.`
      : describeNotHandedOver(now, request.timeZone),
  );
};

/** Makes a link the presser's. If two people press at once, the other one reads who was first. */
export const handleTakeOver = (pressed: Pressed & { about: Link }, request: Request): Promise<void> =>
  takeOver(pressed, [pressed.about.id], request);

/** The same for all open links of its owner. */
export const handleTakeOverAll = (pressed: Pressed & { about: Link }, request: Request): Promise<void> =>
  takeOver(pressed, 'all', request);

const wrongPerson = (why: Parameters<typeof explainPersonError>[0]): Refused =>
  new Refused(explainPersonError(why), 'person');

/**
 * A direct message to the new owner and one to the previous owner, unless they saw it in the window, however many links. Their
 * cards then name the new owner, and stay where they are.
 */
export const buildHandOverNotices = (
  links: readonly [Link, ...Link[]],
  handed: HandedOverTo,
  { ids, clock }: { ids: Pick<Ids, 'notice'>; clock: Pick<Clock, 'now'> },
): NewJob[] => {
  const [first, ...others] = links;
  const more = new Set(others.flatMap(({ saleId }) => (saleId === first.saleId ? [] : [saleId])));
  const tell = (tells: string) => buildHandOverNotice(first, tells, ids, { ...handed, others: [...more] });
  const people = handed.by === handed.from ? [handed.to] : [handed.to, handed.from];
  return [...people.map(tell), ...buildLinkShows(links, clock.now())];
};

/** One of the direct messages. If Slack takes none for the new owner, the person who handed over is told. */
export const writeHandOver = async (
  {
    job: { teamId, linkId },
    to: tells,
    ids: { untold, others, ...handed },
  }: ToWrite<z.output<typeof handOverSchema>>,
  { store, ids, timeZone }: App,
): Promise<Letter | null> => {
  if (linkId === null) return null;
  const all = await Promise.all([linkId, ...others].map((id) => store.links.find(teamId, id)));
  const [first, ...more] = await readListed(
    all.flatMap((one) => one ?? []),
    { store },
  );
  if (first === undefined) return null;
  const sales = [first, ...more] as const;
  if (untold !== undefined) return { message: buildNotTold(sales, handed, untold), refused: () => [] };
  if (tells !== handed.to) return { message: buildNowTheirs(sales, handed), refused: () => [] };
  // It was handed on since.
  if (first.ownerId !== tells) return null;
  return {
    message: buildNowYours(sales, handed, timeZone),
    refused: (code) =>
      handed.by === handed.to
        ? []
        : [buildHandOverNotice({ id: linkId, teamId }, handed.by, ids, { ...handed, others, untold: code })],
  };
};
