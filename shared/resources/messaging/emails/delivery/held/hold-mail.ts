// Holds mail before it is woken: rows that are due, and whose domain or account is paused or has used up its capacity of
// today, are due again later, without a worker having claimed them. Paused mail is no longer charged to a day. A
// scheduled email stays `pending` then and can be canceled. Mail that has waited too long is not held: the guard fails it.

import { HELD_MAX_HOURS } from '../../../../../contract/reputation/values.ts';
import type { Queryable } from '../../../../../platform/db/connect.ts';
import { nextDayOf, utcDayOf } from '../../../../../platform/time/utc-days.ts';
import { refundingCapacitySql } from '../../../../foundation/reputation/capacity-use.ts';
import { isWatched } from '../../../../foundation/reputation/watched-reputation.ts';
import { CAPACITY_COMES_MS, DAY_BEGINS_MS, HELD_FOR_MS, HELD_SENTENCES, THIS_ACCOUNT } from './held-mail.ts';

const IS_ANY_WATCHED = `(EXISTS (SELECT FROM domains WHERE ${isWatched('domains')})
  OR EXISTS (SELECT FROM accounts WHERE ${isWatched('accounts')}))`;

const IS_PAUSED = `'paused' IN (domains.reputation, accounts.reputation)`;

/** Whether more of a capacity is used than there is. `$3` is today. */
const isUsedUp = (subject: string, capacity: string) => `EXISTS (
  SELECT FROM capacity_use
  WHERE account_id = domains.account_id AND subject_id = ${subject} AND day = $3::date AND used >= ${capacity})`;

/** The reason why mail of a sender is held, as a sentence. */
const WHY = `CASE
  WHEN domains.reputation = 'paused' THEN format('${HELD_SENTENCES.paused}', domains.name)
  WHEN accounts.reputation = 'paused' THEN '${HELD_SENTENCES.paused.replace('%s', THIS_ACCOUNT)}'
  ELSE format('${HELD_SENTENCES.usedUp}', domains.name) END`;

/** The email of a recipient, if it is held. A pause is checked first, so that a capacity is not read. */
const HELD_EMAIL = `
  SELECT domain_id, ${IS_PAUSED} AS is_paused, ${WHY} AS why,
         least(domains.capacity_on, accounts.capacity_on) < $3::date AS is_of_earlier_day
  FROM emails JOIN domains ON domains.id = emails.domain_id JOIN accounts ON accounts.id = domains.account_id
  WHERE emails.id = recipient.email_id AND source <> 'notice' AND (${isWatched('domains')} OR ${isWatched('accounts')})
    AND greatest(coalesce(scheduled_at, emails.created_at), domains.lifted_at, accounts.lifted_at)
      > $2::timestamptz - interval '${HELD_MAX_HOURS} hours'
    AND CASE WHEN ${IS_PAUSED} THEN true
             WHEN recipient.charged_on IS NULL AND recipient.attempts = 0 THEN
               ${isUsedUp('domains.id', 'least(domains.recovery_capacity, domains.warm_up_capacity)')}
               OR ${isUsedUp('domains.account_id', 'accounts.recovery_capacity')} END`;

/**
 * While no reputation is watched, the first condition stops the statement from reading anything. A retry that does not
 * count in a day is not held for a capacity here, because a simulated one may be among them: the guard knows. CASE
 * stops the planner from reading the index of times, and `OFFSET 0` from reading all emails or domains. Locked rows are
 * joined by their key alone (shared/platform/work/work-table-sql.ts).
 */
const HOLD = `
  WITH locked AS MATERIALIZED (
    SELECT recipient.id, recipient.charged_on, email.domain_id, email.is_paused, email.why, email.is_of_earlier_day
    FROM email_recipients AS recipient CROSS JOIN LATERAL (${HELD_EMAIL} OFFSET 0) AS email
    WHERE ${IS_ANY_WATCHED} AND recipient.id = ANY($1::uuid[])
      AND CASE WHEN recipient.claimed_by IS NULL AND recipient.woken_at IS NULL
               THEN recipient.next_attempt_at <= $2::timestamptz END
    ORDER BY recipient.id FOR NO KEY UPDATE OF recipient SKIP LOCKED
  ), held AS (
    UPDATE email_recipients AS recipient
    SET smtp_code = NULL, smtp_reply = locked.why, charged_on = NULL,
        next_attempt_at = CASE
          WHEN locked.is_paused THEN $2::timestamptz + (1 + random()) * ${HELD_FOR_MS} * interval '1 ms'
          WHEN locked.is_of_earlier_day THEN $2::timestamptz + (1 + random()) * ${CAPACITY_COMES_MS} * interval '1 ms'
          ELSE $4::timestamptz + random() * ${DAY_BEGINS_MS} * interval '1 ms' END
    FROM locked WHERE recipient.id = locked.id
    RETURNING recipient.id, recipient.account_id, locked.domain_id, locked.charged_on
  ), refunded AS (
    ${refundingCapacitySql('held')}
  )
  SELECT id FROM held`;

/** SQL condition: an account with mail that may be held. @param account SQL expression of its id */
export function isOfHeldMail(account: string): string {
  const isHolding = (table: string) => `(${table}.reputation = 'paused' OR ${table}.capacity_on IS NOT NULL)`;
  return `${account} IN (
    SELECT account_id FROM domains WHERE ${isHolding('domains')} AND ${isWatched('domains')}
    UNION ALL SELECT id FROM accounts WHERE ${isHolding('accounts')} AND ${isWatched('accounts')})`;
}

/** Holds recipients that are about to be woken. @returns the others */
export async function holdMail(
  database: Queryable,
  recipientIds: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'hold-mail',
    text: HOLD,
    values: [recipientIds, now, utcDayOf(now), nextDayOf(now)],
  });
  if (rows.length === 0) return recipientIds;
  const held = new Set(rows.map(({ id }) => id));
  return recipientIds.filter((id) => !held.has(id));
}
