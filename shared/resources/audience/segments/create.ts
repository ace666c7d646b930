// Creates a segment of an audience, static or with a filter, up to SEGMENTS_MAX per account.
import { DomainError } from '../../../contract/domain-error.ts';
import { SEGMENTS_MAX } from '../../../contract/limits.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { lockAudience } from '../audiences/lock.ts';
import { givenRules } from '../rules/rule.ts';
import { checkFilter } from './filters/check.ts';
import { SEGMENT_COLUMNS, type Segment } from './segment.ts';

/** A new segment. */
export interface NewSegment
  extends Omit<Segment, 'audienceId' | 'contactsCount' | 'countedAt' | 'updatedAt'> {
  /** Undefined: the default audience. */
  audienceId: string | undefined;
}

/**
 * Creates a segment.
 * @throws DomainError `not_found` for an unknown audience, or a segment, topic or campaign of the filter; `validation_error`
 *   for the filter, or when the account has SEGMENTS_MAX
 */
export async function createSegment(database: Database, segment: NewSegment): Promise<Segment> {
  return await transaction(database, async (client) => {
    await lockAccount(client, segment.accountId);
    return await insertSegment(client, segment);
  });
}

/** The same inside a transaction that has locked the account, so the limit is exact. */
export async function insertSegment(
  client: Transaction,
  { id, accountId, name, filter, createdAt, audienceId }: NewSegment,
): Promise<Segment> {
  const audience = await lockAudience(client, accountId, audienceId);
  const tree = filter && (await checkFilter(client, { accountId, audienceId: audience.id, filter }));
  const { rows } = await client.query<Segment>({
    name: 'create-segment',
    text: `INSERT INTO segments (id, account_id, audience_id, name, filter, created_at)
             SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM segments WHERE account_id = $2) < ${SEGMENTS_MAX}
             RETURNING ${SEGMENT_COLUMNS}`,
    values: [id, accountId, audience.id, name, tree && JSON.stringify(givenRules(tree)), createdAt],
  });
  if (rows[0]) return rows[0];
  throw new DomainError('validation_error', `An account can have up to ${SEGMENTS_MAX} segments.`);
}
