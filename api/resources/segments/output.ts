// JSON forms of segments (docs/reference/segments.md#the-segment-record).
import type { Segment } from '../../../shared/resources/segments/segment.ts';

/** An item of GET /segments. */
export function toSegmentItem({ id, name, audienceId, createdAt }: Segment) {
  return { id, name, audience_id: audienceId, created_at: createdAt.toISOString() };
}

/** The answer of POST /segments, GET and PATCH /segments/:id. */
export function toSegment(segment: Segment) {
  return { object: 'segment', ...toSegmentItem(segment) };
}
