import type { ActionsBlock, ModalView } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, context, modal, section } from '../blocks/message.ts';
import { cut } from '../blocks/text.ts';
import { listNamesSaid, OF_PAYOUTS, plainName } from '../payment-service/index.ts';
import { buildInput } from '../slack/fields.ts';
import type { AskedWord, StoredWord } from './taught-word-store.ts';
import { wordId } from './what-came.ts';
import { listTaught, says } from './what-came-view.ts';

export const SAY_COLUMNS_ACTION = 'payout_columns_open';
export const COLUMNS_FORM = { callbackId: 'payout_columns', title: 'Columns of payouts' } as const;

/** A person has an answer for few. */
const MOST_ASKED = 10;

/** Under a report of payouts that has such columns, as the service writes their names. */
export const buildSayColumns = (columns: readonly string[]): ActionsBlock[] => {
  const asked = columns.slice(0, MOST_ASKED);
  while (JSON.stringify(asked).length > limits.button.value) asked.pop();
  return asked.length === 0
    ? []
    : [actions('report_columns', [buildButton(JSON.stringify(asked), SAY_COLUMNS_ACTION, 'Say what it is')])];
};

/** The question about a column, with the id of its field. */
export const askColumn = (path: string): AskedWord & { id: string } => {
  const name = path.split('.').map(plainName).join('.');
  return { name, path, word: OF_PAYOUTS, id: wordId({ name, key: OF_PAYOUTS }) };
};

export const COLUMN = { optional: true, kind: says(listNamesSaid(OF_PAYOUTS) ?? []) } as const;

/** `said`: what somebody has answered. */
export const buildColumns = (columns: readonly string[], said: readonly StoredWord[]): ModalView => {
  const asked = columns.map(askColumn).filter(({ name }) => !said.some((one) => one.name === name));
  const isOpen = asked.length > 0;
  return modal(
    COLUMNS_FORM.callbackId,
    {
      title: COLUMNS_FORM.title,
      ...(isOpen ? { submit: 'Save' } : {}),
      close: isOpen ? 'Not now' : 'Close',
      metadata: JSON.stringify(columns),
    },
    [
      ...(said.length === 0 ? [] : [section(listTaught('✅ *Answered*', said), 'said')]),
      section(
        isOpen
          ? 'Paylink doesn’t know what these columns hold. Compare one payout with the payment service’s dashboard.'
          : 'Open `/paylink payouts` again: its figures follow.',
        'next',
      ),
      ...asked.map(({ id, path }) => buildInput(id, { label: cut(path, 150), ...COLUMN }, null)),
      context('Answers hold for every payout. Take them back under `/paylink settings`.', 'effect'),
    ],
  );
};
