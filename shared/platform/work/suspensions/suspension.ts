// Suspensions of accounts (docs/architecture/suspension.md): an operator suspends an account, or it is to be deleted. Rows of
// work and requests read them each time, so a suspension counts at once, and so does its end.
import type { QualifiedColumn, Queryable } from '../../db/connect.ts';

/** Why an account is suspended: by an operator, or because it will be deleted. */
export type SuspensionCause = 'operator' | 'deletion';

/** A suspension that is in effect. */
export interface Suspension {
  cause: SuspensionCause;
  /** The reason for the people of the account; null: none was given. */
  reason: string | null;
  suspendedAt: Date;
  /** When a deletion begins; until then it can be taken back. */
  deletesAt: Date | null;
}

/** The beginning of a suspension. */
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

/** The end of a suspension. */
export interface Resumption {
  accountId: string;
  cause: SuspensionCause;
  now: Date;
}

/** Ends the suspension of an account for a cause. @returns false: there was none */
export async function endSuspension(
  database: Queryable,
  { accountId, cause, now }: Resumption,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'end-suspension',
    text: `WITH ended AS (
             DELETE FROM account_suspensions WHERE account_id = $1 AND cause = $2 RETURNING account_id
           )
           INSERT INTO account_resumptions (account_id, resumed_at) SELECT account_id, $3 FROM ended
           ON CONFLICT (account_id) DO UPDATE SET resumed_at = excluded.resumed_at`,
    values: [accountId, cause, now],
  });
  return rowCount === 1;
}

/** Removes the suspensions of a deleted account. */
export async function removeSuspensions(database: Queryable, accountId: string): Promise<void> {
  for (const table of ['account_suspensions', 'account_resumptions'])
    await database.query(`DELETE FROM ${table} WHERE account_id = $1`, [accountId]);
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

/** A suspension as answers have it. */
export interface SuspensionJson {
  cause: SuspensionCause;
  reason: string | null;
  since: string;
  deletes_at: string | null;
}

const isoOf = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: the suspension of an account as JSON, in the same order; null: it is not suspended. @param account its id */
export const suspensionOf = (account: QualifiedColumn): string => `
  (SELECT json_build_object('cause', cause, 'reason', reason, 'since', ${isoOf('suspended_at')},
                             'deletes_at', ${isoOf('deletes_at')})
   FROM account_suspensions WHERE account_id = ${account} ORDER BY cause LIMIT 1)`;

/** A suspension of whose beginning people were notified. */
export type NotifiedSuspension = Pick<NewSuspension, 'accountId' | 'cause'>;

/** Marks that the people of suspended accounts were notified. @returns for each whether that was still due */
export async function markNotified(
  database: Queryable,
  suspensions: readonly NotifiedSuspension[],
): Promise<boolean[]> {
  const { rows } = await database.query<NotifiedSuspension>({
    name: 'mark-suspensions-notified',
    text: `UPDATE account_suspensions SET notified_at = clock_timestamp()
           FROM unnest($1::uuid[], $2::text[]) AS notified (account_id, cause)
           WHERE account_suspensions.account_id = notified.account_id AND account_suspensions.cause = notified.cause
             AND notified_at IS NULL
           RETURNING account_suspensions.account_id AS "accountId", account_suspensions.cause`,
    values: [suspensions.map(({ accountId }) => accountId), suspensions.map(({ cause }) => cause)],
  });
  const keyOf = ({ accountId, cause }: NotifiedSuspension) => `${accountId} ${cause}`;
  const marked = new Set(rows.map(keyOf));
  return suspensions.map((suspension) => marked.has(keyOf(suspension)));
}
