// A file, or the rest of it, that cannot be imported at all; a row that cannot be imported is a failure of its own.

/** Ends the import with the status `failed`; the message is its `error`. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}
