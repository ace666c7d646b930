// Reads one audience of an account. A deleted audience is hidden, although its row stays until a job has removed its
// contacts.
import { notFound } from '../../contract/domain-error.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import { AUDIENCE_COLUMNS, type Audience } from './audience.ts';

/**
 * Reads an audience.
 * @throws DomainError `not_found` when there is none, it is deleted, or it belongs to another account
 */
export async function requireAudience(database: Queryable, accountId: string, id: string): Promise<Audience> {
  const { rows } = await database.query<Audience>({
    name: 'find-audience',
    text: `SELECT ${AUDIENCE_COLUMNS} FROM audiences WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Audience');
  return rows[0];
}

/**
 * Reads the default audience of an account.
 * @throws DomainError `not_found` when there is none: an older version of the service created the account, while the
 *   service was updated
 */
export async function requireDefaultAudience(database: Queryable, accountId: string): Promise<Audience> {
  const { rows } = await database.query<Audience>({
    name: 'find-default-audience',
    text: `SELECT ${AUDIENCE_COLUMNS} FROM audiences WHERE account_id = $1 AND is_default`,
    values: [accountId],
  });
  if (!rows[0]) throw notFound('Audience');
  return rows[0];
}
