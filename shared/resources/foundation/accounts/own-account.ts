// An account as its own people see it, and the change that they may make to it: the name.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';

/** An account. */
export interface OwnAccount {
  id: string;
  name: string;
  planId: string;
  hasProductionAccess: boolean;
  createdAt: Date;
}

const COLUMNS = `id, name, plan_id AS "planId", production_access AS "hasProductionAccess", created_at AS "createdAt"`;

/** Reads the account of a caller. @throws DomainError `not_found` when it is gone */
export async function requireOwnAccount(database: Queryable, accountId: string): Promise<OwnAccount> {
  const { rows } = await database.query<OwnAccount>({
    name: 'find-own-account',
    text: `SELECT ${COLUMNS} FROM accounts WHERE id = $1`,
    values: [accountId],
  });
  if (!rows[0]) throw notFound('Account');
  return rows[0];
}

/** Changes the name of an account. @throws DomainError `not_found` when it is gone */
export async function renameAccount(
  database: Queryable,
  accountId: string,
  name: string,
): Promise<OwnAccount> {
  const { rows } = await database.query<OwnAccount>({
    name: 'rename-account',
    text: `UPDATE accounts SET name = $2 WHERE id = $1 RETURNING ${COLUMNS}`,
    values: [accountId, name],
  });
  if (!rows[0]) throw notFound('Account');
  return rows[0];
}
