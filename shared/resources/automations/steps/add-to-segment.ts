// The step add_to_segment: whether the contact can be added to the segment as both are now.
import type { LockedContact } from '../../contacts/many/lock.ts';
import { isDynamic, type Segment } from '../../segments/segment.ts';

/** @returns why the step fails: a sentence; undefined: the contact can be added */
export function findSegmentFault(
  contact: Pick<LockedContact, 'audienceId'>,
  segment: Segment | undefined,
): string | undefined {
  if (!segment) return 'The segment does not exist any more.';
  if (segment.audienceId !== contact.audienceId) return 'The segment belongs to another audience.';
  return isDynamic(segment) ? 'The segment is dynamic: its filter decides which contacts it has.' : undefined;
}
