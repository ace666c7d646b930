// Updates a segment: its name, and the filter of a dynamic one. The audience of a segment never changes, because its
// members belong to that audience; nor does a static segment become dynamic, or the other way round.
import { isDeepStrictEqual } from 'node:util';
import { cannotBeChanged, DomainError } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { type ChangeCondition, requireUnchanged, timeOfChange } from '../../foundation/if-unchanged.ts';
import { givenRules, type RuleTree } from '../rules/rule.ts';
import { checkFilter } from './filters/check.ts';
import { requireSegment } from './find.ts';
import { endRecount } from './recounts/start.ts';
import type { Segment } from './segment.ts';

/** The fields to change; absent fields keep their value. */
export interface SegmentChanges extends ChangeCondition {
  name?: string | undefined;
  /** Must be the present one. */
  audienceId?: string | undefined;
  /** Null is the present one of a static segment. */
  filter?: RuleTree | null | undefined;
}

/**
 * Updates a segment, under the lock of its account, as all that changes segments. A count that was made with the former
 * filter is forgotten, and one that is being made ends.
 * @throws DomainError `not_found`, also for a segment or topic of the filter; `validation_error` for the filter, another
 *   audience, or another time
 */
export async function updateSegment(
  database: Database,
  { accountId, id }: { accountId: string; id: string },
  { name, audienceId, filter, ifUpdatedAt }: SegmentChanges,
  now: Date,
): Promise<Segment> {
  return await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    const segment = await requireSegment(client, accountId, id);
    if (audienceId !== undefined && audienceId !== segment.audienceId) throw cannotBeChanged('audience_id');
    if (filter !== undefined && (filter === null) !== (segment.filter === null))
      throw kindCannotBeChanged(segment);
    requireUnchanged('segment', segment, ifUpdatedAt);
    const changed = { ...segment, ...(name !== undefined && { name }) };
    if (filter)
      changed.filter = givenRules(await checkFilter(client, { ...changed, filter, segment: changed }));
    const hasNewFilter = !isDeepStrictEqual(changed.filter, segment.filter);
    if (changed.name === segment.name && !hasNewFilter) return segment;
    if (hasNewFilter) await endRecount(client, id);
    return await store(client, changed, { hasNewFilter, updatedAt: timeOfChange(segment, now) });
  });
}

function kindCannotBeChanged({ filter }: Segment): DomainError {
  return new DomainError(
    'validation_error',
    filter === null
      ? 'This segment is static, so you cannot give it a `filter`. Create another segment.'
      : 'This segment is dynamic, so you cannot remove its `filter`. Create another segment.',
  );
}

async function store(
  client: Transaction,
  { accountId, id, name, filter }: Segment,
  { hasNewFilter, updatedAt }: { hasNewFilter: boolean; updatedAt: Date },
): Promise<Segment> {
  const uncounted = hasNewFilter ? ', contacts_count = NULL, counted_at = NULL' : '';
  await client.query({
    name: `update-segment${hasNewFilter ? '-filter' : ''}`,
    text: `UPDATE segments SET name = $3, filter = $4, updated_at = $5${uncounted}
           WHERE id = $1 AND account_id = $2`,
    values: [id, accountId, name, filter && JSON.stringify(filter), updatedAt],
  });
  return await requireSegment(client, accountId, id);
}
