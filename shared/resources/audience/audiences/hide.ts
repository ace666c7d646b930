// Hides an audience that is deleted: nothing finds it from the commit on. Its row stays until a job has removed its
// contacts (delete-empty.ts).
import { DomainError } from '../../../contract/domain-error.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { AUDIENCE_COLUMNS, type Audience } from './audience.ts';

/** The lock waits for transactions that add contacts or segments, and excludes new ones (lock.ts). */
const LOCK = {
  name: 'lock-audience-to-delete',
  text: `SELECT ${AUDIENCE_COLUMNS} FROM audiences WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL
         FOR UPDATE`,
};

/**
 * Hides an audience.
 * @returns undefined when there is none, or it belongs to another account
 * @throws DomainError `validation_error` for the default audience and the audience of a domain
 */
export async function hideAudience(
  client: Transaction,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<Audience | undefined> {
  const { rows } = await client.query<Audience>({ ...LOCK, values: [id, accountId] });
  const [audience] = rows;
  if (!audience) return undefined;
  await refuseUsed(client, audience);
  await client.query('UPDATE audiences SET deleted_at = $2 WHERE id = $1', [audience.id, now]);
  return audience;
}

async function refuseUsed(client: Transaction, { id, accountId, isDefault }: Audience): Promise<void> {
  if (isDefault) {
    throw new DomainError('validation_error', 'The default audience of an account cannot be deleted.');
  }
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM domains WHERE account_id = $1 AND audience_id = $2 ORDER BY id LIMIT 1',
    [accountId, id],
  );
  if (rows[0]) {
    throw new DomainError(
      'validation_error',
      `The domain ${rows[0].name} uses this audience, so it cannot be deleted.`,
    );
  }
}
