// Factories of tracking: an email that was sent with tracking, and its hits, which are woken to be judged.
import type { Pool } from 'pg';
import { createEmail, type EmailFields } from './factories.ts';
import { factoryIds as ids } from './factory-ids.ts';

/** Fields of a tracked email that a test may set. */
export interface TrackedEmailFields extends EmailFields {
  sentAt: Date;
  /** 1 opens, 2 clicks, 3 both, the default. */
  tracking?: number;
  runId?: string;
  contactId?: string;
  automationId?: string;
}

/** Inserts a delivered email with what it measures. */
export async function createTrackedEmail(pool: Pool, accountId: string, fields: TrackedEmailFields) {
  const { sentAt, tracking = 3, runId = null, contactId = null, automationId = null, ...rest } = fields;
  const email = await createEmail(pool, accountId, { status: 'delivered', ...rest });
  await pool.query(
    `UPDATE emails SET tracking = $2, sent_at = $3, last_event = 'delivered', run_id = $4, contact_id = $5,
            automation_id = $6 WHERE id = $1`,
    [email.id, tracking, sentAt, runId, contactId, automationId],
  );
  await pool.query('UPDATE email_recipients SET sent_at = $2 WHERE email_id = $1', [email.id, sentAt]);
  return email;
}

/** Fields of a hit that a test may set. */
export interface HitFields {
  /** Absent: the pixel was loaded. */
  link?: string;
  at: Date;
  ipAddress?: string;
  userAgent?: string;
  isPrefetch?: boolean;
  /** A person has voted in a poll. */
  isVote?: boolean;
  verdict?: string;
}

/** A browser of a person. */
export const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
/** Apple's Mail Privacy Protection. */
export const APPLE_PROXY = 'Mozilla/5.0';

/** Inserts a hit of the first recipient that is woken to be judged. @returns its id */
export async function createHit(
  pool: Pool,
  email: { id: string; accountId: string; recipients: readonly { id: string }[] },
  { link, at, ipAddress = '192.0.2.1', userAgent = BROWSER, isPrefetch = false, ...more }: HitFields,
): Promise<string> {
  const id = ids.next();
  await pool.query(
    `INSERT INTO tracking_hits (id, account_id, email_id, recipient_id, link, hit_at, ip_address, user_agent, is_prefetch,
                                verdict, is_vote, next_attempt_at, woken_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $6, clock_timestamp())`,
    [
      id,
      email.accountId,
      email.id,
      email.recipients[0]?.id,
      link ?? null,
      at,
      ipAddress,
      userAgent,
      isPrefetch,
      more.verdict ?? null,
      more.isVote ?? false,
    ],
  );
  return id;
}
