/** A backup or a restore that is refused; the message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}
