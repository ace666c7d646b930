// Updates a segment: its name, and the filter of a dynamic one. The audience of a segment never changes, because its
// members belong to that audience; nor does a static segment become dynamic, or the other way round.
import { isDeepStrictEqual } from 'node:util';
import { cannotBeChanged, DomainError, notFound } from '../../../contract/domain-error.ts';
import type { Database, Queryable } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { givenRules, type RuleTree } from '../rules/rule.ts';
import { checkFilter } from './filters/check.ts';
import { requireSegment } from './find.ts';
import { endRecount } from './recounts/start.ts';
import { SEGMENT_COLUMNS, type Segment } from './segment.ts';

/** The fields to change; absent fields keep their value. */
export interface SegmentChanges {
  name?: string | undefined;
  /** Must be the present one. */
  audienceId?: string | undefined;
  /** Null is the present one of a static segment. */
  filter?: RuleTree | null | undefined;
}

/**
 * Updates a segment.
 * @throws DomainError `not_found`, also for a segment or topic of the filter; `validation_error` for the filter, or for
 *   another audience
 */
export async function updateSegment(
  database: Database,
  { accountId, id }: { accountId: string; id: string },
  { name, audienceId, filter }: SegmentChanges,
): Promise<Segment> {
  const segment = await requireSegment(database, accountId, id);
  if (audienceId !== undefined && audienceId !== segment.audienceId) throw cannotBeChanged('audience_id');
  if (filter !== undefined && (filter === null) !== (segment.filter === null))
    throw kindCannotBeChanged(segment);
  if (filter) return await replaceFilter(database, segment, { name, filter });
  return name === undefined ? segment : await rename(database, segment, name);
}

function kindCannotBeChanged({ filter }: Segment): DomainError {
  return new DomainError(
    'validation_error',
    filter === null
      ? 'This segment is static, so it cannot get a `filter`. Create another segment.'
      : 'This segment is dynamic, so its `filter` cannot be removed. Create another segment.',
  );
}

async function rename(
  database: Queryable,
  { accountId, id }: Pick<Segment, 'accountId' | 'id'>,
  name: string,
): Promise<Segment> {
  const { rows } = await database.query<Segment>({
    name: 'rename-segment',
    text: `UPDATE segments SET name = $3 WHERE id = $1 AND account_id = $2 RETURNING ${SEGMENT_COLUMNS}`,
    values: [id, accountId, name],
  });
  return requireUpdated(rows);
}

/** A count that was made with the present filter is forgotten, and one that is being made ends. */
async function replaceFilter(
  database: Database,
  { accountId, audienceId, id, name: oldName }: Segment,
  { name = oldName, filter }: { name: string | undefined; filter: RuleTree },
): Promise<Segment> {
  return await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    const { filter: present } = await requireSegment(client, accountId, id);
    const segment = { id, name };
    const stored = givenRules(await checkFilter(client, { accountId, audienceId, filter, segment }));
    if (isDeepStrictEqual(stored, present)) return await rename(client, { accountId, id }, name);
    await endRecount(client, id);
    const { rows } = await client.query<Segment>({
      name: 'replace-filter',
      text: `UPDATE segments SET name = $3, filter = $4, contacts_count = NULL, counted_at = NULL
             WHERE id = $1 AND account_id = $2 RETURNING ${SEGMENT_COLUMNS}`,
      values: [id, accountId, name, JSON.stringify(stored)],
    });
    return requireUpdated(rows);
  });
}

/** Another request may have deleted it in between. */
function requireUpdated([segment]: readonly Segment[]): Segment {
  if (!segment) throw notFound('Segment');
  return segment;
}
