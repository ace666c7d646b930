// What one chooses for all rows of a file, and the fields of the request that it makes
// (docs/reference/contact-imports.md#post-contactsimports). Pure.
import type { SentColumnMap } from '../mapping/column-map.ts';
import type { FileEncoding } from '../reading/decode-start.ts';

/** The chosen options. */
export interface ImportOptions {
  /** Undefined: the default audience. */
  audienceId: string | undefined;
  /** The treatment of an address that is a contact already. */
  onConflict: 'skip' | 'update';
  segmentIds: readonly string[];
  topicIds: readonly string[];
  /** The person says that all of the file have agreed to the topics. */
  haveAgreed: boolean;
}

/** Before one chooses. */
export const FIRST_OPTIONS: ImportOptions = {
  audienceId: undefined,
  onConflict: 'skip',
  segmentIds: [],
  topicIds: [],
  haveAgreed: false,
};

interface ImportOrder {
  options: ImportOptions;
  encoding: FileEncoding;
  columnMap: SentColumnMap;
}

/** The form of the request. */
export function importForm(file: File, { options, encoding, columnMap }: ImportOrder): FormData {
  const { audienceId, onConflict, segmentIds, topicIds } = options;
  const form = new FormData();
  if (audienceId !== undefined) form.set('audience_id', audienceId);
  form.set('on_conflict', onConflict);
  form.set('encoding', encoding);
  form.set('column_map', JSON.stringify(columnMap));
  if (segmentIds.length > 0) form.set('segments', JSON.stringify(segmentIds));
  const topics = topicIds.map((id) => ({ id, subscription: 'opt_in' }));
  if (topics.length > 0) form.set('topics', JSON.stringify(topics));
  // After the other fields, so that those are known before its first byte.
  form.set('file', file);
  return form;
}
