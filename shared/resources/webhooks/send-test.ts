// POST /webhooks/:id/test: posts a made-up event to an endpoint, signed as every other, and tells what came of it. It
// is asked of a disabled webhook too: who has repaired an endpoint tries it first. It is no message, so it is in no
// list, is not tried again, and says nothing about how long the endpoint has been failing.

import { notFound } from '../../contract/domain-error.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/security/secrets.ts';
import type { MessagePoster } from './delivery/post-message.ts';
import type { WebhookKey } from './find.ts';
import type { SampleEvent } from './sample.ts';
import { signingSecretOwner } from './signing-secret-owner.ts';

/** What came of a test. */
export interface TestResult {
  delivered: boolean;
  /** Null: there was no answer. */
  statusCode: number | null;
  durationMs: number;
  /** The first 4 KiB of the answer, or why there was none. */
  response: string | null;
}

/** What a test needs. */
export interface SendTestDeps {
  database: Queryable;
  secrets: Secrets;
  poster: MessagePoster;
}

/** Sends a test. @throws DomainError `not_found` */
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
