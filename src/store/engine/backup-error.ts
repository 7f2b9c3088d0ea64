/** A refused backup or restore; the message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}
