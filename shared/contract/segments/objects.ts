// Segments: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { CONTACT_OBJECTS } from '../contacts/objects.ts';
import { COUNT, ID, inner, type ObjectFields, TEXT, TIME, TIME_OR_NULL } from '../shapes.ts';

const SEGMENT_ITEM = {
  id: ID,
  name: TEXT,
  audience_id: ID,
  filter: { type: ['object', 'null'], additionalProperties: true },
  contacts_count: { type: ['integer', 'null'], minimum: 0 },
  counted_at: TIME_OR_NULL,
  created_at: TIME,
} as const;

/** Name of an object → its fields. */
export const SEGMENT_OBJECTS = {
  SegmentItem: SEGMENT_ITEM,
  Segment: { object: { const: 'segment' }, ...SEGMENT_ITEM },
  DeletedSegment: { object: { const: 'segment' }, id: ID, deleted: { const: true } },
  SegmentPreview: {
    object: { const: 'segment_preview' },
    count: COUNT,
    contacts: { type: 'array', items: inner(CONTACT_OBJECTS.ContactItem) },
  },
} as const satisfies Record<string, ObjectFields>;
