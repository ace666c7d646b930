// The type of a segment: a part of an audience, whose members are added and removed by hand.

/** A segment. */
export interface Segment {
  id: string;
  accountId: string;
  audienceId: string;
  name: string;
  createdAt: Date;
}

/** The columns of a Segment. */
export const SEGMENT_COLUMNS =
  'id, account_id AS "accountId", audience_id AS "audienceId", name, created_at AS "createdAt"';
