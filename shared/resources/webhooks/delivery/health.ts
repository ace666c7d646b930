// How an endpoint is, by its answers (decisions.md §9): one that fails again and again rests between attempts, one that
// says that it is gone, or has done nothing but fail for five days, is disabled. Pure; record-attempts.ts writes it.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time/durations.ts';

/** An endpoint that has failed so often in a row rests after each further failure. */
const FAILURES_BEFORE_REST = 3;
/** The first rest; each further one is twice as long. */
const FIRST_REST_MS = SECOND_MS;
const LONGEST_REST_MS = MINUTE_MS;
const FAILING_MAX_MS = 5 * DAY_MS;
/** Within so long the second 410 disables. */
const GONE_WITHIN_MS = HOUR_MS;
const GONE_STATUS = 410;

/** Columns of `webhooks` that say how its endpoint is. */
export interface WebhookHealth {
  /** The first of the failures since the last success. */
  failingSince: Date | null;
  /** Failures in a row. */
  failures: number;
  /** When it answered 410 last. */
  goneAt: Date | null;
  /** Nothing is sent to it before. */
  restUntil: Date | null;
}

/** Assignments that make an endpoint new: for whoever enables it again, or gives it another URL. */
export const RESET_HEALTH =
  'failing_since = NULL, failures = 0, gone_at = NULL, rest_until = NULL, disabled_reason = NULL';

/** An answer of an endpoint, or that there was none. */
export interface EndpointAnswer {
  isDelivered: boolean;
  statusCode: number | null;
  at: Date;
}

/** Why an endpoint is disabled. */
export type DisabledReason = 'gone' | 'failing';

/** What operators and owners read in `disabled_reason`. */
export const DISABLED_REASONS: Readonly<Record<DisabledReason, string>> = {
  gone: 'The endpoint answered 410 Gone twice within an hour.',
  failing: 'Every attempt has failed for five days.',
};

const HEALTHY: WebhookHealth = { failingSince: null, failures: 0, goneAt: null, restUntil: null };

/** How an endpoint is after answers, in the order in which they came, and whether they disable it. */
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
