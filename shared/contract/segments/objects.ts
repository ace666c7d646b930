// Segments: the objects in answers, as JSON Schemas.
import { CONTACT_OBJECTS } from '../contacts/objects.ts';
import * as field from '../shapes.ts';

const SEGMENT_ITEM = {
  id: field.ID,
  name: field.text('Name'),
  audience_id: field.id('Id of the audience whose contacts the segment can have'),
  filter: field.fieldsOrNull(
    'The rules that a contact must meet to be in the segment, in their long form; null: the segment is static, and contacts are added to it one by one',
  ),
  contacts_count: field.countOrNull(
    'The number of contacts of the segment when it was last counted; null: not yet',
  ),
  counted_at: field.timeOrNull('When the contacts of the segment were last counted; null: not yet'),
  created_at: field.CREATED_AT,
  updated_at: field.time('When the name or the filter was changed last'),
} as const;

/** Name of an object → its fields. */
export const SEGMENT_OBJECTS = {
  SegmentItem: SEGMENT_ITEM,
  Segment: { object: field.type('segment'), ...SEGMENT_ITEM },
  DeletedSegment: field.deleted('segment', 'True: the segment was deleted'),
  SegmentPreview: {
    object: field.type('segment_preview'),
    count: field.count('The number of contacts that meet the filter'),
    contacts: field.groups(
      'The newest contacts that meet the filter, up to ten',
      CONTACT_OBJECTS.ContactItem,
    ),
  },
} as const satisfies Record<string, field.ObjectFields>;
