import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { listNamesSaid, OF_PAYOUTS } from '../payment-service/index.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import type { Opening } from '../slack/views.ts';
import { askColumn, buildColumns, COLUMN, COLUMNS_FORM } from './payout-columns-view.ts';
import type { TaughtAnswer } from './taught-word-store.ts';
import { buildEntry } from './what-came-press.ts';

const columnsSchema = z.array(z.string());

const readColumns = (text: string): string[] => columnsSchema.parse(JSON.parse(text));

const buildNow = async (teamId: string, columns: readonly string[], { store }: Request) => {
  const names = columns.map((path) => askColumn(path).name);
  const said = (await store.taughtWords.list(teamId)).filter(
    ({ name, key, answer }) => key === OF_PAYOUTS && answer !== null && names.includes(name),
  );
  return buildColumns(columns, said);
};

/** *Say what it is*, under a report of payouts. */
export const handleSayColumns = ({ place }: Pressed, request: Request): Opening => ({
  first: COLUMNS_FORM,
  read: async () => ({ view: await buildNow(place.teamId, readColumns(place.value ?? '[]'), request) }),
});

/** *Save*. No sale counts by it, so one person is enough. */
export const handleColumnsSubmission = async (
  { teamId, userId, view }: Sent,
  request: Request,
): Promise<Answer> => {
  const columns = readColumns(view.metadata);
  const answers = columns.flatMap((path): TaughtAnswer[] => {
    const { id, ...asked } = askColumn(path);
    const chosen = readForm({ [id]: COLUMN }, view.values)[id];
    const says = listNamesSaid(OF_PAYOUTS)?.find((one) => one === chosen);
    return says === undefined ? [] : [{ ...asked, says }];
  });
  await request.store.taughtWords.teach(teamId, answers, {
    ...{ by: userId, at: request.clock.now(), linkId: null, needsSecond: () => false },
    more: (changed) => ({
      entries: changed.map((word) => buildEntry(word, { teamId, actorId: userId }, request)),
      jobs: [],
    }),
  });
  return { show: await buildNow(teamId, columns, request) };
};
