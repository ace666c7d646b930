// Counts what servers and people say of mail: recipients per domain and UTC day, in the transaction that records the outcome,
// so that the sums agree with the states of the recipients. A late bounce counts on the day on which its mail was sent, so
// that no day has more bounces than mail. Mail that was sent before the last lift of its domain or account has rows of its
// own, which are judged no more.
import { REPUTATION_WINDOW_DAYS } from '../../../contract/reputation/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import { utcDayOf } from '../../../platform/time/utc-days.ts';
import type { Figures } from './figures.ts';

/** The changes in the counts of a day; negative if an outcome undoes an earlier one. */
export interface CountedMail extends Figures {
  accountId: string;
  domainId: string;
  /**
   * A time of the day that counts it: mail when it was sent or refused, a bounce with its mail, a complaint when it
   * arrived.
   */
  at: Date;
  /** When the mail was sent or refused: mail from before a lift no longer counts, whenever a complaint about it arrives. */
  sentAt: Date;
}

/** Requests that the reputation of domains is judged soon, because something counts against them. */
export type EvaluateSoon = (domainIds: readonly string[]) => void;

/** Rows are locked in one order; each writer has a slot of its own. */
const COUNT = `
  INSERT INTO sending_days AS counter (account_id, domain_id, day, since, slot, judged, bounced, complained)
  SELECT counted.account_id, counted.domain_id, (counted.at AT TIME ZONE 'UTC')::date AS day,
         coalesce(greatest(CASE WHEN domains.lifted_at <= counted.sent_at THEN domains.lifted_at END,
                           CASE WHEN accounts.lifted_at <= counted.sent_at THEN accounts.lifted_at END), '-infinity') AS since,
         pg_backend_pid() % 8, sum(counted.judged), sum(counted.bounced), sum(counted.complained)
  FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::integer[], $5::integer[], $6::integer[],
              $7::timestamptz[])
    AS counted (account_id, domain_id, at, judged, bounced, complained, sent_at)
  LEFT JOIN domains ON domains.id = counted.domain_id
  LEFT JOIN accounts ON accounts.id = counted.account_id
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, domain_id, day, since, slot) DO UPDATE
    SET judged = counter.judged + excluded.judged, bounced = counter.bounced + excluded.bounced,
        complained = counter.complained + excluded.complained`;

/**
 * Counts mail. It locks counters, after those of metrics (docs/architecture/guarantees.md#lock-order).
 * @param evaluateSoon called after the commit; undefined: the recurring task judges
 */
export async function countSendingDays(
  transaction: Transaction,
  counted: readonly CountedMail[],
  evaluateSoon: EvaluateSoon | undefined,
): Promise<void> {
  if (counted.length === 0) return;
  const bad = counted.filter(({ bounced, complained }) => bounced > 0 || complained > 0);
  if (bad.length > 0 && evaluateSoon)
    transaction.afterCommit(() => evaluateSoon([...new Set(bad.map(({ domainId }) => domainId))]));
  await transaction.query({
    name: 'count-sending-days',
    text: COUNT,
    values: [
      counted.map(({ accountId }) => accountId),
      counted.map(({ domainId }) => domainId),
      counted.map(({ at }) => at),
      counted.map(({ judged }) => judged),
      counted.map(({ bounced }) => bounced),
      counted.map(({ complained }) => complained),
      counted.map(({ sentAt }) => sentAt),
    ],
  });
}

/** The first day of the window that ends today. */
export function firstDayOfWindow(now: Date): string {
  return utcDayOf(new Date(now.getTime() - (REPUTATION_WINDOW_DAYS - 1) * DAY_MS));
}

/** One day of a domain. */
export interface SendingDay extends Figures {
  /** UTC, such as `2026-11-20`. */
  date: string;
}

/**
 * Finds the days of the window of a domain that have any mail, oldest first.
 * @param since the last lift; null: there was none
 */
export async function findSendingDays(
  database: Queryable,
  { accountId, domainId, since }: { accountId: string; domainId: string; since: Date | null },
  now: Date,
): Promise<SendingDay[]> {
  const { rows } = await database.query<SendingDay>({
    name: 'find-sending-days',
    text: `SELECT day::text AS date, sum(judged)::integer AS judged, sum(bounced)::integer AS bounced,
                  sum(complained)::integer AS complained
           FROM sending_days
           WHERE account_id = $1 AND domain_id = $2 AND day >= $3::date AND since >= coalesce($4, '-infinity'::timestamptz)
           GROUP BY day ORDER BY day`,
    values: [accountId, domainId, firstDayOfWindow(now), since],
  });
  return rows;
}
