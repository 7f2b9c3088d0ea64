import type { Pictures } from '../delivery/pictures/pictures.ts';
import type { PaymentServiceClient, Vocabulary } from '../payment-service/index.ts';
import type { ListenerDependencies } from '../slack/listener.ts';
import type { ResponseUrls } from '../slack/slack-fetch.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';
import type { BlockSupport } from './post-response.ts';
import type { ReaderOf } from './report-reader.ts';

export interface ReportServices {
  /** Reads with the account of the workspace that owns the report, even if the request comes from another. */
  readerOf: ReaderOf;
  /** The statuses that mean paid, refunded and so on in a workspace's rows. */
  wordsOf: (teamId: string) => Promise<Vocabulary>;
  service: Pick<PaymentServiceClient, 'businessDetails'>;
  /** For the workspace of the request. */
  tables: BlockSupport;
  charts: BlockSupport;
  responses: ResponseUrls;
  /** Reports with more rows get no totals. */
  mostRows: number;
}

export interface ReportDependencies
  extends ListenerDependencies,
    Pick<WorkspaceDependencies, 'store' | 'members' | 'audit'> {
  reports: ReportServices;
  pictures: Pictures;
}
