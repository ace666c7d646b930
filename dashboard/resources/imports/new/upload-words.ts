// What is said of the upload of a file: how far it is, and what has become of it when the connection ended. Pure.
import { bytesInWords } from '../../../design/work/accepted-files.ts';

/** How much of a request has been sent. */
export interface SentBytes {
  sent: number;
  of: number;
}

/** Whether all of it has been sent: the server may act on it from then on. */
export function hasArrived({ sent, of }: SentBytes): boolean {
  return sent >= of;
}

/** The label of the upload. */
export function uploadLabel({ sent, of }: SentBytes): string {
  return sent < of ? 'Sending the file' : 'The file is sent. The server checks it';
}

/** The reason of a failure without an answer. @param progress undefined: nothing was sent */
export function lostWords(progress: SentBytes | undefined): string {
  if (!progress || progress.sent === 0)
    return 'The server cannot be reached, and nothing was sent. Check your connection, and try again.';
  if (progress.sent < progress.of)
    return `The connection was lost after ${bytesInWords(progress.sent)} of ${bytesInWords(progress.of)}. Nothing of it is kept, so nothing is imported. Check your connection, and try again.`;
  return 'All of the file was sent, but no answer came. It may be imported all the same: look at the list of imports before you send it again.';
}
