/** Reading every row ended early. The rows before that were returned; `cause` is the service's error. */
export class ReportInterrupted extends Error {
  override name = 'ReportInterrupted';
  /** The page that failed, counted from 0: continue there. */
  readonly page: number;
  /** Rows that this reading returned. */
  readonly rowsRead: number;

  constructor({ page, rowsRead, cause }: { page: number; rowsRead: number; cause: unknown }) {
    super(`reading stopped at page ${page}, after ${rowsRead} rows`, { cause });
    this.page = page;
    this.rowsRead = rowsRead;
  }
}
