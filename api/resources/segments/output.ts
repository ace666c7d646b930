// JSON forms of segments (docs/reference/segments.md#the-segment-record).
import type { SegmentPreview } from '../../../shared/resources/audience/segment-previews/preview.ts';
import type { Segment } from '../../../shared/resources/audience/segments/segment.ts';
import { toContactItem } from '../contacts/output.ts';

/** An item of GET /segments. */
export function toSegmentItem(segment: Segment) {
  const { id, name, audienceId, filter, contactsCount, countedAt } = segment;
  return {
    id,
    name,
    audience_id: audienceId,
    filter,
    contacts_count: contactsCount,
    counted_at: countedAt?.toISOString() ?? null,
    created_at: segment.createdAt.toISOString(),
    updated_at: segment.updatedAt.toISOString(),
  };
}

/** The answer of POST /segments, GET and PATCH /segments/:id. */
export function toSegment(segment: Segment) {
  return { object: 'segment', ...toSegmentItem(segment) };
}

/** The answer of POST /segments/preview. */
export function toSegmentPreview({ count, contacts }: SegmentPreview) {
  return { object: 'segment_preview', count, contacts: contacts.map(toContactItem) };
}
