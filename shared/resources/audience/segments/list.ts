// The list of the segments of an account, or of those that a contact is in.
import type { List } from '../../../platform/db/list.ts';
import { patternOf } from '../../../platform/db/page.ts';
import { SEGMENT_COLUMNS, type Segment } from './segment.ts';

/** An account has SEGMENTS_MAX segments at most, so a filter reads few rows. */
export interface SegmentFilters {
  contactId?: string | undefined;
  /** A text in the name. */
  q?: string | undefined;
  ids?: readonly string[] | undefined;
}

export const SEGMENT_LIST: List<Segment, SegmentFilters> = {
  columns: SEGMENT_COLUMNS,
  from: 'segments',
  within: 'account_id',
  filters: {
    contactId: (id, parameter) =>
      `id IN (SELECT segment_id FROM segment_contacts WHERE contact_id = ${parameter(id)})`,
    q: (text, parameter) => `name ILIKE ${parameter(patternOf(text))}`,
    ids: (ids, parameter) => `id = ANY(${parameter(ids)}::uuid[])`,
  },
};
