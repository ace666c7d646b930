// Suppressions: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { ID, ID_OR_NULL, inner, type ObjectFields, TEXT, TEXT_OR_NULL, TIME } from '../shapes.ts';
import { SUPPRESSION_ORIGINS } from './values.ts';

const OBJECT = { const: 'suppression' } as const;

/** What a list shows of an entry. */
export const SUPPRESSION_ITEM = {
  id: ID,
  email: TEXT,
  origin: { enum: SUPPRESSION_ORIGINS },
  source_id: ID_OR_NULL,
  smtp_reply: TEXT_OR_NULL,
  created_at: TIME,
} as const;

const DELETED_SUPPRESSION = { object: OBJECT, id: ID, deleted: { const: true } } as const;

/** Name of an object → its fields. */
export const SUPPRESSION_OBJECTS = {
  SuppressionItem: SUPPRESSION_ITEM,
  Suppression: { object: OBJECT, ...SUPPRESSION_ITEM },
  DeletedSuppression: DELETED_SUPPRESSION,
  AddedSuppressions: { data: { type: 'array', items: inner({ object: OBJECT, id: ID }) } },
  RemovedSuppressions: { data: { type: 'array', items: inner(DELETED_SUPPRESSION) } },
} as const satisfies Record<string, ObjectFields>;
