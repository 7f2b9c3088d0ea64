import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { keepQuestion } from '../links/issuing/questions.ts';
import { readEachInSale } from '../links/sale/link-in-sale.ts';
import type { Batch } from '../store/batch.ts';
import { buildHeldQuestion } from './held-rows-view.ts';

/** The question about the rows that wait for an answer, as they stand now. Null: none does. */
export const askAboutHeld = async (batch: Batch, app: App): Promise<Message | null> => {
  const { store, clock, timeZone } = app;
  const rows = await store.batches.heldRows(batch);
  if (rows.length === 0) return null;
  const news = await readEachInSale(
    rows.flatMap((one) => one.news),
    store.links,
  );
  const inSale = new Map(news.map((link) => [link.id, link]));
  const held = rows.map((one) => ({ ...one, news: one.news.flatMap(({ id }) => inSale.get(id) ?? []) }));
  const shown = Object.fromEntries(held.map((one) => [String(one.row.number), one.shown]));
  const question = await keepQuestion(batch.teamId, shown, app);
  return buildHeldQuestion({ batch, held, question, now: clock.now(), timeZone });
};
