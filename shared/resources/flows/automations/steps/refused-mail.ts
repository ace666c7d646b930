// What becomes of a step whose mail is refused: the step is skipped, it waits, or the run fails
// (docs/reference/automation-runs.md).
import type { DomainError, RefusalReason } from '../../../../contract/domain-error.ts';
import type { ErrorName } from '../../../../contract/errors.ts';
import type { EffectOutcome } from '../engine/advance.ts';

/** Why a mail reaches no recipient → why its step is skipped. */
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

/** Judges the refusal of a mail or of its template. @returns `passes`: the step is tried again later */
export function resolveRefusedMail(refusal: DomainError): EffectOutcome | 'passes' {
  const reason = refusal.reason && SKIPPED[refusal.reason];
  if (reason) return { status: 'skipped', reason };
  return PASSING.has(refusal.name) ? 'passes' : { status: 'failed', message: refusal.message };
}
