// The table of retention, from the manifests: what is removed, and how many days after its end
// (docs/architecture/database.md#retention). What is not in it stays: suppressions, unsubscribes, choices about topics, counters,
// and what accounts have made.
import type { RetentionDays } from '../platform/config/retention-settings.ts';
import type { Retention } from '../platform/retention/retention.ts';
import { MANIFESTS } from './resources.ts';

/** All that is removed, as the operator has configured it. */
export function retention(days: RetentionDays): readonly Retention[] {
  return MANIFESTS.flatMap((manifest) => manifest.retention?.(days) ?? []);
}
