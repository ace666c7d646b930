// Updates a segment: its name. The audience of a segment never changes, because its members belong to that audience.
import { cannotBeChanged, notFound } from '../../contract/domain-error.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import { requireSegment } from './find.ts';
import { SEGMENT_COLUMNS, type Segment } from './segment.ts';

/** The fields to change; absent fields keep their value. */
export interface SegmentChanges {
  name?: string | undefined;
  /** Must be the present one. */
  audienceId?: string | undefined;
}

/**
 * Updates a segment.
 * @throws DomainError `not_found`; `validation_error` for another audience
 */
export async function updateSegment(
  database: Queryable,
  { accountId, id }: { accountId: string; id: string },
  { name, audienceId }: SegmentChanges,
): Promise<Segment> {
  const segment = await requireSegment(database, accountId, id);
  if (audienceId !== undefined && audienceId !== segment.audienceId) throw cannotBeChanged('audience_id');
  if (name === undefined) return segment;
  const { rows } = await database.query<Segment>({
    name: 'update-segment',
    text: `UPDATE segments SET name = $3 WHERE id = $1 AND account_id = $2 RETURNING ${SEGMENT_COLUMNS}`,
    values: [id, accountId, name],
  });
  // Another request may have deleted it in between.
  if (!rows[0]) throw notFound('Segment');
  return rows[0];
}
