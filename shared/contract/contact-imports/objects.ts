// Contact imports: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { COUNT, ID, inner, type ObjectFields, TEXT, TEXT_OR_NULL, TIME, TIME_OR_NULL } from '../shapes.ts';
import { CONTACT_IMPORT_STATUSES } from './values.ts';

/** Name of an object → its fields. */
export const CONTACT_IMPORT_OBJECTS = {
  // In lists too, as Resend's SDK declares it.
  ContactImport: {
    object: { const: 'contact_import' },
    id: ID,
    audience_id: ID,
    status: { enum: CONTACT_IMPORT_STATUSES },
    on_conflict: TEXT,
    encoding: TEXT,
    size: COUNT,
    progress: COUNT,
    counts: inner({ total: COUNT, created: COUNT, updated: COUNT, skipped: COUNT, failed: COUNT }),
    error: TEXT_OR_NULL,
    created_at: TIME,
    completed_at: TIME_OR_NULL,
  },
  ContactImportFailureItem: {
    id: ID,
    row: COUNT,
    reason: TEXT,
    cells: { type: 'array', items: TEXT },
  },
} as const satisfies Record<string, ObjectFields>;
