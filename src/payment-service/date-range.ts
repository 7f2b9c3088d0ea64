/** Both ends inclusive, `yyyy-MM-dd HH:mm:ss` on the merchant's wall clock. */
export interface DateRange {
  fromDate: string;
  toDate: string;
}

/** `page` counts from 0 (default 0); `size` is records per page (default 10). Both int32. */
export interface PageRequest {
  page?: number | undefined;
  size?: number | undefined;
}
