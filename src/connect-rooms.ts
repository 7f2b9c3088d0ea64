import { join } from 'node:path';
import type { App, Base } from './app-parts.ts';
import { createApprovalRequests } from './approvals/approval-request.ts';
import { createApprovals, createReserveOrAsk } from './approvals/approvals.ts';
import { describeBatchRequest } from './batches/batch-request.ts';
import { createJobs, type Jobs } from './create-jobs.ts';
import { createPictures, findPictureBase } from './delivery/pictures/pictures.ts';
import { createExportFiles } from './exports/export-files.ts';
import { createQrPictures } from './links/card/qr-delivery.ts';
import { createLinkWork } from './links/checks/link-work.ts';
import { createOpenCounters } from './links/counter/open-counters.ts';
import { isPayable } from './links/sale/display-state.ts';
import { createMarkOwnLinks } from './listings/own-links.ts';
import { createReportReader, type ReaderOf } from './listings/report-reader.ts';
import { createNotePayouts } from './payouts/note-payouts.ts';

/** The app, and what delivers and runs what it has written down. */
export interface Rooms {
  app: App;
  jobs: Jobs;
}

export const connectRooms = (base: Base): Rooms => {
  const { config, store, services, accounts, members, clock, ids, timeZone } = base;
  const { publicUrl, slack } = config;
  const work = createLinkWork(base);

  // What a report reads of the service is also news about links.
  /** Null: the credentials are not of the account that new work belongs to. */
  const accountNow = async (teamId: string): Promise<string | null> => {
    const standing = await accounts.standingOf(teamId);
    return standing.is === 'confirmed' ? standing.kept.id : null;
  };
  const readerOf: ReaderOf = (teamId, account) =>
    createReportReader({
      service: work.rowsSeen.watch(
        { teamId, accountNow: async () => account ?? accountNow(teamId) },
        account == null ? services.confirmed(teamId) : services.of({ teamId, account }),
      ),
      timeZone,
      now: clock.now,
      markOwnLinks: createMarkOwnLinks(teamId, store),
    });

  const approvals = createApprovals(base, work.issuer);
  const pictures = createPictures({
    base: findPictureBase(publicUrl, slack.apiUrl),
    pictures: store.pictures,
    isPayable,
    identity: base.identity,
    ids,
    clock,
  });
  const app: App = {
    ...base,
    ...work,
    readerOf,
    approvals,
    approvalRequests: createApprovalRequests(base, approvals, describeBatchRequest),
    reserveOrAsk: createReserveOrAsk({ issuer: work.issuer, approvals, members }),
    pictures,
    qrPictures: createQrPictures(base),
    openCounters: createOpenCounters(base, work.watcher, pictures),
    notePayouts: createNotePayouts({ linkPayouts: store.linkPayouts, clock }),
    exportFiles: createExportFiles({ folder: join(config.dataDir, 'exports'), newToken: ids.nonce }),
  };
  const jobs = createJobs(app);
  return { app, jobs };
};
