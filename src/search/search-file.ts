import { z } from 'zod';
import { describeCustomer } from '../blocks/customer.ts';
import { dayOf } from '../calendar/date-span.ts';
import type { DescribeFile } from '../exports/file-job.ts';
import { writeCsv } from '../exports/write-file.ts';
import { nameState } from '../links/card/display-state.ts';
import { readListed } from '../links/card/find-link.ts';
import type { ListedLink } from '../links/card/link-line-view.ts';
import { buildSheet, type Column, moneyColumn, textColumn, timeColumn } from '../reports/table.ts';
import { FOR_FILE, findLinks } from './find-links.ts';
import { searchPointerSchema } from './search-query.ts';
import { buildSearchFileDone } from './search-view.ts';

const payloadSchema = searchPointerSchema.extend({
  /** Gets the file. */
  userId: z.string(),
});

export type SearchFilePayload = z.infer<typeof payloadSchema>;

const LINKS_AT_ONCE = 100;

/** Every link that a search finds. */
export const describeSearchFile: DescribeFile = ({ teamId, payload }, { store, members, timeZone }) => {
  const { userId, query, before } = payloadSchema.parse(payload);
  const name = `payment-links-${dayOf(before, timeZone)}.csv`;
  return {
    ...{ userId, name, format: 'csv', place: null },
    title: 'Payment links found',
    needs: { permission: 'export', people: [userId] },
    make: async (path, { signal }) => {
      // The person's role may have changed since they asked.
      const ownerId = (await members.may(teamId, userId, 'use-any-link')) ? query.ownerId : userId;
      const asked = { teamId, query: { ...query, ownerId }, before };
      const { ids } = await findLinks(asked, store.linkSearch, FOR_FILE, signal);
      async function* batches(): AsyncGenerator<ListedLink[]> {
        for (let at = 0; at < ids.length; at += LINKS_AT_ONCE) {
          signal.throwIfAborted();
          const some = ids.slice(at, at + LINKS_AT_ONCE).map((id) => store.links.find(teamId, id));
          yield readListed(
            (await Promise.all(some)).filter((link) => link !== null),
            { store },
          );
        }
      }
      const rows = ids.length;
      if (rows === 0) return { bytes: 0, rows, made: rows };
      const sheet = buildSheet('Links', COLUMNS, { batches: batches() });
      return { bytes: await writeCsv(sheet, { path, timeZone, signal }), rows, made: rows };
    },
    done: (made) => buildSearchFileDone(z.number().parse(made), name),
  };
};

/** As in the list: no e-mail and no full phone number. */
const COLUMNS: readonly Column<ListedLink>[] = [
  timeColumn('Made', ({ createdAt }) => createdAt),
  textColumn('Number', ({ invoiceId }) => invoiceId),
  textColumn('Order ID', ({ orderId }) => orderId),
  moneyColumn('Amount (AED)', ({ amountFils }) => amountFils),
  textColumn('State', nameState),
  textColumn('Customer', ({ details }) => describeCustomer(details)),
  textColumn('For', ({ details }) => details.notes),
  textColumn('Made by (Slack id)', ({ creatorId }) => creatorId),
  textColumn('Has it (Slack id)', ({ ownerId }) => ownerId),
];
