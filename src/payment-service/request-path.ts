import type { DateRange, PageRequest } from './local-date-time.ts';

/** A request's path and query exactly as sent. */
export interface RequestPath {
  path: string;
  /** Without the question mark; may be empty. */
  query: string;
}

/** The target in the HTTP request line. */
export const buildTarget = ({ path, query }: RequestPath): string =>
  query === '' ? path : `${path}?${query}`;

/** A fixed path below the service's prefix. */
export const buildFixedPath = (prefix: string, template: string): RequestPath =>
  splitQuery(prefix + template);

/**
 * Fills `{fromDate}` and `{toDate}` and adds `page` and `size`. Dates are written as in the service's samples,
 * `2025-01-01%2000:00:00`. The colons stay unencoded, unlike with `encodeURIComponent`, which matters if the
 * address is signed.
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

/** Fills `{id}`; any id stays a single path segment. */
export const buildLookUpPath = (prefix: string, template: string, id: string): RequestPath =>
  splitQuery(prefix + template.replaceAll('{id}', () => encodeSegment(id)));

/** `encodeURIComponent` keeps `.` and `..`, which servers and proxies resolve, and throws on half a surrogate pair. */
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
