import { type Answer, buildRefusal, buildSuccess } from './answer.ts';
import { buildListingResponse } from './listing-look.ts';
import type { JsonObject } from './record-look.ts';
import type { ResponseShape } from './response-shape.ts';
import { parseWallClock } from './wall-clock.ts';

export interface ListingCall<T extends { createdAt: number }> {
  /** Oldest first. */
  records: readonly T[];
  build: (record: T) => JsonObject;
  message: string;
  fromDate: string;
  toDate: string;
  query: URLSearchParams;
  timeZone: string;
  listing: ResponseShape['listing'];
  maxPageSize: number;
  fixedPageSize: number | null;
}

const DEFAULT_SIZE = 10;
const INT32_MAX = 2 ** 31 - 1;

/** One page, newest first. Both ends belong to the range, to the second. */
export const listRecords = <T extends { createdAt: number }>(call: ListingCall<T>): Answer => {
  const from = parseWallClock(call.fromDate, call.timeZone);
  const to = parseWallClock(call.toDate, call.timeZone);
  if (from === null) return buildRefusal(400, 'fromDate must be a date as yyyy-MM-dd HH:mm:ss');
  if (to === null) return buildRefusal(400, 'toDate must be a date as yyyy-MM-dd HH:mm:ss');
  if (from > to) return buildRefusal(400, 'fromDate must not be after toDate');
  const page = readNumber(call.query.get('page'), 0);
  const asked = readNumber(call.query.get('size'), DEFAULT_SIZE);
  if (page === null) return buildRefusal(400, 'page must be a whole number of at least 0');
  if (asked === null || asked === 0) return buildRefusal(400, 'size must be a whole number of at least 1');

  const size = call.fixedPageSize ?? Math.min(asked, call.maxPageSize);
  const found = call.records
    .filter((record) => record.createdAt >= from && record.createdAt < to + 1000)
    .reverse();
  const rows = found.slice(page * size, (page + 1) * size).map(call.build);
  return buildSuccess(
    call.message,
    buildListingResponse({ rows, total: found.length, page, size }, call.listing),
  );
};

function readNumber(text: string | null, otherwise: number): number | null {
  if (text === null) return otherwise;
  return /^\d{1,10}$/.test(text) && Number(text) <= INT32_MAX ? Number(text) : null;
}
