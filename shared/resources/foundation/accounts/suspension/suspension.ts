// Suspensions of accounts (docs/architecture/suspension.md): an operator suspends an account, or it is to be deleted. Rows of
// work and requests read them anew each time, so a suspension counts at once, and so does its end.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';

/** Why an account is suspended: by an operator, or because it is to be deleted. */
export type SuspensionCause = 'operator' | 'deletion';

/** A suspension that is in effect. */
export interface Suspension {
  cause: SuspensionCause;
  /** For the people of the account; null: none was given. */
  reason: string | null;
  suspendedAt: Date;
  /** Of a deletion: when it begins, until which it can be taken back. */
  deletesAt: Date | null;
}

/** What begins a suspension. */
export interface NewSuspension extends Suspension {
  accountId: string;
}

const COLUMNS = 'cause, reason, suspended_at AS "suspendedAt", deletes_at AS "deletesAt"';

/** Suspends an account. Suspended for this cause already, it keeps its time and gets the reason. */
export async function suspendAccount(
  database: Queryable,
  { accountId, cause, reason, suspendedAt, deletesAt }: NewSuspension,
): Promise<Suspension> {
  const { rows } = await database.query<Suspension>({
    name: 'suspend-account',
    text: `INSERT INTO account_suspensions (account_id, cause, reason, suspended_at, deletes_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (account_id, cause) DO UPDATE SET
             reason = coalesce(excluded.reason, account_suspensions.reason), deletes_at = excluded.deletes_at
           RETURNING ${COLUMNS}`,
    values: [accountId, cause, reason, suspendedAt, deletesAt],
  });
  return rows[0] as Suspension;
}

/** Ends the suspension of an account for a cause. @returns false: there was none */
export async function endSuspension(
  database: Queryable,
  accountId: string,
  cause: SuspensionCause,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'end-suspension',
    text: 'DELETE FROM account_suspensions WHERE account_id = $1 AND cause = $2',
    values: [accountId, cause],
  });
  return rowCount === 1;
}

/** The suspension of an account: of two, that for a deletion, because it ends the other one too. */
export async function findSuspension(
  database: Queryable,
  accountId: string,
): Promise<Suspension | undefined> {
  const { rows } = await database.query<Suspension>({
    name: 'find-suspension',
    text: `SELECT ${COLUMNS} FROM account_suspensions
           WHERE account_id = $1 ORDER BY cause LIMIT 1`,
    values: [accountId],
  });
  return rows[0];
}

/** A suspension as `suspensionOf` reads it: times are texts of JSON. */
export interface SuspensionJson {
  cause: SuspensionCause;
  reason: string | null;
  since: string;
  deletes_at: string | null;
}

/** SQL: the suspension of an account as JSON, in the same order; null: it is not suspended. @param account SQL of its id */
export const suspensionOf = (account: string): string => `
  (SELECT json_build_object('cause', cause, 'reason', reason, 'since', suspended_at, 'deletes_at', deletes_at)
   FROM account_suspensions WHERE account_id = ${account} ORDER BY cause LIMIT 1)`;

/**
 * The refusal of what a suspended account may not do.
 * @param isSending the operation sends mail
 */
export function refuseSuspended({ cause, reason }: Suspension, isSending: boolean): DomainError {
  const why = cause === 'operator' ? 'by the operator of this service' : 'because it is to be deleted';
  const said = reason === null ? '' : ` The operator says: ${reason}`;
  const text = `The account is suspended ${why}.${said} Nothing was done. It can be read, and what waits is kept.`;
  return new DomainError(isSending ? 'reputation_paused' : 'validation_error', text, { statusCode: 403 });
}
