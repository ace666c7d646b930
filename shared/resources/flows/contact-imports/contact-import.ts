// The types of contact imports: a CSV file whose rows become contacts of an audience, in the background.
//
//   queued ──its turn in the account──► in_progress ──the whole file is read──► completed
//      │                                     ├── the file cannot be read, something it needs was deleted ──► failed
//      └── POST …/cancel ───────────────────┴──► canceled
import type {
  CONTACT_IMPORT_ENCODINGS,
  CONTACT_IMPORT_STATUSES,
} from '../../../contract/contact-imports/values.ts';
import type { FieldsByKey } from '../../../contract/contacts/fields.ts';
import type { ContactPropertyType } from '../../audience/contact-properties/contact-property.ts';
import type { TopicSubscription } from '../../audience/topics/topic.ts';

/** Status of an import. */
export type ContactImportStatus = (typeof CONTACT_IMPORT_STATUSES)[number];

/** Encoding of a file. */
export type ContactImportEncoding = (typeof CONTACT_IMPORT_ENCODINGS)[number];

/** The treatment of an address that is a contact already. */
export type ImportConflictMode = 'update' | 'skip';

/** The columns of the fields, by their names in the header. */
export interface ColumnMap extends Partial<FieldsByKey<string | undefined>> {
  email?: string | undefined;
  unsubscribed?: string | undefined;
  tracking?: string | undefined;
  /**
   * Key of a property → its column, and the type with which it is made if it does not exist. Lists and not an object,
   * because a key may be `__proto__`.
   */
  properties: (readonly [key: string, column: string, type?: ContactPropertyType])[];
}

/** The use of the columns of a file. Names are cut, and show no address. */
export interface ImportColumns {
  /** The used columns in the order of the file. A column may have several fields. */
  used: (readonly [position: number, name: string, field: string])[];
  ignored: string[];
}

/** The results of the rows of a file. */
export interface ImportCounts {
  created: number;
  updated: number;
  skipped: number;
  failed: number;
}

/** The counts as answers and events show them: `total` is always their sum. */
export function withTotal({ created, updated, skipped, failed }: ImportCounts) {
  return { total: created + updated + skipped + failed, created, updated, skipped, failed };
}

/** An import, as the API shows it. */
export interface ContactImport extends ImportCounts {
  id: string;
  accountId: string;
  audienceId: string;
  status: ContactImportStatus;
  onConflict: ImportConflictMode;
  encoding: ContactImportEncoding;
  /** The name; null: the file arrived without one. */
  fileName: string | null;
  /** Bytes of the file, and about how many of them are done. */
  size: number;
  bytesRead: number;
  /** Null: the header was not read yet. */
  columns: ImportColumns | null;
  /** Reason of refused rows → how many of them. Null: none was counted. */
  reasons: Record<string, number> | null;
  /** Why it has failed, as a sentence. */
  error: string | null;
  createdAt: Date;
  completedAt: Date | null;
}

/** An import with all that its execution needs. */
export interface FullContactImport extends ContactImport {
  /** Null: the header says which column is what. */
  columnMap: ColumnMap | null;
  /** Whether columns without a property make one. */
  createsProperties: boolean;
  segmentIds: string[];
  topics: { id: string; subscription: TopicSubscription }[];
  /** The file (shared/platform/storage/upload-store.ts). */
  contentId: string;
  /** The last row of the file that is committed, counted from 1, the header; 0: none. */
  rowsRead: number;
}

/** The columns of a ContactImport. */
export const CONTACT_IMPORT_COLUMNS = `
  id, account_id AS "accountId", audience_id AS "audienceId", status, on_conflict AS "onConflict", encoding,
  file_name AS "fileName", size,
  bytes_read AS "bytesRead", created, updated, skipped, failed, columns, reasons, error, created_at AS "createdAt",
  completed_at AS "completedAt"`;

/** The columns of a FullContactImport. */
export const FULL_CONTACT_IMPORT_COLUMNS = `${CONTACT_IMPORT_COLUMNS},
  column_map AS "columnMap", create_properties AS "createsProperties", segment_ids AS "segmentIds", topics, content_id AS "contentId", rows_read AS "rowsRead"`;
