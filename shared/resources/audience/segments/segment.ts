// The type of a segment: a part of an audience. The members of a static one are added and removed by hand; a dynamic one
// has a filter, and every contact of the audience that meets it is a member. Which of the two a segment is never changes.
import { DomainError } from '../../../contract/domain-error.ts';
import type { RuleTree } from '../rules/rule.ts';

/** A segment. */
export interface Segment {
  id: string;
  accountId: string;
  audienceId: string;
  name: string;
  /** Null: the segment is static. */
  filter: RuleTree | null;
  /** The number of its contacts when it was last counted; both null: not yet, or not since its filter has changed. */
  contactsCount: number | null;
  countedAt: Date | null;
  createdAt: Date;
  /** When its name or filter was changed last; at first `createdAt`. A count changes neither. */
  updatedAt: Date;
}

/** A segment with a filter. */
export type DynamicSegment = Segment & { filter: RuleTree };

/** Whether the members of a segment are those that its filter finds. */
export function isDynamic(segment: Segment): segment is DynamicSegment {
  return segment.filter !== null;
}

/** The columns of a Segment. */
export const SEGMENT_COLUMNS = `
  id, account_id AS "accountId", audience_id AS "audienceId", name, filter, contacts_count AS "contactsCount",
  counted_at AS "countedAt", created_at AS "createdAt", coalesce(updated_at, created_at) AS "updatedAt"`;

/** The refusal of a segment that belongs to another audience than the contact. */
export function segmentOfOtherAudience(id: string, options?: { field: string }): DomainError {
  return new DomainError('validation_error', `The segment ${id} belongs to another audience.`, options);
}
