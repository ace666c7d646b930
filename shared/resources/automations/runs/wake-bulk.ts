// Wakes runs of the bulk lane that are due. Accounts take turns, so that a million runs of one of them do not hold up the
// few of another (docs/architecture/fairness.md): who has fewest awake comes first, and an account stops while places
// are left for others.
import type { Queryable } from '../../../platform/db/connect.ts';
import { waitingMailSql } from '../../emails/delivery/waiting-mail.ts';

/** Runs of the bulk lane that are awake: woken or claimed. More wait in their rows, so that a stop finds them there. */
const AWAKE_MAX = 2_000;
/** An account may have so many times the places that are left: 1,500 when it is alone, 857 when there are two. */
const TIMES_LEFT = 3;
/**
 * An account wakes no more runs while as much of its mail waits for a worker as there are places left of these: 5,000 when
 * it is alone, 3,333 when there are two. Mail that is accepted is sent even if its automation is stopped, and is stored
 * meanwhile, so that runs do not hurry ahead of what the servers take.
 */
const WAITING_MAIL_MAX = 10_000;
/** Runs that a statement looks at, of all accounts, and at least one of each. */
const LOOKED_AT = 20_000;

const WAITING_MAIL = waitingMailSql(`'campaign'`, WAITING_MAIL_MAX);

/** SQL expression: why a run that is due sleeps, as a sentence for operators. */
export const WHY_BULK_RUN_SLEEPS = `
  CASE WHEN account_id = ANY(ARRAY(
         SELECT account_id FROM (
           SELECT account_id, count(*) AS own, sum(count(*)) OVER () AS total FROM (${WAITING_MAIL}) AS waiting
           GROUP BY account_id) AS mail
         WHERE own >= ${WAITING_MAIL_MAX} - total))
       THEN 'Much bulk mail of its account waits to be sent: its runs go on when there is less.'
       ELSE 'It waits for its turn: ${AWAKE_MAX} runs of this kind are awake at a time.' END`;

const SLEEPS = "lane = 'bulk' AND claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL";

/**
 * The accounts whose runs sleep are found one by one, by the index `automation_runs_bulk_account`, each with its oldest
 * run. It is the only index with the order of account and time; an account that is equal to one value would drop out of
 * the order, and any index of times could be read, with the rows of all accounts.
 */
const ACCOUNTS = `
  accounts AS (
    (SELECT account_id, next_attempt_at FROM automation_runs WHERE ${SLEEPS} ORDER BY account_id, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT next.account_id, next.next_attempt_at FROM accounts CROSS JOIN LATERAL (
      SELECT account_id, next_attempt_at FROM automation_runs
      WHERE account_id > accounts.account_id AND ${SLEEPS} ORDER BY account_id, next_attempt_at LIMIT 1) AS next
  )`;

/** What is awake, the mail that waits, and since when runs are due; nothing when nothing is due, which is most times. */
const FACTS = `
  facts AS MATERIALIZED (
    SELECT account_id, sum(awake) AS awake, sum(mail) AS mail, min(due_at) AS due_at
    FROM (
      (SELECT account_id, 1 AS awake, 0 AS mail, NULL::timestamptz AS due_at FROM automation_runs
       WHERE lane = 'bulk' AND claimed_by IS NULL AND woken_at IS NOT NULL ORDER BY woken_at LIMIT ${AWAKE_MAX})
      UNION ALL
      SELECT account_id, 1, 0, NULL FROM automation_runs WHERE claimed_by IS NOT NULL AND lane = 'bulk'
      UNION ALL
      SELECT account_id, 0, 1, NULL FROM (${WAITING_MAIL}) AS waiting
      UNION ALL
      SELECT account_id, 0, 0, next_attempt_at FROM accounts) AS fact
    WHERE (SELECT next_attempt_at FROM automation_runs WHERE ${SLEEPS} ORDER BY next_attempt_at LIMIT 1) <= $1
    GROUP BY account_id
  )`;

/** The rank of a run is how many of its account are awake with it; places are given in the order of ranks. */
const WAKE = `
  WITH RECURSIVE ${ACCOUNTS}, ${FACTS}, due AS MATERIALIZED (
    SELECT account_id, awake FROM facts
    WHERE due_at <= $1 AND mail < ${WAITING_MAIL_MAX} - (SELECT sum(mail) FROM facts)
  ), candidates AS (
    SELECT run.id, run.next_attempt_at,
           due.awake + row_number() OVER (PARTITION BY due.account_id ORDER BY run.next_attempt_at) AS rank
    FROM due CROSS JOIN LATERAL (
      SELECT id, next_attempt_at FROM automation_runs
      WHERE account_id = ANY(ARRAY[due.account_id]) AND ${SLEEPS} AND next_attempt_at <= $1
      ORDER BY account_id, next_attempt_at
      LIMIT least($2::bigint, greatest(1, ${LOOKED_AT} / (SELECT count(*) FROM due)))) AS run
  ), chosen AS (
    SELECT id FROM (
      SELECT id, rank, row_number() OVER (ORDER BY rank, next_attempt_at) AS place FROM candidates) AS placed
    WHERE place <= $2 AND rank <= ${TIMES_LEFT} * (${AWAKE_MAX} - (SELECT sum(awake) FROM facts) - place)
  )
  UPDATE automation_runs SET woken_at = clock_timestamp()
  WHERE id = ANY(ARRAY(
    SELECT id FROM automation_runs
    WHERE id = ANY(ARRAY(SELECT id FROM chosen))
      AND CASE WHEN lane = 'bulk' AND claimed_by IS NULL AND woken_at IS NULL THEN next_attempt_at <= $1 END
    ORDER BY next_attempt_at FOR NO KEY UPDATE SKIP LOCKED))
  RETURNING id`;

/** Marks due runs of the bulk lane as woken. @returns their ids, at most `limit` */
export async function wakeBulkRuns(database: Queryable, now: Date, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'wake-bulk-runs',
    text: WAKE,
    values: [now, limit],
  });
  return rows.map(({ id }) => id);
}
