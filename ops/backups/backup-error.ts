// What stops a backup or its verification, as a sentence for the operator.

/** A backup cannot be made or read. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
