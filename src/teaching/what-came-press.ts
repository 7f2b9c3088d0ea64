import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { type Vocabulary, WHOLE_NAME, wordKey } from '../payment-service/index.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import type { Opening } from '../slack/views.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import type { Link } from '../store/link.ts';
import { buildAgreementJob, listSeconds } from './ask-about-record.ts';
import { isGuided } from './guided-link.ts';
import { mayDecide, toTaught } from './possible-answers.ts';
import type { AskedWord, StoredWord, TaughtAnswer } from './taught-word-store.ts';
import { buildWhatCame, wordId } from './what-came.ts';
import {
  AMOUNT_BLOCK,
  ANSWER,
  buildTaughtView,
  buildWhatCameView,
  nameAsked,
  REST,
  REST_BLOCK,
  WHAT_CAME_FORM,
  WHAT_CAME_TITLE,
  type WhatCame,
} from './what-came-view.ts';

/** *See what came*, on a message or in the settings. */
export const handleSeeWhatCame = (_: Pressed, request: Request): Opening<Link> => ({
  first: { callbackId: WHAT_CAME_FORM, title: WHAT_CAME_TITLE },
  read: async (link) => ({
    view: buildWhatCameView((await readWhatCame(link, request)).came, request.timeZone),
  }),
});

async function readWhatCame(
  link: Link,
  { store, vocabularies, timeZone }: Request,
): Promise<{ came: WhatCame; words: Vocabulary }> {
  const { teamId } = link;
  const [records, callbacks, taught, words] = await Promise.all([
    store.keptRecords.ofLink(link.id),
    store.callbacks.ofLink(link.id),
    store.taughtWords.list(teamId),
    vocabularies.of(teamId),
  ]);
  return { came: buildWhatCame(link, { records, callbacks, taught, words, timeZone }), words };
}

/** `held`: `view.state.values`. Null: nothing was chosen, or it was not asked. */
const chosenIn = (held: object, id: string): string | null => readForm({ [id]: ANSWER }, held)[id] ?? null;

const inputSchema = z.looseObject({
  block_id: z.string(),
  element: z.looseObject({ options: z.array(z.looseObject({ value: z.string() })) }),
});

/** The questions and the amounts that the window showed. */
const listShown = (blocks: readonly unknown[]): string[] =>
  blocks.flatMap((block) => {
    const { block_id, element } = inputSchema.safeParse(block).data ?? {};
    if (block_id === undefined) return [];
    return block_id === AMOUNT_BLOCK ? (element?.options.map(({ value }) => value) ?? []) : [block_id];
  });

/**
 * The answers, by what the window asked. What somebody else has explained meanwhile is no longer asked, and what came meanwhile was not
 * seen. `shown`: what was.
 */
const readAnswers = (
  { choices, amountChoices }: WhatCame,
  held: object,
  shown: readonly string[],
): TaughtAnswer[] => {
  const isRest = readForm({ [REST_BLOCK]: REST }, held)[REST_BLOCK] === true;
  const paid = chosenIn(held, AMOUNT_BLOCK);
  return [
    ...choices.flatMap((choice): TaughtAnswer[] => {
      const chosen = chosenIn(held, choice.id) ?? (isRest && shown.includes(choice.id) ? 'never' : null);
      const answer = choice.options.find((one) => one === chosen);
      return answer === undefined ? [] : [toTaught(choice, answer)];
    }),
    ...(amountChoices.some(({ id }) => id === paid)
      ? amountChoices.flatMap(({ id, name, path }): TaughtAnswer[] =>
          shown.includes(id)
            ? [{ name, path, word: WHOLE_NAME, says: id === paid ? 'paid' : 'nothing' }]
            : [],
        )
      : []),
  ];
};

/** The link of a window that was sent. */
export const findExplained = ({ teamId, view }: Sent, { store }: Request): Promise<Link | null> =>
  store.links.find(teamId, view.metadata);

/** *Save*: all answers of the window at once. */
export const handleWhatCameSubmission = async (
  { about: link, teamId, userId, view }: Sent & { about: Link },
  request: Request,
): Promise<Answer> => {
  const { store, members } = request;
  const asker = { teamId, userId };
  try {
    const { came, words } = await readWhatCame(link, request);
    const second = await listSeconds(teamId, userId, members);
    const held = view.values;
    const answers = readAnswers(came, held, listShown(view.blocks));
    const taught = await teach(asker, came.link, answers, { words, second }, request);
    const isAnswered = ({ name, word }: AskedWord) =>
      answers.some((one) => one.name === name && (one.word === word || one.word === WHOLE_NAME));
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
      left: came.choices.filter(({ options, ...one }) => options.length > 0 && !isAnswered(one)).length,
    });
    return { show: saved };
  } finally {
    // Even after a failure: answers may be stored.
  }
};

export const buildEntry = (
  word: StoredWord,
  of: { teamId: string; actorId: string; subject?: string },
  { audit }: Request,
): AuditEntry =>
  audit.build({
    ...of,
    action: 'word-explained',
    detail: { word: nameAsked(word), as: word.answer?.says ?? '', counts: word.answer?.inEffect != null },
  });

/** The payer of a test payment knows; what lets other money count needs a second person, if there is one. */
const teach = (
  { teamId, userId }: { teamId: string; userId: string },
  link: Link,
  answers: readonly TaughtAnswer[],
  { words, second }: { words: Vocabulary; second: readonly string[] },
  request: Request,
): Promise<StoredWord[]> => {
  const { store, ids, clock } = request;
  const said = { by: userId, at: clock.now() };
  const isAlone = second.length === 0 || (isGuided(link) && link.creatorId === userId);
  return store.taughtWords.teach(teamId, answers, {
    ...said,
    linkId: link.id,
    needsSecond: (answer) =>
      !isAlone &&
      (/^(paid|fils|dirhams|Invoice_Id|orderId)$/.test(answer.says) ||
        (answer.says === 'nothing' && mayDecide(answer, words))),
    more: (changed) => ({
      entries: changed.map((word) =>
        buildEntry(word, { teamId, actorId: userId, subject: link.id }, request),
      ),
      jobs: changed.some(({ answer }) => answer?.inEffect === null)
        ? [buildAgreementJob(link, said, ids)]
        : [],
    }),
  });
};
