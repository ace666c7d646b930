// Notices to owners about a reputation that got worse. The change stores that a notice is due (reputation-columns.ts); it is
// mailed separately, so that a failing mail can never fail a change. The rooms of domains and accounts read and end them.
import type { ReputationCause } from './figures.ts';

/** A notice to send. */
export interface ReputationNotice {
  /** Id of the domain or the account. */
  id: string;
  name: string;
  status: 'warned' | 'paused';
  /** The cause; null: it is no longer known. */
  cause: ReputationCause | null;
  dueAt: Date;
  /** Empty: the account has no person with a confirmed address, so no one can be notified. */
  ownerAddresses: string[];
}

/** SELECT list of a ReputationNotice, without the addresses. */
export function noticeColumns(table: 'domains' | 'accounts'): string {
  return `${table}.id, ${table}.name, ${table}.reputation AS status, ${table}.reputation_cause AS cause,
    ${table}.reputation_notice_due_at AS "dueAt"`;
}

/**
 * WITH of the statement that ends notices: the rows whose notice (`$1`: ids, `$2`: times) is still due, locked in the order of
 * their keys. A notice of a later change is another one. A JavaScript Date has milliseconds, Postgres has microseconds.
 */
export function lockDueNotices(table: 'domains' | 'accounts'): string {
  return `WITH due AS MATERIALIZED (
    SELECT ${table}.id FROM ${table} JOIN unnest($1::uuid[], $2::timestamptz[]) AS notice (id, due_at) USING (id)
    WHERE ${table}.id = ANY($1::uuid[])
      AND date_trunc('milliseconds', ${table}.reputation_notice_due_at) = notice.due_at
    ORDER BY ${table}.id FOR NO KEY UPDATE OF ${table})`;
}

/** The parameters of `lockDueNotices`. */
export function dueNoticesOf(notices: readonly ReputationNotice[]): unknown[] {
  return [notices.map(({ id }) => id), notices.map(({ dueAt }) => dueAt)];
}
