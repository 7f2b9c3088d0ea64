import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import type { Request } from '../../app-parts.ts';
import { buildWhomToAsk } from '../../blocks/refusal.ts';
import { TAUGHT_SAYS, type TaughtSays } from '../../payment-service/index.ts';
import { noteFailure } from '../../request-context.ts';
import { createButton } from '../../slack/button.ts';
import { readTeamId } from '../../slack/read-origin.ts';
import { openView, updateView } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { permit } from '../members.ts';
import { buildSettings } from '../settings/open-settings.ts';
import { buildAgreementJob, listSeconds } from './ask-about-record.ts';
import { isGuided } from './guided-link.ts';
import { redactId, redactRecord } from './redact-record.ts';
import { type StoredWord, type TaughtAnswer, wordKey } from './taught-word-store.ts';
import { buildWhatCame, wordId } from './what-came.ts';
import {
  AMOUNT_BLOCK,
  buildSavedTest,
  buildTaughtView,
  buildWhatCameView,
  WHAT_CAME_FORM,
  WHAT_CAME_TITLE,
  type WhatCame,
} from './what-came-view.ts';

const GONE = 'There is no such payment link here.';
/** An error in a form shows no mentions. */
const NO_LONGER = 'Only admins and finance can say what this means. Nothing was saved.';

/** Admins say what words mean; finance may say it, too, so that one admin is not alone. */
const mayTeach = async (
  { teamId, userId }: { teamId: string; userId: string },
  { members }: Request,
): Promise<boolean> => /^(admin|finance)$/.test((await members.roleOf(teamId, userId)) ?? '');

const refuseTeaching = async (teamId: string, { members }: Request): Promise<string> =>
  `Only admins and finance can see what the payment service said. ${buildWhomToAsk(await members.whoMay(teamId, 'change-settings'))}`;

/** *See what came*, on a message or in the settings. */
export const handleSeeWhatCame = createButton<Request>('see what came', ({ place, tell, args }, request) =>
  openView(
    {
      client: args.client,
      place,
      tell,
      first: { callbackId: WHAT_CAME_FORM, title: WHAT_CAME_TITLE },
      read: async (refuse) => {
        if (!(await mayTeach(place, request))) {
          await refuse(await refuseTeaching(place.teamId, request));
          return null;
        }
        const came = await readWhatCame(place.teamId, place.value ?? '', request);
        if (came === null) {
          await refuse(GONE);
          return null;
        }
        return { view: buildWhatCameView(came, request.timeZone) };
      },
    },
    request,
  ),
);

async function readWhatCame(
  teamId: string,
  linkId: string,
  { store, words, timeZone }: Request,
): Promise<WhatCame | null> {
  const link = await store.links.find(teamId, linkId);
  if (link === null) return null;
  const [records, callbacks, taught, vocabulary] = await Promise.all([
    store.keptRecords.ofLink(link.id),
    store.callbacks.ofLink(link.id),
    store.taughtWords.list(teamId),
    words.of(teamId),
  ]);
  return buildWhatCame(link, { records, callbacks, taught, words: vocabulary, timeZone });
}

const stateSchema = z.record(
  z.string(),
  z.record(z.string(), z.looseObject({ selected_option: z.object({ value: z.string() }).nullish() })),
);

type State = z.infer<typeof stateSchema>;

