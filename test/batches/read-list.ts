import { type BatchAnswers, readBatch } from '../../src/batches/reading/read-batch.ts';
import { BatchFileRefused } from '../../src/batches/reading/sheet-limits.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { buildWorkbook } from './sheets.ts';

export const HEAD = ['Amount', 'Name', 'Phone', 'E-mail', 'For'];
export const SARA = ['Sara Khan', '0501234567', 'a@example.com'];
export const OMAR = ['Omar Ali', '0507654321', 'b@example.com'];

export const read = (file: Buffer | string, answers: Partial<BatchAnswers> = {}) =>
  readBatch(
    Buffer.from(file),
    {
      ...{ email: null, shopPhone: null, notes: null, expiresAt: NOON + 30 * 86_400_000 },
      ...{ isQrNeeded: false, isInvoiceGenerated: false },
    },
    { sheet: null, amount: null, withSettled: null, ...answers },
    { mostRows: 1_000, now: NOON, timeZone: 'Asia/Dubai' },
  );

/** Each row as its amount, or as what is wrong with it; or the question; or why the file is refused. */
export const outcome = async (
  file: Buffer | string,
  answers: Partial<BatchAnswers> = {},
): Promise<string[]> => {
  try {
    const batch = await read(file, answers);
    if (batch.question === null)
      return batch.rows.map(({ amountFils, faults }) =>
        amountFils === null
          ? faults.map(({ column, words }) => `${column ?? '*'}: ${words}`).join(' | ')
          : `AED ${amountFils / 100}`,
      );
    const { question } = batch;
    if (question.about === 'sheet') return question.sheets.map(({ name }) => `sheet ${name}?`);
    return [
      ...(question.amounts?.columns ?? []).map(({ name, sample }) => `amount in ${name}, ${sample}?`),
      ...(question.amounts?.count == null ? [] : [`times ${question.amounts.count}?`]),
      ...(question.settled === null
        ? []
        : [`${question.settled.rows} rows of ${question.settled.column}: ${question.settled.words.join()}?`]),
    ];
  } catch (error) {
    if (!(error instanceof BatchFileRefused)) throw error;
    return [`refused: ${error.words}`];
  }
};

export const list = (
  ...rows: (readonly (string | number | { attributes: string; xml: string })[])[]
): Buffer => buildWorkbook([{ rows: [HEAD, ...rows] }]);
export const raw = (attributes: string, xml: string) => ({ attributes, xml });
export const csv = (headings: string, ...rows: string[]): string => [headings, ...rows].join('\n');
