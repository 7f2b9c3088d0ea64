import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { describeCustomer } from '../blocks/customer.ts';
import { dayOf } from '../calendar/date-span.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { buildOwnColumn, createMadeFileJob } from '../exports/made-file-job.ts';
import { writeReportFile } from '../exports/write-file.ts';
import { nameState } from '../links/card/display-state.ts';
import { readListed } from '../links/card/find-link.ts';
import type { ListedLink } from '../links/card/link-line-view.ts';
import { formatFils } from '../payment-service/index.ts';
import type { ReportRow } from '../reports/report-row.ts';
import { createOwnRowReader } from '../reports/row-reader.ts';
import { FOR_FILE, findLinks } from './find-links.ts';
import { searchPointerSchema } from './search-query.ts';
import {
  buildSearchFileAsked,
  buildSearchFileDone,
  buildSearchFileFailed,
  buildSearchFileRefused,
} from './search-view.ts';

const payloadSchema = searchPointerSchema.extend({
  /** Gets the file. */
  userId: z.string(),
});

export type SearchFilePayload = z.infer<typeof payloadSchema>;

const LINKS_AT_ONCE = 100;

/** Sends every link that a search finds to the person who asked, as a CSV file in a direct message. */
export const createSearchFileJob = (app: App, client: WebClient): JobHandler => {
  const { store, members, timeZone } = app;
  return createMadeFileJob(app, client, ({ teamId, payload }) => {
    const { userId, query, before } = payloadSchema.parse(payload);
    const name = `payment-links-${dayOf(before, timeZone)}.csv`;
    return {
      userId,
      needed: 'export',
      name,
      format: 'csv',
      write: async (path, signal) => {
        // The person's role may have changed since they asked.
        const ownerId = (await members.may(teamId, userId, 'use-any-link')) ? query.ownerId : userId;
        const asked = { teamId, query: { ...query, ownerId }, before };
        const { ids } = await findLinks(asked, store.linkSearch, FOR_FILE, signal);
        async function* rows(): AsyncGenerator<ReportRow[]> {
          const readRow = createOwnRowReader();
          for (let at = 0; at < ids.length; at += LINKS_AT_ONCE) {
            signal.throwIfAborted();
            const some = ids.slice(at, at + LINKS_AT_ONCE).map((id) => store.links.find(teamId, id));
            const links = (await Promise.all(some)).filter((link) => link !== null);
            yield (await readListed(links, { store })).map((link) =>
              readRow(buildFields(link), link.createdAt),
            );
          }
        }
        const bytes = await writeReportFile({
          path,
          format: 'csv',
          columns: COLUMNS,
          rows: rows(),
          timeZone,
          signal,
        });
        return { bytes, entries: ids.length };
      },
      words: {
        asked: buildSearchFileAsked(),
        done: (entries) => buildSearchFileDone(entries, name),
        failed: buildSearchFileFailed,
        notPermitted: buildSearchFileRefused(),
      },
    };
  });
};

/** As in the list: no e-mail and no full phone number. */
const COLUMNS = [
  buildOwnColumn('@at', 'Made', 'time'),
  buildOwnColumn('.number', 'Number'),
  buildOwnColumn('.order', 'Order ID'),
  buildOwnColumn('.amount', 'Amount (AED)', 'amount'),
  buildOwnColumn('.state', 'State'),
  buildOwnColumn('.customer', 'Customer'),
  buildOwnColumn('.for', 'For'),
  buildOwnColumn('.creator', 'Made by (Slack id)'),
  buildOwnColumn('.owner', 'Has it (Slack id)'),
];

const buildFields = (link: ListedLink) => ({
  number: link.invoiceId,
  order: link.orderId ?? '',
  amount: formatFils(link.amountFils),
  state: nameState(link),
  customer: describeCustomer(link.details),
  for: link.details.notes,
  creator: link.creatorId,
  owner: link.ownerId,
});
