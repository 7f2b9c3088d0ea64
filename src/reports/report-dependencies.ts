import type { Pictures } from '../delivery/pictures/pictures.ts';
import type { PaymentServiceClient } from '../payment-service/index.ts';
import type { PaymentWords } from '../payments/index.ts';
import type { ListenerDependencies } from '../slack/listener.ts';
import type { ResponseUrls } from '../slack/response-urls.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';
import type { BlockSupport } from './post-response.ts';
import type { ReportReader } from './report-reader.ts';

/** What reports need beyond what every command needs. */
export interface ReportServices {
  /** Reads with the account of the workspace that owns the report, whichever workspace the request came through. */
  readerOf: (teamId: string) => ReportReader;
  /** The words that tell whether a workspace's rows are money that came in. */
  wordsOf: (teamId: string) => Promise<PaymentWords>;
  service: Pick<PaymentServiceClient, 'businessDetails'>;
  /** For the workspace that the request came from. */
  tables: BlockSupport;
  /** As `tables`, for charts. */
  charts: BlockSupport;
  responses: ResponseUrls;
  /** Reports with more rows get no totals. */
  mostRows: number;
}

/** What the listeners of reports use. */
export interface ReportDependencies
  extends ListenerDependencies,
    Pick<WorkspaceDependencies, 'store' | 'members' | 'audit'> {
  reports: ReportServices;
  pictures: Pictures;
}
