// The health of an endpoint, derived from its answers (docs/architecture/webhooks.md#the-health-of-an-endpoint): after
// repeated failures it rests between attempts (a back-off per endpoint); if it answers 410 Gone twice within an hour,
// or only fails for five days, its webhook is disabled. Pure functions; record-attempts.ts writes the result.
import { WEBHOOK_FAILING_DAYS_MAX } from '../../../../contract/webhooks/values.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../platform/time/durations.ts';

/** The number of consecutive failures from which on an endpoint rests after each failure. */
const FAILURES_BEFORE_REST = 3;
/** Duration of the first rest; each further rest is twice as long, up to the longest. */
const FIRST_REST_MS = SECOND_MS;
const LONGEST_REST_MS = MINUTE_MS;
const FAILING_MAX_MS = WEBHOOK_FAILING_DAYS_MAX * DAY_MS;
/** A second 410 within this time disables the webhook. */
const GONE_WITHIN_MS = HOUR_MS;
const GONE_STATUS = 410;

/** The columns of `webhooks` with the endpoint's health. */
export interface WebhookHealth {
  /** Time of the first failure since the last success. */
  failingSince: Date | null;
  /** The status of the endpoint's answer to every attempt since then; null: answers differ, or there was none. */
  failingStatus: number | null;
  /** Consecutive failures. */
  failures: number;
  /** Time of the last 410 answer. */
  goneAt: Date | null;
  /** Nothing is sent to the endpoint before this time. */
  restUntil: Date | null;
}

/** SQL assignments that reset the health, used when a webhook is enabled again or gets another URL. */
export const RESET_HEALTH = `failing_since = NULL, failing_status = NULL, failures = 0, gone_at = NULL, rest_until = NULL,
   disabled_reason = NULL, last_failed_message_id = NULL`;

/** An answer of an endpoint, or a failure without an answer. */
export interface EndpointAnswer {
  isDelivered: boolean;
  statusCode: number | null;
  at: Date;
}

/** Why the service disables a webhook. */
export type DisabledReason = 'gone' | 'failing';

/** The texts of `disabled_reason`. */
export const DISABLED_REASONS: Readonly<Record<DisabledReason, string>> = {
  gone: 'The endpoint answered 410 Gone twice within an hour.',
  failing: 'Every attempt failed for 5 days.',
};

const HEALTHY: WebhookHealth = {
  failingSince: null,
  failingStatus: null,
  failures: 0,
  goneAt: null,
  restUntil: null,
};

/** The health after a number of answers, in the order in which they arrived, and whether they disable the webhook. */
export function healthAfter(
  before: WebhookHealth,
  answers: readonly EndpointAnswer[],
): { health: WebhookHealth; disabled: DisabledReason | undefined } {
  let health = before;
  let disabled: DisabledReason | undefined;
  for (const answer of answers) {
    disabled ??= reasonToDisable(health, answer);
    health = answer.isDelivered ? HEALTHY : healthAfterFailure(health, answer);
  }
  return { health, disabled };
}

function healthAfterFailure(before: WebhookHealth, { statusCode, at }: EndpointAnswer): WebhookHealth {
  const failures = before.failures + 1;
  const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (failures - FAILURES_BEFORE_REST));
  return {
    failingSince: before.failingSince ?? at,
    failingStatus: before.failures === 0 || before.failingStatus === statusCode ? statusCode : null,
    failures,
    goneAt: statusCode === GONE_STATUS ? at : before.goneAt,
    restUntil: failures < FAILURES_BEFORE_REST ? null : new Date(at.getTime() + restMs),
  };
}

function reasonToDisable(
  { failingSince, goneAt }: WebhookHealth,
  { isDelivered, statusCode, at }: EndpointAnswer,
): DisabledReason | undefined {
  if (isDelivered) return undefined;
  const isGoneAgain = goneAt !== null && at.getTime() - goneAt.getTime() <= GONE_WITHIN_MS;
  if (statusCode === GONE_STATUS && isGoneAgain) return 'gone';
  return failingSince && at.getTime() - failingSince.getTime() >= FAILING_MAX_MS ? 'failing' : undefined;
}
