import type { PaymentServiceClient } from '../../payment-service/index.ts';
import type { PaymentWords } from '../../payments/index.ts';
import type { ReportReader } from '../../reports/report-reader.ts';
import type { ResponseUrls } from '../response-urls.ts';
import type { BlockSupport } from './block-support.ts';

/** What reports need beyond the rest. */
export interface ReportDependencies {
  /** Of the account of the workspace that a report is of, whichever workspace a request came through. */
  readerOf: (teamId: string) => ReportReader;
  /** By which a workspace's rows are read as money that came, or did not. */
  wordsOf: (teamId: string) => Promise<PaymentWords>;
  service: Pick<PaymentServiceClient, 'businessDetails'>;
  /** Of the workspace that a request came from. */
  tables: BlockSupport;
  /** The same of charts. */
  charts: BlockSupport;
  responses: ResponseUrls;
  /** Totals are not made over more rows. */
  mostRows: number;
  /** Aborted when the process ends: reading all rows can take longer than a process may to stop. */
  stopping: AbortSignal;
}
