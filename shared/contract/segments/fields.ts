// Segments: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const SEGMENT_FIELDS: FieldDescriptions = {
  'createSegment.name': 'Name, up to 200 characters',
  'updateSegment.name': 'Name, up to 200 characters',
  audience_id: 'Id of the audience whose contacts the segment can have',
  'createSegment.audience_id':
    'Id of the audience whose contacts the segment can have; when absent, the default audience. It cannot be changed later',
  'updateSegment.audience_id': 'Cannot be changed: the present id, or absent',
  filter: 'Not supported: absent or null',
  deleted: 'True: the segment was deleted',
};
