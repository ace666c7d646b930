// The list of the segments of an account, or of those that a contact is in.
import type { List } from '../../../platform/db/list.ts';
import { SEGMENT_COLUMNS, type Segment } from './segment.ts';

export const SEGMENT_LIST: List<Segment, { contactId?: string }> = {
  columns: SEGMENT_COLUMNS,
  from: 'segments',
  within: 'account_id',
  filters: {
    contactId: (id, parameter) =>
      `id IN (SELECT segment_id FROM segment_contacts WHERE contact_id = ${parameter(id)})`,
  },
};