const chosenIn = (state: State, id: string) => state[id]?.[id]?.selected_option?.value ?? null;

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
  state: State,
  shown: readonly string[],
): TaughtAnswer[] => {
  const chosen = (id: string) => chosenIn(state, id);
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

/** *Yes, this is a paid sale*, or *Save*: all answers of the window at once. */
export const handleWhatCameSubmission = async (
  { ack, body, view }: SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs,
  request: Request,
): Promise<void> => {
  const { store, log, ids, members, wake, words: vocabularies } = request;
  const asker = { teamId: readTeamId(body), userId: body.user.id };
  const [firstBlock = ''] = Object.keys(view.state.values);
  const refuse = (text: string) => ack({ response_action: 'errors', errors: { [firstBlock]: text } });
  try {
    if (!(await mayTeach(asker, request))) return await refuse(NO_LONGER);
    const came = await readWhatCame(asker.teamId, view.private_metadata, request);
    if (came === null) return await refuse(GONE);
    const second = await listSeconds(asker.teamId, asker.userId, members);
    const state = stateSchema.parse(view.state.values);
    const answers = readAnswers(came, state, listShown(view.blocks));
    const taught = await teach(asker, came.link, answers, second, request);
    const saysSo = ({ name, key, answer }: StoredWord) =>
      answers.some((one) => one.name === name && wordKey(one.word) === key && one.says === answer?.says);
    const mine = taught.filter(saysSo);
    const isAsked = (word: StoredWord) =>
      chosenIn(state, wordId(word)) !== null || chosenIn(state, AMOUNT_BLOCK) === wordId(word);
    const isMine = (word: StoredWord) => mine.some((one) => wordId(one) === wordId(word));
    const answered = (await store.taughtWords.list(asker.teamId)).filter(({ answer }) => answer !== null);
    const saved = buildTaughtView({
      taught: mine,
      earlier: answered.filter((word) => isAsked(word) && !isMine(word)),
      second,
      left: came.choices.length - came.choices.filter(({ id }) => chosenIn(state, id) !== null).length,
    });
    await ack({ response_action: 'update', view: saved });
  } catch (error) {
    noteFailure();
    const reference = ids.reference();
    log.error({ err: error, reference }, 'what a word means not saved');
    await refuse(
      `Paylink could not save this. Try again; if it happens again, give reference ${reference} to the person who looks after Paylink.`,
    );
  } finally {
    // Even after a failure: the next check must read the stored state.
    vocabularies.changed(asker.teamId);
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

/** *Forget*, in the settings: the word is asked about again. Keeps what the admin has typed in the form. */
export const handleTaughtWordMenu = createButton<Request>(
  'taught word menu',
  async ({ place, tell }, request) => {
    if (!(await permit(place, 'change-settings', request, tell))) return;
    const { store, audit, clock, words, wake } = request;
    const { teamId, userId, value } = place;
    const found = (await store.taughtWords.list(teamId)).find((one) => wordId(one) === value);
    if (found !== undefined) {
      const detail = { word: `${found.path}: ${found.word}`, as: 'forgotten' };
      const entry = audit.build({ teamId, actorId: userId, action: 'word-explained', detail });
      await store.taughtWords.forget(teamId, found, { at: clock.now(), entry });
      words.changed(teamId);
      wake.checks();
    }
    if (place.view === null) return;
    const { id, hash, privateMetadata } = place.view;
    const view = await buildSettings(place, request, privateMetadata);
    await updateView({ viewId: id, hash, view }, request);
  },
);

/** *Save as a test*: the record without customers' data and with other ids, as a file to the admin. */
export const handleSaveAsTest = createButton<Request>(
  'save as test',
  async ({ place, tell, args }, request) => {
    await openView(
      {
        client: args.client,
        place,
        tell,
        first: { callbackId: 'saved_test', title: 'Save as a test' },
        read: async (refuse) => {
          if (!(await mayTeach(place, request))) {
            await refuse(await refuseTeaching(place.teamId, request));
            return null;
          }
          const text = await writeTest(place.teamId, place.value ?? '', request);
          if (text === null) {
            await refuse(GONE);
            return null;
          }
          return {
            view: buildSavedTest(text, 'sending'),
            fill: async () =>
              buildSavedTest(text, (await sendFile(place.userId, text, request)) ? 'sent' : 'refused'),
          };
        },
      },
      request,
    );
  },
);

async function writeTest(teamId: string, linkId: string, { store, ids }: Request): Promise<string | null> {
  const link = await store.links.find(teamId, linkId);
  if (link === null) return null;
  const salt = ids.nonce();
  const records = await store.keptRecords.ofLink(link.id);
  const test = {
    link: {
      amountFils: link.amountFils,
      orderId: link.orderId === null ? null : redactId(link.orderId, salt),
      reference: redactId(link.invoiceId, salt),
    },
    records: records.map(({ kind, via, record }) => ({ kind, via, fields: redactRecord(record, salt) })),
  };
  return JSON.stringify(test, null, 2);
}

async function sendFile(userId: string, text: string, { patientClient, log }: Request): Promise<boolean> {
  try {
    const posted = await patientClient.chat.postMessage({
      channel: userId,
      text: 'What your payment service said, to send to the people who make Paylink. It has no customers’ data, and other ids than yours.',
    });
    if (posted.channel === undefined) return false;
    await patientClient.filesUploadV2({
      channel_id: posted.channel,
      file: Buffer.from(text, 'utf8'),
      filename: 'paylink-record.json',
      title: 'What the payment service said',
    });
    return true;
  } catch (error) {
    // The window has the text.
    log.warn({ err: error }, 'a record was not sent as a file');
    return false;
  }
}
