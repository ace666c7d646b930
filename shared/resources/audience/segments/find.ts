// Reads segments of an account: one, or several by their ids.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { SEGMENT_COLUMNS, type Segment } from './segment.ts';

/**
 * Reads a segment.
 * @throws DomainError `not_found` when there is none, or it belongs to another account
 */
export async function requireSegment(database: Queryable, accountId: string, id: string): Promise<Segment> {
  const { rows } = await database.query<Segment>({
    name: 'find-segment',
    text: `SELECT ${SEGMENT_COLUMNS} FROM segments WHERE id = $1 AND account_id = $2`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Segment');
  return rows[0];
}

/** Reads segments. @returns those that exist and belong to the account, in no order */
export async function findSegments(
  database: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<Segment[]> {
  if (ids.length === 0) return [];
  const { rows } = await database.query<Segment>({
    name: 'find-segments',
    text: `SELECT ${SEGMENT_COLUMNS} FROM segments WHERE account_id = $1 AND id = ANY($2::uuid[])`,
    values: [accountId, ids],
  });
  return rows;
}
