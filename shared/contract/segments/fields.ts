// Segments: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const SEGMENT_FIELDS: FieldDescriptions = {
  'createSegment.name': 'Name, up to 200 characters',
  'updateSegment.name': 'Name, up to 200 characters',
  audience_id: 'Id of the audience whose contacts the segment can have',
  'createSegment.audience_id':
    'Id of the audience whose contacts the segment can have; when absent, the default audience. It cannot be changed later',
  'updateSegment.audience_id': 'Cannot be changed: the present id, or absent',
  filter:
    'The rules that a contact must meet to be in the segment, in their long form; null: the segment is static, and contacts are added to it one by one',
  'createSegment.filter':
    'Makes the segment dynamic: the rules that a contact must meet to be in it. When absent or null, the segment is static. Whether it is static or dynamic cannot be changed later',
  'updateSegment.filter': 'Replaces the rules of a dynamic segment; null is the filter of a static one',
  'previewSegment.filter': 'The rules that a contact must meet',
  'previewSegment.audience_id': 'Id of the audience; when absent, the default audience',
  contacts_count: 'The number of contacts of the segment when it was last counted; null: not yet',
  counted_at: 'When the contacts of the segment were last counted; null: not yet',
  count: 'The number of contacts that meet the filter',
  contacts: 'The newest contacts that meet the filter, up to ten',
  deleted: 'True: the segment was deleted',
};
