import type { DateRange, PageRequest } from './date-range.ts';

/** The address of a request exactly as it goes on the wire. */
export interface RequestPath {
  path: string;
  /** Without the question mark; empty when there is none. */
  query: string;
}

/** The request target of the request line. */
export const buildTarget = ({ path, query }: RequestPath): string =>
  query === '' ? path : `${path}?${query}`;

/** A fixed path below the service's prefix. */
export const buildFixedPath = (prefix: string, template: string): RequestPath =>
  splitQuery(prefix + template);

/**
 * Fills `{fromDate}` and `{toDate}` and adds `page` and `size`. The dates are written as the service's samples
 * write them, `2025-01-01%2000:00:00`: the colons stay bare, which `encodeURIComponent` would not do and which
 * matters where the path is signed.
 */
export function buildListingPath(
  prefix: string,
  template: string,
  range: DateRange,
  page: Required<PageRequest>,
): RequestPath {
  const filled = splitQuery(
    prefix +
      template
        .replaceAll('{fromDate}', () => range.fromDate.replace(' ', '%20'))
        .replaceAll('{toDate}', () => range.toDate.replace(' ', '%20')),
  );
  const paging = `page=${page.page}&size=${page.size}`;
  return { path: filled.path, query: filled.query === '' ? paging : `${filled.query}&${paging}` };
}

/** Fills `{id}` so that any id stays one path segment. */
export const buildLookUpPath = (prefix: string, template: string, id: string): RequestPath =>
  splitQuery(prefix + template.replaceAll('{id}', () => encodeSegment(id)));

/** `encodeURIComponent` leaves `.` and `..` alone, which servers and proxies resolve, and throws on half a surrogate pair. */
function encodeSegment(id: string): string {
  const wellFormed = Buffer.from(id).toString();
  return /^\.{1,2}$/.test(wellFormed) ? wellFormed.replaceAll('.', '%2E') : encodeURIComponent(wellFormed);
}

function splitQuery(target: string): RequestPath {
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
