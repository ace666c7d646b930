// Segments: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { ID, type ObjectFields, TEXT, TIME } from '../shapes.ts';

const SEGMENT_ITEM = { id: ID, name: TEXT, audience_id: ID, created_at: TIME } as const;

/** Name of an object → its fields. */
export const SEGMENT_OBJECTS = {
  SegmentItem: SEGMENT_ITEM,
  Segment: { object: { const: 'segment' }, ...SEGMENT_ITEM },
  DeletedSegment: { object: { const: 'segment' }, id: ID, deleted: { const: true } },
} as const satisfies Record<string, ObjectFields>;
