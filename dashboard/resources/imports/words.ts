// The words of imports that the list and the record have; whatever only one of them needs is not a part of the first
// drawing.
import type { ContactImport } from '../../api/generated/types.ts';

/** Whether an import continues. */
export function isUnderWay({ status }: Pick<ContactImport, 'status'>): boolean {
  return status === 'queued' || status === 'in_progress';
}

/** Status → its word. */
export const IMPORT_STATUS_WORDS: Readonly<Record<ContactImport['status'], string>> = {
  queued: 'Queued',
  in_progress: 'Importing',
  completed: 'Imported',
  failed: 'Failed',
  canceled: 'Canceled',
};
