// The words of imports that the list and the record have.
import type { ContactImport } from '../../api/generated/types.ts';

/** Whether an import goes on. */
export function isUnderWay({ status }: Pick<ContactImport, 'status'>): boolean {
  return status === 'queued' || status === 'in_progress';
}

/** Status → its word. */
export const IMPORT_STATUS_WORDS: Readonly<Record<ContactImport['status'], string>> = {
  queued: 'Waits for its turn',
  in_progress: 'Importing',
  completed: 'Imported',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** Encoding of a file → its name. */
export const ENCODING_WORDS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'windows-1252': 'Windows-1252 (Latin-1)',
};
