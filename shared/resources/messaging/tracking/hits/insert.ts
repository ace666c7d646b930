// Inserts hits of pixels and tracked links, many per statement. Email and account come from the row of the recipient, so
// hits of mail that was removed are dropped. The rows are due a moment later, when the neighbours of a hit have arrived too;
// the tick finds them, so nothing is woken.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { NewHit } from './hit.ts';

/** A hit with the id of its row. */
export type IdentifiedHit = NewHit & { id: string };

/** A hit is judged together with those of the same recipient that arrive within this time after it. */
export const CLASSIFIED_AFTER_MS = 10_000;

/**
 * A group whose answer was lost is inserted again. Its rows may be there, or judged and removed already, so it is known by
 * a row of its own.
 */
const INSERT = `
  WITH new_group AS (
    INSERT INTO tracking_groups (id, inserted_at) VALUES (($1::uuid[])[1], now()) ON CONFLICT DO NOTHING RETURNING id
  )
  INSERT INTO tracking_hits (id, account_id, email_id, recipient_id, link, hit_at, ip_address, user_agent, is_prefetch,
                             next_attempt_at)
  SELECT hit.id, recipient.account_id, recipient.email_id, recipient.id, hit.link, hit.hit_at, hit.ip_address,
         hit.user_agent, hit.is_prefetch, $8
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::boolean[])
    AS hit (id, recipient_id, link, hit_at, ip_address, user_agent, is_prefetch)
  JOIN email_recipients AS recipient ON recipient.id = hit.recipient_id AND recipient.id = ANY($2::uuid[])
  WHERE EXISTS (SELECT FROM new_group)`;

/** Inserts hits, at least one; once, however often it is called with the same ones. */
export async function insertHits(
  database: Queryable,
  hits: readonly IdentifiedHit[],
  now: Date,
): Promise<void> {
  await database.query({
    name: 'insert-tracking-hits',
    text: INSERT,
    values: [
      hits.map(({ id }) => id),
      hits.map(({ recipientId }) => recipientId),
      hits.map(({ link }) => link),
      hits.map(({ at }) => at),
      hits.map(({ ipAddress }) => ipAddress),
      hits.map(({ userAgent }) => userAgent),
      hits.map(({ isPrefetch }) => isPrefetch),
      new Date(now.getTime() + CLASSIFIED_AFTER_MS),
    ],
  });
}
