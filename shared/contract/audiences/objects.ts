// Audiences: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { FLAG, ID, type ObjectFields, TEXT, TIME } from '../shapes.ts';

const AUDIENCE_ITEM = { id: ID, name: TEXT, default: FLAG, created_at: TIME } as const;

/** Name of an object → its fields. */
export const AUDIENCE_OBJECTS = {
  AudienceItem: AUDIENCE_ITEM,
  Audience: { object: { const: 'audience' }, ...AUDIENCE_ITEM },
  DeletedAudience: { object: { const: 'audience' }, id: ID, deleted: { const: true } },
} as const satisfies Record<string, ObjectFields>;
