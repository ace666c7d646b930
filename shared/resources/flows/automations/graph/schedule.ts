// When the scheduled trigger starts an automation.
import { instantIn } from '../../../../platform/time/time-zones.ts';
import type { TriggerConfig } from '../automation.ts';

/**
 * The time of a scheduled trigger; one without an offset is in the time zone of the trigger.
 * @returns undefined when `at` is not ISO 8601
 */
export function scheduledAt({ at, timezone }: TriggerConfig): Date | undefined {
  return instantIn(at, timezone);
}
