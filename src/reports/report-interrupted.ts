/** Reading every row ended early. What was read before was given; `cause` is the service's error. */
export class ReportInterrupted extends Error {
  override name = 'ReportInterrupted';
  /** The page that did not come, from 0: where to go on. */
  readonly page: number;
  /** Rows given by this reading. */
  readonly rowsRead: number;

  constructor({ page, rowsRead, cause }: { page: number; rowsRead: number; cause: unknown }) {
    super(`reading stopped at page ${page}, after ${rowsRead} rows`, { cause });
    this.page = page;
    this.rowsRead = rowsRead;
  }
}
