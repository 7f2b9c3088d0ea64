import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import type { SaleInFigures } from '../figures/sale-figures.ts';
import { buildNobodyLeft, REMIND_WINDOW } from '../links/card/remind-window-view.ts';
import { readWhatsapp } from '../links/card/whatsapp-presses.ts';
import { readSales } from '../links/sale/link-in-sale.ts';
import type { Pressed } from '../slack/frame.ts';
import { postResponse } from '../slack/post-response.ts';
import { Refused } from '../slack/refused.ts';
import type { Asker } from '../slack/rows.ts';
import { type Opening, updateView } from '../slack/views.ts';
import {
  buildRemind,
  buildUnpaidPage,
  EXPIRED_MS,
  type Owed,
  UNPAID_PAGE_SIZE,
  writeStep,
} from './unpaid-view.ts';

/** `/paylink unpaid`. */
export const handleUnpaid = async (
  { asker, tell }: { asker: Asker; tell: Pressed['tell'] },
  request: Request,
): Promise<void> => void (await tell(await readPage(asker, 0, request)));

const bodySchema = z.object({ response_url: z.string() });

/** Another page, in place of the one that has the button. */
export const handleUnpaidPage = async ({ place, args }: Pressed, request: Request): Promise<void> => {
  const to = { url: bodySchema.parse(args.body).response_url, isReplacing: true };
  await postResponse(to, await readPage(place, Number(place.value) || 0, request), request);
};

/** *Remind* in the list: the customer of this sale. */
export const handleRemind = ({ place }: Pressed, request: Request): Opening => ({
  first: REMIND_WINDOW,
  read: async () => ({
    view: null,
    fill: async () => {
      const view = await readReminder(place, (step) => step === place.value, request);
      if (view !== null) return view;
      throw new Refused('This is no longer unpaid. `/paylink unpaid` shows who still owes.');
    },
  }),
});

/** *Next customer*: the one after, where that one has paid since. */
export const handleRemindNext = async ({ place }: Pressed, request: Request): Promise<void> => {
  if (place.view === null) return;
  const view = await readReminder(place, (step) => step >= (place.value ?? ''), request);
  await updateView({ viewId: place.view.id, view: view ?? buildNobodyLeft() }, request);
};

/** Who owes, oldest first, by the rights of `/paylink find`. */
const readUnpaid = async ({ teamId, userId }: Asker, { store, members, clock }: Request) => {
  const isOwnOnly = !(await members.may(teamId, userId, 'use-any-link'));
  const sales: SaleInFigures[] = [];
  const expiredSince = clock.now() - EXPIRED_MS;
  const all = store.saleFigures.unpaid(teamId, { expiredSince, ...(isOwnOnly && { ownerId: userId }) });
  for await (const sale of all) sales.push(sale);
  return { isOwnOnly, sales: sales.toSorted((one, other) => (writeStep(one) < writeStep(other) ? -1 : 1)) };
};

const withLinks = async (
  sales: readonly SaleInFigures[],
  teamId: string,
  { store }: Request,
): Promise<Owed[]> => {
  const links = await readSales(
    sales.map(({ saleId }) => ({ teamId, saleId })),
    store.links,
  );
  return links.flatMap((link, nth) => (sales[nth] === undefined ? [] : { sale: sales[nth], link }));
};

const readPage = async ({ teamId, userId }: Asker, wanted: number, request: Request): Promise<Message> => {
  const { audit, clock, timeZone } = request;
  const unpaid = await readUnpaid({ teamId, userId }, request);
  // Fewer may be left than when the button was made.
  const last = Math.max(unpaid.sales.length - 1, 0);
  const first = Math.min(wanted, last - (last % UNPAID_PAGE_SIZE));
  const shown = await withLinks(unpaid.sales.slice(first, first + UNPAID_PAGE_SIZE), teamId, request);
  const detail = { links: shown.length };
  if (!unpaid.isOwnOnly) await audit.write({ teamId, actorId: userId, action: 'links-searched', detail });
  return buildUnpaidPage({ ...unpaid, first, shown, userId, now: clock.now(), timeZone });
};

/** Null: there is none. Nobody else's sales are in what they may see. */
const readReminder = async (
  { teamId, userId }: Asker,
  isMeant: (step: string) => boolean,
  request: Request,
) => {
  const { clock, timeZone } = request;
  const { sales } = await readUnpaid({ teamId, userId }, request);
  const payable = sales.filter(({ canPay }) => canPay);
  const at = payable.findIndex((sale) => isMeant(writeStep(sale)));
  const [owed] = at < 0 ? [] : await withLinks(payable.slice(at, at + 1), teamId, request);
  if (owed === undefined) return null;
  const shown = await readWhatsapp(owed.link, userId, request);
  return buildRemind({ sales: payable, at, owed, shown, userId, now: clock.now(), timeZone });
};
