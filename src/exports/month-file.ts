import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { buildReconciliationDone } from './export-done-view.ts';
import {
  EXPORT_JOB,
  EXPORT_TROUBLES,
  type ExportPayload,
  parseExportPayload,
  reconciliationFiguresSchema,
} from './export-payload.ts';
import { explainNoList, NoFileError } from './file-failure.ts';
import type { FileRun, FileToMake } from './file-job.ts';
import { type MonthRead, spanAround } from './reconcile-month.ts';
import { describeExport } from './start-export.ts';
import { writeWorkbook } from './write-file.ts';

const madeSchema = z.object({
  figures: reconciliationFiguresSchema,
  troubles: z.array(z.enum(EXPORT_TROUBLES)),
});

const progressSchema = z.object({ made: madeSchema });

/** The month's records with our own links and batches, in one workbook. */
export const describeMonthFile = (
  { teamId }: { teamId: string },
  payload: ExportPayload,
  app: App,
): FileToMake => {
  const facts = describeExport(payload, app);
  const { userId } = payload;
  return {
    ...facts,
    ...{ userId, format: 'xlsx' },
    needs: 'export',
    make: (path, run) => makeMonthFile(path, { teamId, payload, run }, app),
    done: (made) => {
      const { figures, troubles } = madeSchema.parse(made);
      return buildReconciliationDone(facts, figures, troubles, app.timeZone);
    },
  };
};

const TOO_MANY = {
  what: 'The month has more payouts and transactions than one file holds.',
  next: 'The person who looks after Paylink can raise that with PAYLINK_EXPORT_ROWS.',
};

async function makeMonthFile(
  path: string,
  { teamId, payload, run: { signal, onReach } }: { teamId: string; payload: ExportPayload; run: FileRun },
  { readerOf, vocabularies, reconcileMonth, config, store, timeZone }: App,
) {
  const reader = readerOf(teamId, payload.account);
  let hasMoved = false;
  let before = { pages: 0, rows: 0 };
  const list: MonthRead['list'] = async (kind, span) => {
    let pages = 0;
    const read = await reader.allRows(
      { kind, span },
      {
        ...{ most: config.exportRows - before.rows, signal },
        onProgress: (reach) => {
          pages = reach.pages;
          // The service's total is of one listing.
          onReach({ pages: before.pages + pages, rows: before.rows + reach.rows, total: null });
        },
      },
    );
    // Missing records would look like missing money.
    if (read.is === 'too-many') throw new NoFileError(read.is, TOO_MANY);
    if (read.rows === undefined && kind === 'transactions')
      throw new NoFileError('no-list', explainNoList(kind));
    hasMoved ||= read.is === 'moved';
    before = { pages: before.pages + pages, rows: before.rows + (read.rows?.length ?? 0) };
    return read;
  };
  const { sheets, figures } = await reconcileMonth({
    ...{ teamId, list, timeZone, signal, before: await findBefore(teamId, payload, store) },
    span: payload.span,
    around: spanAround(payload),
    words: await vocabularies.of(teamId),
  });
  const bytes = await writeWorkbook(sheets, { path, timeZone, signal });
  const made: z.infer<typeof madeSchema> = { figures, troubles: hasMoved ? ['moved'] : [] };
  return { bytes, rows: before.rows, made };
}

/** Jobs that are done are kept for some weeks. */
const findBefore = async (
  teamId: string,
  { span, account }: ExportPayload,
  { jobs }: App['store'],
): Promise<MonthRead['before']> => {
  for (const { payload, progress, updatedAt } of (await jobs.ofKind(EXPORT_JOB, teamId)).toReversed()) {
    const of = parseExportPayload(payload);
    const isSame = of?.kind === 'reconciliation' && of.span.from === span.from && of.span.to === span.to;
    const made = progressSchema.safeParse(progress).data?.made;
    if (isSame && of.account === account && made) return { at: updatedAt, figures: made.figures };
  }
  return null;
};
