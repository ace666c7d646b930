// Claims the next messages for endpoints: pending → attempting. One statement serves many endpoints, each with its own
// limit (docs/architecture/webhooks.md#wake-ups-name-an-endpoint). Messages that have been due longest are first;
// messages that another worker has locked are skipped. Endpoints that are disabled or deleted, rest, or belong to a
// suspended account get nothing.

import type { Queryable } from '../../../../platform/db/connect.ts';
import { isNotSuspendedSql } from '../../../../platform/work/suspensions/suspended.ts';
import type { ClaimLease } from '../../../../platform/work/work-table.ts';

/** How many messages may be claimed for an endpoint now. */
export interface EndpointShare {
  webhookId: string;
  count: number;
}

/** A claimed message, with the current data of its endpoint. */
export interface ClaimedMessage {
  id: string;
  token: string;
  accountId: string;
  webhookId: string;
  payload: string;
  /** Number of attempts, including the one that follows. */
  attempts: number;
  endpointUrl: string;
  /** Encrypted (signing-secret-owner.ts). */
  signingSecret: Buffer;
  /** Consecutive failures of the endpoint. */
  endpointFailures: number;
}

/** Rows are updated by an array of keys, for the plan (shared/platform/work/work-table-sql.ts). */
const CLAIM = `
  WITH share AS (
    SELECT webhooks.id AS webhook_id, wanted.count
    FROM unnest($1::uuid[], $2::integer[]) AS wanted (webhook_id, count)
    JOIN webhooks ON webhooks.id = wanted.webhook_id AND webhooks.id = ANY($1::uuid[])
    WHERE webhooks.status = 'enabled' AND ${isNotSuspendedSql('webhooks.account_id')} AND (webhooks.rest_until IS NULL OR webhooks.rest_until <= $5)
  ), claimed AS (
    UPDATE webhook_messages
    SET claimed_by = $3, claim_token = $4, attempts = attempts + 1, state = 'attempting'
    WHERE id = ANY(ARRAY(
      SELECT free.id FROM share, LATERAL (
        SELECT id FROM webhook_messages
        WHERE webhook_id = share.webhook_id AND claimed_by IS NULL AND next_attempt_at <= $5
        ORDER BY next_attempt_at, id LIMIT share.count FOR NO KEY UPDATE SKIP LOCKED) AS free))
    RETURNING id, account_id, webhook_id, payload, attempts, next_attempt_at
  )
  SELECT claimed.id, claimed.account_id AS "accountId", claimed.webhook_id AS "webhookId", claimed.payload,
         claimed.attempts, webhooks.endpoint_url AS "endpointUrl", webhooks.signing_secret AS "signingSecret",
         webhooks.failures AS "endpointFailures"
  FROM claimed JOIN webhooks ON webhooks.id = claimed.webhook_id AND webhooks.id = ANY($1::uuid[])
  ORDER BY claimed.next_attempt_at, claimed.id`;

/**
 * Claims up to each endpoint's limit, the messages that are due longest first.
 * @param now from the injected clock
 */
export async function claimMessages(
  database: Queryable,
  shares: readonly EndpointShare[],
  { worker, token }: ClaimLease,
  now: Date,
): Promise<ClaimedMessage[]> {
  const { rows } = await database.query<Omit<ClaimedMessage, 'token'>>({
    name: 'claim-webhook-messages',
    text: CLAIM,
    values: [shares.map(({ webhookId }) => webhookId), shares.map(({ count }) => count), worker, token, now],
  });
  return rows.map((row) => ({ ...row, token }));
}
