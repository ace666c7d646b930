// An account as its own people see it, and the changes that they may make to it.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { type SuspensionJson, suspensionOf } from '../../../platform/work/suspensions/suspension.ts';

/** An account. */
export interface OwnAccount {
  id: string;
  name: string;
  planId: string;
  hasProductionAccess: boolean;
  /** Whether values of contacts make the properties that are missing, where a request does not say it. */
  createsProperties: boolean;
  createdAt: Date;
  /** Null: the account is not suspended. */
  suspension: SuspensionJson | null;
}

const COLUMNS = `
  id, name, plan_id AS "planId", production_access AS "hasProductionAccess",
  create_properties AS "createsProperties", created_at AS "createdAt", ${suspensionOf('accounts.id')} AS suspension`;

/** Reads the account of a caller. @throws DomainError `not_found` when it no longer exists */
export async function requireOwnAccount(database: Queryable, accountId: string): Promise<OwnAccount> {
  const { rows } = await database.query<OwnAccount>({
    name: 'find-own-account',
    text: `SELECT ${COLUMNS} FROM accounts WHERE id = $1`,
    values: [accountId],
  });
  if (!rows[0]) throw notFound('Account');
  return rows[0];
}

/** The fields to change; absent ones keep their value. */
export interface AccountChanges {
  name?: string | undefined;
  createsProperties?: boolean | undefined;
}

/** Changes an account. @throws DomainError `not_found` when it no longer exists */
export async function updateOwnAccount(
  database: Queryable,
  accountId: string,
  { name, createsProperties }: AccountChanges,
): Promise<OwnAccount> {
  const { rows } = await database.query<OwnAccount>({
    name: 'update-own-account',
    text: `UPDATE accounts SET name = coalesce($2, name), create_properties = coalesce($3, create_properties)
           WHERE id = $1 RETURNING ${COLUMNS}`,
    values: [accountId, name, createsProperties],
  });
  if (!rows[0]) throw notFound('Account');
  return rows[0];
}
