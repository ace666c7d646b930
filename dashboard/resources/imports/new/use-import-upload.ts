// Sends the file of an import, and says why it did not arrive: the API has refused it, the connection was lost, or the file
// itself was changed.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure, asFailure } from '../../../api/failure.ts';
import type { ContactImport } from '../../../api/generated/types.ts';
import { upload } from '../../../api/upload.ts';
import { notify } from '../../../design/feedback/toaster.tsx';
import { isUnchanged } from '../reading/use-file-start.ts';
import { isUploadComplete, lostWords, type SentBytes } from './upload-words.ts';

interface UploadEnds {
  onDone(created: ContactImport): void;
  onFileGone(): void;
}

/** The upload of a page. */
export interface ImportUpload {
  /** Undefined: nothing is being sent. */
  progress: SentBytes | undefined;
  failure: ApiFailure | undefined;
  /** Whether no answer arrived after all of the file was sent: it may be imported. */
  mayBeImported: boolean;
  start(file: File, form: FormData): void;
  stop(): void;
}

const SERVER_FAULT = 500;
const CHANGED = 'The file changed during the upload. Check whether all of it was imported.';

/** Why an upload did not end well. */
interface FailedUpload {
  failure: ApiFailure;
  mayBeImported: boolean;
}

/** Nothing is sent on once the page is left. */
export function useImportUpload({ onDone, onFileGone }: UploadEnds): ImportUpload {
  const client = useQueryClient();
  const [progress, setProgress] = useState<SentBytes>();
  const [failed, setFailed] = useState<FailedUpload>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File, form: FormData, { signal }: AbortController) => {
    let last: SentBytes = { sent: 0, of: file.size };
    setProgress(last);
    const onProgress = (sent: number, of: number) => {
      last = { sent, of };
      setProgress(last);
    };
    const sent = await upload('createContactImport', form, { signal, onProgress }).then(
      (created) => ({ created }),
      (error: unknown) => ({ error }),
    );
    const why = 'error' in sent ? await reasonOf(sent.error, file, last) : undefined;
    // No error shows that the bytes at the same place of the file have changed.
    const isSame = why !== undefined || (await isUnchanged(file));
    if (signal.aborted) return;
    setProgress(undefined);
    if (why === 'file-gone') onFileGone();
    else setFailed(why);
    if (!isSame) notify(CHANGED, { kind: 'warn' });
    if ('error' in sent) return;
    void client.invalidateQueries();
    onDone(sent.created);
  };
  const stop = () => {
    running.current?.abort();
    setProgress(undefined);
    setFailed(undefined);
  };
  const start = (file: File, form: FormData) => {
    stop();
    running.current = new AbortController();
    void send(file, form, running.current);
  };
  const { failure, mayBeImported = false } = failed ?? {};
  return { progress, failure, mayBeImported, start, stop };
}

/**
 * Why an upload has failed. A browser gives the same error for a lost connection and for a file that was changed; a server
 * that is away, or one in front of it, may have taken all of the file, and begun its import.
 */
async function reasonOf(
  error: unknown,
  file: File,
  progress: SentBytes,
): Promise<FailedUpload | 'file-gone'> {
  const failure = asFailure(error);
  const isUnanswered = failure.status === 0 || (failure.status >= SERVER_FAULT && isUploadComplete(progress));
  if (!isUnanswered) return { failure, mayBeImported: false };
  if (failure.status === 0 && !(await isUnchanged(file))) return 'file-gone';
  const lost = new ApiFailure({ status: 0, name: 'network_error', message: lostWords(progress) });
  return { failure: lost, mayBeImported: isUploadComplete(progress) };
}
