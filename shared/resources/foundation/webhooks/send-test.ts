// POST /webhooks/:id/test: posts a sample event to the endpoint, signed like any other, and returns the result. It
// works for a disabled webhook too, so that people can test a repaired endpoint before they enable it. The sample is
// not stored as a message: it is not listed, not retried, and does not affect the endpoint's health.

import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Secrets } from '../../../platform/security/secrets.ts';
import type { SampleEvent } from '../sample-event.ts';
import type { MessagePoster } from './delivery/post-message.ts';
import type { WebhookKey } from './find.ts';
import { signingSecretOwner } from './signing-secret-owner.ts';

/** The result of a test. */
export interface TestResult {
  delivered: boolean;
  /** The status; null: there was no answer. */
  statusCode: number | null;
  durationMs: number;
  /** The first 4 KiB of the answer, or the reason why there was none. */
  response: string | null;
}

/** Dependencies of a test. */
export interface SendTestDeps {
  database: Queryable;
  secrets: Secrets;
  poster: MessagePoster;
}

/**
 * Posts a test event.
 * @throws DomainError `not_found`
 */
export async function sendTest(
  { database, secrets, poster }: SendTestDeps,
  { accountId, id }: WebhookKey,
  event: SampleEvent,
): Promise<TestResult> {
  const { rows } = await database.query<{ endpointUrl: string; signingSecret: Buffer }>(
    `SELECT endpoint_url AS "endpointUrl", signing_secret AS "signingSecret"
     FROM webhooks WHERE id = $1 AND account_id = $2`,
    [id, accountId],
  );
  const [webhook] = rows;
  if (!webhook) throw notFound('Webhook');
  const posted = await poster.post({
    id: event.id,
    endpointUrl: webhook.endpointUrl,
    secret: secrets.decrypt(webhook.signingSecret, signingSecretOwner(id)),
    payload: JSON.stringify(event),
  });
  return {
    delivered: posted.isDelivered,
    statusCode: posted.statusCode,
    durationMs: posted.durationMs,
    response: posted.error ?? posted.responseBody,
  };
}
