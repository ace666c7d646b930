// Finds the log of the request that sent an email. Logs hold no reference to emails, which would cost every send an
// index entry; but the request was made shortly before the email was accepted, and its response holds the email's id.
import type { Queryable } from '../../platform/db/connect.ts';
import { logIdLowerBound } from '../../platform/time/ids.ts';
import type { EmailSource } from '../emails/email.ts';

/** The email whose request is looked for. */
export interface SentEmail {
  accountId: string;
  source: EmailSource;
  emailId: string;
  /** When the request that sent it was accepted. */
  acceptedAt: Date;
}

const ENDPOINTS: Readonly<Partial<Record<EmailSource, string>>> = { api: '/emails', batch: '/emails/batch' };
/** A request with large files takes this long at most from its first byte to its acceptance. */
const REQUEST_MAX_MS = 3_600_000;
/** Tolerance for a duration that was measured with another clock and rounded. */
const ROUNDING_MS = 1_000;
/** Bounds the cost for an account with very many requests and an email whose log is gone. */
const SEARCHED_LOGS = 50_000;

/** The logs of the endpoint before the email was accepted, the newest first: nearly always the first ones decide. */
const FIND = `
  SELECT id FROM (
    SELECT id, created_at, duration_ms, response_status, response_body FROM logs
    WHERE account_id = $1 AND endpoint = $2 AND id >= $3 AND id < $4
    ORDER BY id DESC LIMIT ${SEARCHED_LOGS}
  ) AS log
  WHERE response_status = 200 AND created_at + duration_ms * interval '1 millisecond' >= $5
    AND position($6 IN response_body) > 0
  ORDER BY id DESC LIMIT 1`;

/** @returns the id of the log; null: no request has sent the email, or its log was removed or dropped */
export async function findSendLog(database: Queryable, email: SentEmail): Promise<string | null> {
  const endpoint = ENDPOINTS[email.source];
  if (endpoint === undefined) return null;
  const acceptedMs = email.acceptedAt.getTime();
  const { rows } = await database.query<{ id: string }>(FIND, [
    email.accountId,
    endpoint,
    logIdLowerBound(new Date(acceptedMs - REQUEST_MAX_MS)),
    logIdLowerBound(new Date(acceptedMs + 1)),
    new Date(acceptedMs - ROUNDING_MS),
    `"${email.emailId}"`,
  ]);
  return rows[0]?.id ?? null;
}
