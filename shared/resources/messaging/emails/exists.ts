// Checks that an email exists, for operations that need no data of it.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';

/**
 * Passes if the account has the email.
 * @throws DomainError `not_found`
 */
export async function requireEmailToExist(database: Queryable, accountId: string, id: string): Promise<void> {
  const { rowCount } = await database.query('SELECT FROM emails WHERE id = $1 AND account_id = $2', [
    id,
    accountId,
  ]);
  if (rowCount !== 1) throw notFound('Email');
}
