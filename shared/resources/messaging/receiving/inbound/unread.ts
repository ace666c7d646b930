// Finds what of accounts no worker has read yet. Their usage does not count it (reading/record.ts), so a sender that is
// faster than the workers could fill the disk before anything is put off.
import type { CombinableQuery } from '../../../../platform/db/combined-query.ts';
import { AWAKE_MAX } from '../../../../platform/work/turns/turns.ts';

/** Messages that wait to be read. */
export interface Unread {
  count: number;
  bytes: number;
}

/** Rows beyond this number are not read: an account with so many sleeping rows receives no more. */
export const ASLEEP_MAX = 10_000;

/** Few rows are awake at a time, whosever they are; those that sleep have an index by account. */
const FIND = `
  SELECT account_id AS "accountId", count(*) AS count, sum(size) AS bytes FROM (
    SELECT account_id, size FROM (
      SELECT account_id, size FROM received_emails WHERE claimed_by IS NULL AND woken_at IS NOT NULL
      ORDER BY woken_at LIMIT ${2 * AWAKE_MAX}) AS awake
    WHERE account_id = ANY($1::uuid[])
    UNION ALL
    SELECT asleep.* FROM unnest($1::uuid[]) AS asked (id) CROSS JOIN LATERAL (
      SELECT account_id, size FROM received_emails
      WHERE account_id = asked.id AND claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at > '-infinity'
      LIMIT ${ASLEEP_MAX}) AS asleep) AS unread
  GROUP BY account_id`;

/** A query for messages that wait to be read. It answers a map by account id; an account without any is absent. */
export function unreadMail(accountIds: readonly string[]): CombinableQuery<Map<string, Unread>> {
  return {
    text: FIND,
    values: [[...new Set(accountIds)]],
    answer: (rows: (Unread & { accountId: string })[]) =>
      new Map(rows.map(({ accountId, ...unread }) => [accountId, unread])),
  };
}
