import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { TAUGHT_SAYS, type TaughtSays } from '../payment-service/index.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import type { Opening } from '../slack/views.ts';
import type { Link } from '../store/link.ts';
import { buildAgreementJob, listSeconds } from './ask-about-record.ts';
import { isGuided } from './guided-link.ts';
import { type StoredWord, type TaughtAnswer, wordKey } from './taught-word-store.ts';
import { buildWhatCame, wordId } from './what-came.ts';
import {
  AMOUNT_BLOCK,
  ANSWER,
  buildTaughtView,
  buildWhatCameView,
  WHAT_CAME_FORM,
  WHAT_CAME_TITLE,
  type WhatCame,
} from './what-came-view.ts';

/** *See what came*, on a message or in the settings. */
export const handleSeeWhatCame = (_: Pressed, request: Request): Opening<Link> => ({
  first: { callbackId: WHAT_CAME_FORM, title: WHAT_CAME_TITLE },
  read: async (link) => ({ view: buildWhatCameView(await readWhatCame(link, request), request.timeZone) }),
});

async function readWhatCame(link: Link, { store, vocabularies, timeZone }: Request): Promise<WhatCame> {
  const { teamId } = link;
  const [records, callbacks, taught, vocabulary] = await Promise.all([
    store.keptRecords.ofLink(link.id),
    store.callbacks.ofLink(link.id),
    store.taughtWords.list(teamId),
    vocabularies.of(teamId),
  ]);
  return buildWhatCame(link, { records, callbacks, taught, words: vocabulary, timeZone });
}

/** `held`: `view.state.values`. Null: nothing was chosen, or it was not asked. */
const chosenIn = (held: object, id: string): string | null => readForm({ [id]: ANSWER }, held)[id] ?? null;

const amountsSchema = z.looseObject({
  block_id: z.literal(AMOUNT_BLOCK),
  element: z.looseObject({ options: z.array(z.looseObject({ value: z.string() })) }),
});

/** The amounts that the window showed. */
const listShown = (blocks: readonly unknown[]): string[] =>
  blocks
    .flatMap((block) => amountsSchema.safeParse(block).data?.element.options ?? [])
    .map(({ value }) => value);

/**
 * The answers, by what the window asked. What somebody else has explained meanwhile is no longer asked, and an amount that came meanwhile
 * was not seen. `shown`: the amounts that were.
 */
const readAnswers = (
  { choices, amountChoices }: WhatCame,
  held: object,
  shown: readonly string[],
): TaughtAnswer[] => {
  const chosen = (id: string) => chosenIn(held, id);
  const paid = chosen(AMOUNT_BLOCK);
  return [
    ...choices.flatMap(({ id, name, word, path }): TaughtAnswer[] => {
      const says = TAUGHT_SAYS.find((one) => one === chosen(id));
      return says === undefined ? [] : [{ name, word, path, says }];
    }),
    ...(amountChoices.some(({ id }) => id === paid)
      ? amountChoices.flatMap(({ id, name, path }): TaughtAnswer[] =>
          shown.includes(id) ? [{ name, path, word: '*', says: id === paid ? 'paid' : 'nothing' }] : [],
        )
      : []),
  ];
};

/** The link of a window that was sent. */
export const findExplained = ({ teamId, view }: Sent, { store }: Request): Promise<Link | null> =>
  store.links.find(teamId, view.metadata);

/** *Yes, this is a paid sale*, or *Save*: all answers of the window at once. */
export const handleWhatCameSubmission = async (
  { about: link, teamId, userId, view }: Sent & { about: Link },
  request: Request,
): Promise<Answer> => {
  const { store, members, wake } = request;
  const asker = { teamId, userId };
  try {
    const came = await readWhatCame(link, request);
    const second = await listSeconds(teamId, userId, members);
    const held = view.values;
    const answers = readAnswers(came, held, listShown(view.blocks));
    const taught = await teach(asker, came.link, answers, second, request);
    const saysSo = ({ name, key, answer }: StoredWord) =>
      answers.some((one) => one.name === name && wordKey(one.word) === key && one.says === answer?.says);
    const mine = taught.filter(saysSo);
    const isAsked = (word: StoredWord) =>
      chosenIn(held, wordId(word)) !== null || chosenIn(held, AMOUNT_BLOCK) === wordId(word);
    const isMine = (word: StoredWord) => mine.some((one) => wordId(one) === wordId(word));
    const answered = (await store.taughtWords.list(teamId)).filter(({ answer }) => answer !== null);
    const saved = buildTaughtView({
      taught: mine,
      earlier: answered.filter((word) => isAsked(word) && !isMine(word)),
      second,
      left: came.choices.length - came.choices.filter(({ id }) => chosenIn(held, id) !== null).length,
    });
    return { show: saved };
  } finally {
    // Even after a failure: answers may be stored.
    wake.checks();
    wake.jobs();
  }
};

const LETS_MONEY_COUNT: Record<TaughtSays, boolean> = {
  nothing: true,
  paid: true,
  'not-paid': false,
  refunded: false,
};

/** The payer of a test payment knows; what lets other money count needs a second person, if there is one. */
const teach = (
  { teamId, userId }: { teamId: string; userId: string },
  link: Link,
  answers: readonly TaughtAnswer[],
  seconds: readonly string[],
  { store, ids, audit, clock }: Request,
): Promise<StoredWord[]> => {
  const said = { by: userId, at: clock.now() };
  const isAlone = seconds.length === 0 || (isGuided(link) && link.creatorId === userId);
  return store.taughtWords.teach(teamId, answers, {
    ...said,
    linkId: link.id,
    needsSecond: (says) => !isAlone && LETS_MONEY_COUNT[says],
    more: (changed) => ({
      entries: changed.map((word) =>
        audit.build({
          teamId,
          actorId: userId,
          action: 'word-explained',
          subject: link.id,
          detail: {
            word: `${word.path}: ${word.word}`,
            as: word.answer?.says ?? '',
            counts: word.answer?.inEffect != null,
          },
        }),
      ),
      jobs: changed.some(({ answer }) => answer?.inEffect === null)
        ? [buildAgreementJob(link, said, ids)]
        : [],
    }),
  });
};
