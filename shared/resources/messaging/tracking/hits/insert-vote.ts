// Inserts a vote as a hit: a click of a person, whatever its client looks like, since a form was submitted. It is
// recorded with the hits of tracked links, in the same way. Votes of removed mail have no hit.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { HitClient } from './hit.ts';
import { CLASSIFIED_AFTER_MS } from './insert.ts';

/** The click of a vote. */
export interface VoteHit extends HitClient {
  id: string;
  accountId: string;
  emailId: string;
  /** The address of the recipient, as the email was addressed. */
  address: string;
  /** The link that it counts as. */
  link: string;
  at: Date;
}

/** An email has up to 50 recipients, which `email_recipients_email` finds. */
const INSERT = `
  INSERT INTO tracking_hits (id, account_id, email_id, recipient_id, link, hit_at, ip_address, user_agent, is_prefetch,
                             is_vote, next_attempt_at)
  SELECT $1, account_id, email_id, id, $5, $6, $7, $8, false, true, $9
  FROM email_recipients WHERE email_id = $3 AND account_id = $2 AND lower(address) = lower($4)
  ORDER BY id LIMIT 1`;

/** Inserts the hit of a vote, in the transaction of the vote. */
export async function insertVoteHit(client: Queryable, hit: VoteHit): Promise<void> {
  const { id, accountId, emailId, address, link, at, ipAddress, userAgent } = hit;
  const dueAt = new Date(at.getTime() + CLASSIFIED_AFTER_MS);
  await client.query({
    name: 'insert-hit-of-vote',
    text: INSERT,
    values: [id, accountId, emailId, address, link, at, ipAddress, userAgent, dueAt],
  });
}
