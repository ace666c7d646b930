// The audit log: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { ID, ID_OR_NULL, inner, type ObjectFields, TEXT, TEXT_OR_NULL, TIME } from '../shapes.ts';
import { AUDIT_ACTOR_TYPES, AUDIT_OUTCOMES } from './values.ts';

/** Name of an object → its fields. */
export const AUDIT_EVENT_OBJECTS = {
  AuditEventItem: {
    id: ID,
    actor: inner({
      type: { enum: AUDIT_ACTOR_TYPES },
      id: ID_OR_NULL,
      email: TEXT_OR_NULL,
      name: TEXT_OR_NULL,
    }),
    operation: TEXT,
    outcome: { enum: AUDIT_OUTCOMES },
    target_id: TEXT_OR_NULL,
    address: TEXT_OR_NULL,
    user_agent: TEXT_OR_NULL,
    created_at: TIME,
  },
} as const satisfies Record<string, ObjectFields>;
