// What is said of the upload of a file: how far it is, and what has become of it when the connection ended. Pure.
import { bytesInWords } from '../../../design/work/check-files.ts';

/** How much of a request has been sent. */
export interface SentBytes {
  sent: number;
  of: number;
}

/** Whether all of it has been sent: the server may act on it from then on. */
export function isUploadComplete({ sent, of }: SentBytes): boolean {
  return sent >= of;
}

/** The label of the upload. */
export function uploadLabel({ sent, of }: SentBytes): string {
  return sent < of ? 'Uploading the file' : 'Uploaded. Checking the file';
}

/** The reason of a failure without an answer. @param progress undefined: nothing was sent */
export function lostWords(progress: SentBytes | undefined): string {
  if (!progress || progress.sent === 0)
    return 'The server cannot be reached, and nothing was uploaded. Check your connection and try again.';
  if (progress.sent < progress.of)
    return `The connection was lost after ${bytesInWords(progress.sent)} of ${bytesInWords(progress.of)}. Nothing was imported. Check your connection and try again.`;
  return 'The whole file was uploaded, but no answer came. It may have been imported: check the list of imports before you upload it again.';
}
