// Finds the mail about alerts that is due. One mail says that something is wrong, another that it is over; each is
// tried until it is accepted, at intervals that double up to an hour, because providers lock accounts that are tried
// too often. Each is sent at most once an hour about the same problem, so that a flapping problem sends two mails an
// hour. A problem that was over before its first mail was accepted is reported once, with both times.
import type { Queryable } from '../../../platform/db/connect.ts';
import { HOLDS_AFTER } from './record-alert-check.ts';

/** A mail to send. */
export interface AlertMail {
  name: string;
  sentence: string;
  provider: string | null;
  since: Date;
  /** Null: it says that something is wrong. */
  endedAt: Date | null;
  /** The recipients who have it already. */
  mailedTo: string[];
}

/** The most mails per run; the others are sent a minute later. */
const MAILS_MAX = 10;
/** Longer than a process tries to send one (workers/alerts/send-alert.ts). */
const CLAIMED_FOR = "interval '3 minutes'";
const AT_MOST_EVERY = "interval '1 hour'";
/** The end of a problem is not reported after this time: mail to others is given up then, too. */
const ENDED_SAID_WITHIN = "interval '72 hours'";
/** How long a row is stored that no process checks any more, for example because its machine is gone. */
const KEPT = "interval '30 days'";

/** SQL: a mail of the kind is due at `$1`. @param mailedAt when the last one was accepted @param about what it must be about */
const isDue = (mailedAt: string, about: string) =>
  `(${mailedAt} IS NULL OR ${mailedAt} < ${about} AND ${mailedAt} <= $1::timestamptz - ${AT_MOST_EVERY})`;

/** Claims the mails that are due: no other process sends them now. @param now of the database's clock */
export async function claimAlertMails(database: Queryable, now: Date): Promise<AlertMail[]> {
  await database.query(
    `DELETE FROM operator_alerts WHERE greatest(seen_at, ended_at) < $1::timestamptz - ${KEPT}`,
    [now],
  );
  const { rows } = await database.query<AlertMail>(
    `UPDATE operator_alerts SET mailing_until = $1::timestamptz + ${CLAIMED_FOR}
     WHERE name = ANY (ARRAY(
       SELECT name FROM operator_alerts
       WHERE seen_at >= since + ${HOLDS_AFTER} AND coalesce(mailing_until <= $1, true)
         AND CASE WHEN ended_at IS NULL THEN ${isDue('mailed_at', 'since')}
                  ELSE ${isDue('ended_mailed_at', 'ended_at')} AND ended_at > $1::timestamptz - ${ENDED_SAID_WITHIN} END
       ORDER BY since, name LIMIT ${MAILS_MAX} FOR NO KEY UPDATE SKIP LOCKED))
     RETURNING name, sentence, provider, since, ended_at AS "endedAt", mailed_to AS "mailedTo"`,
    [now],
  );
  return rows;
}

/** The result of a try. */
export interface AlertTry {
  /** The recipients who have the mail now. */
  mailedTo: readonly string[];
  /** Whether no recipient is left. */
  isDone: boolean;
}

/** Ends the claim, or puts the next try off. A mail is out of date, and nothing is noted, when its problem has ended or begun again. */
export async function recordAlertMail(
  database: Queryable,
  { name, since, endedAt }: Pick<AlertMail, 'name' | 'since' | 'endedAt'>,
  { mailedTo, isDone, now }: AlertTry & { now: Date },
): Promise<void> {
  await database.query(
    `UPDATE operator_alerts SET mailed_to = $4,
       mailing_until = CASE WHEN NOT $5 THEN $6::timestamptz + least($6 - coalesce(ended_at, since), ${AT_MOST_EVERY}) END,
       mailed_at = CASE WHEN $5 AND ended_at IS NULL THEN $6 ELSE mailed_at END,
       ended_mailed_at = CASE WHEN $5 AND ended_at IS NOT NULL THEN $6 ELSE ended_mailed_at END
     WHERE name = $1 AND since = $2 AND ended_at IS NOT DISTINCT FROM $3`,
    [name, since, endedAt, mailedTo, isDone, now],
  );
}
