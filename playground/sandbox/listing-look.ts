import { dressRecord } from './dress-record.ts';
import type { JsonObject } from './record-look.ts';
import type { ResponseShape } from './response-shape.ts';

export interface Page {
  rows: readonly JsonObject[];
  total: number;
  page: number;
  size: number;
}

/** What `response` holds for one page of a listing. */
export const buildListingResponse = (
  { rows, total, page, size }: Page,
  listing: ResponseShape['listing'],
): JsonObject | JsonObject[] => {
  const content = rows.map((row) => dressRecord(row, listing));
  const totalPages = Math.ceil(total / size);
  switch (listing) {
    case 'bare-array':
      return content;
    case 'data-records':
      return { data: { records: content, totalRecords: total } };
    case 'no-totals':
      return { content };
    case 'snake_case':
      return { content, total_elements: total, total_pages: totalPages, number: page, size };
    case 'numbers-as-strings':
      return {
        content,
        totalElements: String(total),
        totalPages: String(totalPages),
        number: String(page),
        size: String(size),
      };
    case 'spring-page':
    case 'nulls-and-extras':
      return { content, totalElements: total, totalPages, number: page, size };
  }
};
