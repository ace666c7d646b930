// The run quota: how many runs an account may start in 30 days (docs/reference/automations.md).
import { DomainError } from '../../../../contract/domain-error.ts';
import { RollingUsage } from '../../../../platform/rate-limit/rolling-usage.ts';

/** The runs that accounts have started. */
export const STARTED_RUNS = new RollingUsage({
  hourly: 'automation_usage',
  totals: 'automation_usage_totals',
  unit: 'runs',
});

/** The refusal of an event that would start more runs than the quota has left. */
export function automationQuotaExceeded(limit: number): DomainError {
  return new DomainError(
    'automation_quota_exceeded',
    `This event would exceed the quota of ${limit} automation runs in 30 days. Nothing was stored.`,
  );
}
