import { buildGuidedForm } from '../../src/links/form/guided-form-view.ts';
import { buildTakeBack, buildTakenBackNews } from '../../src/links/taken-back/take-back-view.ts';
import { OF_PAYOUTS } from '../../src/payment-service/index.ts';
import { buildColumns } from '../../src/teaching/payout-columns-view.ts';
import {
  buildAgreementQuestion,
  buildBackAsked,
  buildDigest,
  buildGuidedNews,
  buildStillAsked,
  buildUnanswered,
  buildWordQuestion,
  buildWordUnasked,
} from '../../src/teaching/question-messages-view.ts';
import type { StoredWord } from '../../src/teaching/taught-word-store.ts';
import { buildTaughtView, buildWhatCameView, type WhatCame } from '../../src/teaching/what-came-view.ts';
import { HOUR_MS, makeUpLink, NOW, ZONE } from './made-up.ts';
import { type Cast, message, modal, type Story } from './story.ts';

/** A word of the payment service that nobody has explained yet, and one that an admin has. */
export const makeUpWords = (cast: Cast) => {
  const link = makeUpLink(cast, { amountFils: 1_000 });
  const asked: StoredWord = {
    ...{ name: 'transactiontype', key: 'transfer', word: 'TRANSFER', path: 'transactionType' },
    ...{ linkId: link.id, askedAt: NOW, answer: null },
  };
  const answered: StoredWord = {
    ...asked,
    answer: { says: 'paid', by: cast.personId, at: NOW, inEffect: null },
  };
  return { link, asked, answered };
};

export const listTeaching = (cast: Cast): Story[] => {
  const { personId } = cast;
  const { link, asked, answered } = makeUpWords(cast);
  const inEffect: StoredWord = {
    ...answered,
    answer: { says: 'paid', by: personId, at: NOW, inEffect: { by: personId, at: NOW } },
  };
  const column: StoredWord = {
    ...{ name: 'wiredtobank', key: OF_PAYOUTS, word: OF_PAYOUTS, path: 'wiredToBank' },
    ...{ linkId: null, askedAt: NOW },
    answer: { says: 'netAmount', by: personId, at: NOW, inEffect: { by: personId, at: NOW } },
  };
  const cameOf = (isGuided: boolean): WhatCame => ({
    link,
    isGuided,
    record: {
      of: 'transaction',
      words: [
        { path: 'transactionType', value: 'TRANSFER' },
        { path: 'status', value: 'SUCCESS' },
      ],
      tie: { path: 'orderId', value: '100234' },
      amounts: [
        { path: 'amount', value: '10.00' },
        { path: 'capturedAmt', value: '9.50' },
      ],
      rest: [{ path: 'transactionId', value: 'T-77812' }],
      time: { path: 'paidAt', value: '2026-11-21 10:00:00', at: NOW - 4 * HOUR_MS, writtenIn: 'UTC' },
      listedAfterMs: 40_000,
    },
    callbackAt: NOW,
    orderIdField: 'orderId',
    choices: [
      {
        ...{ id: 'choice', name: 'transactiontype', word: 'TRANSFER', path: 'transactionType' },
        options: ['never', 'nothing', 'paid', 'not-paid', 'refunded'],
        said: isGuided ? null : { answer: 'paid', by: personId },
        isEarlier: !isGuided,
      },
      {
        ...{ id: 'other', name: 'isexported', word: 'yes', path: 'isExported' },
        ...{ options: ['nothing', 'paid', 'not-paid', 'refunded'], said: null, isEarlier: false },
      },
      {
        ...{ id: 'none', name: 'declinereason', word: '(a text of 120 letters)', path: 'declineReason' },
        ...{ options: [], said: null, isEarlier: false },
      },
    ],
    amountChoices: [
      { id: 'amount', name: 'amount', path: 'amount', value: '10.00' },
      { id: 'captured', name: 'capturedamt', path: 'capturedAmt', value: '9.50' },
    ],
  });
  return [
    message('question about a record', 'channel', buildWordQuestion, link, [asked]),
    message('question about what went back', 'channel', buildBackAsked, link, [asked]),
    message('question about records, still waiting', 'channel', buildStillAsked, [link, link], [asked]),
    message('question about records, not answered yet', 'channel', buildUnanswered, link, [personId]),
    message('question about records, once a day', 'channel', buildDigest, [asked]),
    message('question about a record, nobody to ask', 'channel', buildWordUnasked, link, [asked]),
    message('question about a record, to agree', 'channel', buildAgreementQuestion, link, {
      by: personId,
      words: [answered],
    }),
    message('what came for a test payment', 'channel', buildGuidedNews, link),
    modal('a test payment', buildGuidedForm, {
      nonce: 'guided-rehearsal-0',
      userName: 'ravi.menon',
      settings: { defaultEmail: null, terms: null },
    }),
    modal('what came for a test payment', buildWhatCameView, cameOf(true), ZONE),
    modal('what came', buildWhatCameView, cameOf(false), ZONE),
    modal(
      'what came, nothing yet',
      buildWhatCameView,
      { ...cameOf(true), record: null, callbackAt: null, orderIdField: null, choices: [], amountChoices: [] },
      ZONE,
    ),
    modal('an answer to take back', buildTakeBack, inEffect, [link, link], '{}'),
    modal('an answer to take back, by which nothing counts', buildTakeBack, inEffect, [], '{}'),
    message('an answer taken back, to finance', 'channel', buildTakenBackNews, inEffect, personId, [link]),
    modal('columns of payouts', buildColumns, ['wiredToBank', 'summary.taken'], [column]),
    modal('columns of payouts, all answered', buildColumns, ['wiredToBank'], [column]),
    modal('what came, saved', buildTaughtView, {
      taught: [answered],
      earlier: [],
      second: [personId],
      left: 0,
    }),
  ];
};
