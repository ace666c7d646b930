// Segments: the objects in answers, as JSON Schemas.
import { CONTACT_OBJECTS } from '../contacts/objects.ts';
import * as field from '../shapes.ts';

const SEGMENT_ITEM = {
  id: field.ID,
  name: field.text('Name'),
  audience_id: field.id('Id of the audience that the segment belongs to'),
  filter: field.fieldsOrNull(
    'The rules that a contact must meet to be in the segment, in long form; null: the segment is static, and contacts are added individually',
  ),
  contacts_count: field.countOrNull('Number of contacts at the last count; null: not counted yet'),
  counted_at: field.timeOrNull('When the contacts were last counted; null: not counted yet'),
  created_at: field.CREATED_AT,
  updated_at: field.time('When the name or the filter last changed'),
} as const;

/** Name of an object → its fields. */
export const SEGMENT_OBJECTS = {
  SegmentItem: SEGMENT_ITEM,
  Segment: { object: field.type('segment'), ...SEGMENT_ITEM },
  DeletedSegment: field.deleted('segment', 'True: the segment was deleted'),
  SegmentPreview: {
    object: field.type('segment_preview'),
    count: field.count('Number of contacts that match the filter'),
    contacts: field.groups('Newest contacts that match the filter, up to 10', CONTACT_OBJECTS.ContactItem),
  },
} as const satisfies Record<string, field.ObjectFields>;
