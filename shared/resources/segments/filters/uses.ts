// Refuses to delete what a filter uses: a segment, a topic or a contact property. The caller holds the lock of the
// account (shared/resources/accounts/lock.ts), as those who write filters do, so no filter begins to use it meanwhile.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';

const FIND = `
  SELECT name FROM segments
  WHERE account_id = $1 AND filter IS NOT NULL AND jsonb_path_exists(filter, $2::jsonpath, $3::jsonb)
  ORDER BY id LIMIT 1`;

const BY_FIELD = 'strict $.** ? (@.field == $used)';
const BY_SEGMENT = 'strict $.** ? (@.field == "segment" && @.value == $used)';

/** Checks that no rule names a field. @throws DomainError `validation_error` that names a segment */
export async function requireUnusedField(
  client: Transaction,
  accountId: string,
  field: string,
): Promise<void> {
  await requireUnused(client, accountId, BY_FIELD, field);
}

/** Checks that no rule names a segment. @throws DomainError `validation_error` that names a segment */
export async function requireUnusedSegment(
  client: Transaction,
  accountId: string,
  id: string,
): Promise<void> {
  await requireUnused(client, accountId, BY_SEGMENT, id.toLowerCase());
}

async function requireUnused(
  client: Transaction,
  accountId: string,
  path: string,
  used: string,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>({
    name: 'find-filter-that-uses',
    text: FIND,
    values: [accountId, path, JSON.stringify({ used })],
  });
  if (!rows[0]) return;
  throw new DomainError(
    'validation_error',
    `The filter of the segment ${JSON.stringify(rows[0].name)} uses it, so it cannot be deleted.`,
  );
}
