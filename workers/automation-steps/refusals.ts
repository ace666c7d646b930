// What becomes of a send_email step whose mail is refused: the step is skipped, it waits, or the run fails
// (docs/reference/automation-runs.md).
import type { DomainError, RefusalReason } from '../../shared/contract/domain-error.ts';
import type { ErrorName } from '../../shared/contract/errors.ts';
import { failed, type StepResult } from './step-result.ts';

/** Why a mail reaches nobody → why its step is skipped. */
const SKIPPED: Partial<Record<RefusalReason, 'unsubscribed' | 'topic' | 'suppressed'>> = {
  unsubscribed: 'unsubscribed',
  topic_opted_out: 'topic',
  suppressed_address: 'suppressed',
  reserved_domain: 'suppressed',
  simulator_scheduled: 'suppressed',
};

/** Refusals that pass without the account changing anything. */
const PASSING: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'daily_quota_exceeded',
  'reputation_limit_exceeded',
  'reputation_paused',
  'sending_service_unavailable',
  'sending_configuration_unavailable',
]);

/** Judges the refusal of a mail or of its template. */
export function judgeRefusal(refusal: DomainError): StepResult {
  const reason = refusal.reason && SKIPPED[refusal.reason];
  if (reason) return { kind: 'over', outcome: { status: 'skipped', reason } };
  return PASSING.has(refusal.name) ? { kind: 'refused', refusal } : failed(refusal.message);
}
