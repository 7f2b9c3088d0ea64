import { z } from 'zod';
import type { Request } from '../../app-parts.ts';
import { rebuildSection } from '../../settings/open-settings.ts';
import type { Pressed } from '../../slack/frame.ts';
import { Refused } from '../../slack/refused.ts';
import type { Answer, Sent } from '../../slack/submit.ts';
import { buildTell } from '../../slack/tell.ts';
import { type Opening, updateView } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import type { StoredWord } from '../../teaching/taught-word-store.ts';
import { wordId } from '../../teaching/what-came.ts';
import { nameAsked } from '../../teaching/what-came-view.ts';
import { buildLinkShows } from '../card/notice-kinds.ts';
import { keptReading, type Reading, weigh } from '../checks/reading.ts';
import { buildTakeBack, buildTakenBackNews, TAKE_BACK } from './take-back-view.ts';

const metadataSchema = z.object({
  word: z.string(),
  /** The settings below, whose list changes. */
  settings: z.object({ id: z.string(), metadata: z.string() }).nullable(),
});

const findWord = async (teamId: string, id: string | null, { store }: Request): Promise<StoredWord> => {
  const word = (await store.taughtWords.list(teamId)).find((one) => wordId(one) === id);
  if (word === undefined) throw new Refused('Nothing was changed: the answer was taken back before.');
  return word;
};

/** *Forget*, in the settings: first shows what counts by the answer alone. */
export const handleTaughtWordMenu = ({ place }: Pressed, request: Request): Opening => ({
  first: TAKE_BACK,
  read: async () => {
    const { teamId, view } = place;
    const word = await findWord(teamId, place.value, request);
    const settings = view && { id: view.id, metadata: view.privateMetadata };
    const metadata = JSON.stringify({ word: wordId(word), settings });
    return {
      view: null,
      fill: async () => buildTakeBack(word, await findCountedBy(teamId, word, request), metadata),
    };
  },
});

/** *Take it back*: the sales stay as they are and stand in *to check*, and the settings list what is left. */
export const handleTakeBack = async ({ teamId, userId, view }: Sent, request: Request): Promise<Answer> => {
  const { store, members, audit, clock } = request;
  const { word: id, settings } = metadataSchema.parse(JSON.parse(view.metadata));
  const word = await findWord(teamId, id, request);
  const sales = await findCountedBy(teamId, word, request);
  const at = clock.now();
  const detail = { word: nameAsked(word), as: 'forgotten', sales: sales.length };
  const finance = sales.length === 0 ? [] : await members.financeOf(teamId);
  const news = finance.map((person) =>
    buildTell(
      { teamId, key: `taken-back:${id}:${at}:${person}` },
      person,
      buildTakenBackNews(word, userId, sales),
    ),
  );
  await store.taughtWords.forget(teamId, word, {
    at,
    entry: audit.build({ teamId, actorId: userId, action: 'word-explained', detail }),
    doubted: sales.map((link) => link.id),
    jobs: [...news, ...buildLinkShows(sales, at)],
  });
  if (settings === null) return { close: true };
  const shown = await rebuildSection(teamId, request, settings.metadata);
  return { close: true, afterwards: () => updateView({ viewId: settings.id, view: shown }, request) };
};

/** The sales that are *Paid* by this answer alone: without it, what is kept of their records says something else. */
async function findCountedBy(
  teamId: string,
  word: StoredWord,
  { store, vocabularies, clock, timeZone }: Request,
): Promise<Link[]> {
  const says = word.answer?.inEffect ? word.answer.says : null;
  if (says === null || says === 'not-paid' || says === 'refunded') return [];
  const now = { words: await vocabularies.of(teamId), now: clock.now(), timeZone };
  const without = { ...now, words: await vocabularies.of(teamId, word) };
  const counted: Link[] = [];
  const isPaidBy = (link: Link, reading: Reading, how: typeof now): boolean =>
    weigh(link, reading, how).verdict.outcome === 'paid';
  for await (const some of store.links.withNames(teamId, [word.name], now.now)) {
    const paid = some.filter(({ state, payment }) => state === 'paid' && payment?.finding === 'confirmed');
    const kept = await store.keptRecords.ofLinks(paid.map(({ id }) => id));
    for (const link of paid) {
      const reading = keptReading(kept.get(link.id) ?? []);
      if (isPaidBy(link, reading, now) && !isPaidBy(link, reading, without)) counted.push(link);
    }
  }
  return counted;
}
