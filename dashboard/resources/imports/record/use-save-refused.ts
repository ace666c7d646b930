// Saves the refused rows of an import as a CSV file of the person, which may be corrected and imported again.
import { useEffect, useRef, useState } from 'react';
import { openStream } from '../../../api/call.ts';
import { type ApiFailure, asFailure } from '../../../api/failure.ts';
import { requestOf } from '../../../api/request.ts';
import { saveBlob } from '../../../records/save-text.ts';

/** The saving of a file. */
interface Saving {
  isSaving: boolean;
  failure: ApiFailure | undefined;
  save(): void;
}

/** The part that was read when the page is left is not saved. */
export function useSaveRefused(id: string): Saving {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const read = async ({ signal }: AbortController) => {
    try {
      const { path } = requestOf('listContactImportFailures', { id });
      const answer = await openStream(path, signal, 'text/csv');
      const file = await answer.blob();
      signal.throwIfAborted();
      saveBlob(file, `refused-rows-${id}.csv`);
    } catch (error) {
      if (!signal.aborted) setFailure(asFailure(error));
    } finally {
      if (!signal.aborted) setSaving(false);
    }
  };
  const save = () => {
    running.current = new AbortController();
    setSaving(true);
    setFailure(undefined);
    void read(running.current);
  };
  return { isSaving, failure, save };
}
