// Is there such an email? For what needs nothing else of it.
import { notFound } from '../../contract/domain-error.ts';
import type { Queryable } from '../../platform/db/connect.ts';

/** Passes when the account has the email. @throws DomainError `not_found` */
export async function requireEmailToExist(database: Queryable, accountId: string, id: string): Promise<void> {
  const { rowCount } = await database.query('SELECT FROM emails WHERE id = $1 AND account_id = $2', [
    id,
    accountId,
  ]);
  if (rowCount !== 1) throw notFound('Email');
}
