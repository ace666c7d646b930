// How many mails a destination has taken in the last hour, for operators: counted in whole hours, and so about right.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { DestinationKey } from './destination.ts';

/** Mails that a destination has taken since they were last counted. */
export interface SentMails extends DestinationKey {
  count: number;
}

/** Counts mails of destinations that are stored. It changes no pace, so no process reads the rows for it. */
export async function countSentMails(
  database: Queryable,
  sent: readonly SentMails[],
  now: Date,
): Promise<void> {
  if (sent.length === 0) return;
  await database.query({
    name: 'count-sent-mails',
    text: `
      WITH counted AS MATERIALIZED (
        SELECT known.provider, known.source, count, date_trunc('hour', $4::timestamptz) AS hour
        FROM unnest($1::text[], $2::text[], $3::integer[]) AS counted (provider, source, count)
        JOIN destinations AS known USING (provider, source)
        ORDER BY known.provider, known.source FOR NO KEY UPDATE OF known
      )
      UPDATE destinations AS known SET
        sent = count + CASE WHEN known.sent_hour = hour THEN known.sent ELSE 0 END,
        sent_before = CASE known.sent_hour WHEN hour THEN known.sent_before
                                           WHEN hour - interval '1 hour' THEN known.sent ELSE 0 END,
        sent_hour = hour
      FROM counted WHERE known.provider = counted.provider AND known.source = counted.source`,
    values: [
      sent.map(({ provider }) => provider),
      sent.map(({ source }) => source),
      sent.map(({ count }) => count),
      now,
    ],
  });
}

/**
 * SQL: mails of the last hour, as if the mails of the hour before had been sent at equal intervals.
 * @param now a parameter
 */
export const sentLastHourSql = (now: string) => `
  CASE sent_hour
    WHEN date_trunc('hour', ${now}::timestamptz)
      THEN sent + round(sent_before * (1 - extract(epoch FROM ${now}::timestamptz - sent_hour) / 3600))
    WHEN date_trunc('hour', ${now}::timestamptz) - interval '1 hour'
      THEN round(sent * (2 - extract(epoch FROM ${now}::timestamptz - sent_hour) / 3600))
    ELSE 0 END::integer`;
