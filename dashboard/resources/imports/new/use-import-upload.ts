// Sends the file of an import, and says why it did not arrive: the API has refused it, the connection was lost, or the file
// itself was changed.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure, asFailure } from '../../../api/failure.ts';
import type { ContactImport } from '../../../api/generated/types.ts';
import { upload } from '../../../api/upload.ts';
import { notify } from '../../../design/feedback/toaster.tsx';
import { isUnchanged } from '../reading/use-file-start.ts';
import { lostWords, type SentBytes } from './upload-words.ts';

interface UploadEnds {
  onDone(created: ContactImport): void;
  onFileGone(): void;
}

/** The upload of a page. */
export interface ImportUpload {
  /** Undefined: nothing is being sent. */
  progress: SentBytes | undefined;
  failure: ApiFailure | undefined;
  start(file: File, form: FormData): void;
  stop(): void;
}

const CHANGED = 'The file was changed while it was sent. Look whether all of it was imported.';

/** Nothing is sent on once the page is left. */
export function useImportUpload({ onDone, onFileGone }: UploadEnds): ImportUpload {
  const client = useQueryClient();
  const [progress, setProgress] = useState<SentBytes>();
  const [failure, setFailure] = useState<ApiFailure>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File, form: FormData, { signal }: AbortController) => {
    let last: SentBytes = { sent: 0, of: file.size };
    setProgress(last);
    const onProgress = (sent: number, of: number) => {
      last = { sent, of };
      setProgress(last);
    };
    try {
      const created = await upload('createContactImport', form, { signal, onProgress });
      // No error shows that other bytes came from the same place of the file.
      if (!(await isUnchanged(file))) notify(CHANGED, { kind: 'warn' });
      void client.invalidateQueries();
      onDone(created);
    } catch (error) {
      const why = await reasonOf(error, file, last);
      if (signal.aborted) return;
      if (why === 'file-gone') onFileGone();
      else setFailure(why);
    } finally {
      if (!signal.aborted) setProgress(undefined);
    }
  };
  const stop = () => {
    running.current?.abort();
    setProgress(undefined);
    setFailure(undefined);
  };
  const start = (file: File, form: FormData) => {
    stop();
    running.current = new AbortController();
    void send(file, form, running.current);
  };
  return { progress, failure, start, stop };
}

/** Why an upload has failed. A browser gives the same error for a lost connection and for a file that was changed. */
async function reasonOf(error: unknown, file: File, progress: SentBytes): Promise<ApiFailure | 'file-gone'> {
  const failure = asFailure(error);
  if (failure.status !== 0) return failure;
  if (!(await isUnchanged(file))) return 'file-gone';
  return new ApiFailure({ status: 0, name: 'network_error', message: lostWords(progress) });
}
