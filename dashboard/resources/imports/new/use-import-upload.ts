// Sends the file of an import. When the connection ends, it finds out whether the file itself is at fault: a browser stops
// with the same error when a file is changed while it is sent.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure, asFailure } from '../../../api/failure.ts';
import type { ContactImport } from '../../../api/generated/types.ts';
import { upload } from '../../../api/upload.ts';
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
      void client.invalidateQueries();
      onDone(created);
    } catch (error) {
      if (signal.aborted) return;
      const why = asFailure(error);
      if (why.status !== 0) setFailure(why);
      else if (await isUnchanged(file)) setFailure(lostAfter(last));
      else onFileGone();
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

function lostAfter(progress: SentBytes): ApiFailure {
  return new ApiFailure({ status: 0, name: 'network_error', message: lostWords(progress) });
}
