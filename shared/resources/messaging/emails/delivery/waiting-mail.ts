// The recipients of a lane that wait for a send worker, for those who make more of them.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { isNotSuspendedSql } from '../../../../platform/work/suspensions/suspended.ts';
import { ownersSql, sleepingByAccount } from '../../../../platform/work/turns/sleeping-accounts.ts';
import type { MailLane } from '../email.ts';

/**
 * An account makes no more bulk mail while as much of its mail waits for a worker as there are places left of these: 5,000
 * when it is alone, 3,333 when there are two. Mail that is accepted takes disk until it is sent, so what makes it does not
 * hurry ahead of what the servers take.
 */
export const BULK_WAITING_MAX = 10_000;
/**
 * The most waiting mail that is counted per account: mail that has waited while it was suspended returns at once, and
 * stops no other account.
 */
const OF_EACH_MAX = BULK_WAITING_MAX / 2;
/** SQL query of `account_id`: the bulk mail that waits; `$1` is the time. */
export const WAITING_BULK_MAIL = waitingMailSql('campaign', BULK_WAITING_MAX);

/**
 * SQL query of `account_id`: one row for each recipient that is woken and not claimed, or that is due and waits for the
 * turn of its account; `$1` is the time. Those of suspended accounts do not count. Accounts are found one by one, as turns
 * find them.
 * @param atMost rows of each of the two kinds
 */
export function waitingMailSql(lane: MailLane, atMost: number): string {
  const mail = { table: 'email_recipients', rows: `lane = '${lane}'` };
  return `(SELECT account_id FROM email_recipients WHERE ${mail.rows} AND claimed_by IS NULL AND woken_at IS NOT NULL
           ORDER BY woken_at LIMIT ${atMost})
    UNION ALL
    (WITH RECURSIVE ${ownersSql(mail)}
     SELECT owners.account_id FROM owners CROSS JOIN LATERAL (
       SELECT FROM email_recipients
       WHERE account_id = ANY(ARRAY[owners.account_id]) AND ${sleepingByAccount(mail)} AND next_attempt_at <= $1
         AND state <> 'pending'
       ORDER BY account_id, next_attempt_at LIMIT ${OF_EACH_MAX}) AS due
     WHERE ${isNotSuspendedSql('owners.account_id')}
     LIMIT ${atMost})`;
}

/** Counts recipients that wait for a send worker. @param atMost of each of the two kinds */
export async function countWaitingMail(
  database: Queryable,
  lane: MailLane,
  atMost: number,
  now = new Date(),
): Promise<number> {
  const { rows } = await database.query<{ waiting: number }>({
    name: `count-waiting-mail-${lane}`,
    text: `SELECT count(*)::integer AS waiting FROM (${waitingMailSql(lane, atMost)}) AS waiting`,
    values: [now],
  });
  return rows[0]?.waiting ?? 0;
}

/** How many bulk mails an account may make now: with these, as many of it wait as places are left. */
export async function findRoomForBulkMail(
  database: Queryable,
  accountId: string,
  now: Date,
): Promise<number> {
  const { rows } = await database.query<{ own: number; total: number }>({
    name: 'find-room-for-bulk-mail',
    text: `SELECT (count(*) FILTER (WHERE account_id = $2))::integer AS own, count(*)::integer AS total
           FROM (${WAITING_BULK_MAIL}) AS waiting`,
    values: [now, accountId],
  });
  const { own = 0, total = 0 } = rows[0] ?? {};
  return Math.max(0, Math.floor((BULK_WAITING_MAX - total - own) / 2));
}
