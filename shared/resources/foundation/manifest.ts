// The type of a manifest: what a resource has in the lists of the whole product. Its file `resource.ts` is a manifest, and
// shared/resources/resources.ts lists all of them (docs/architecture/manifests.md). Each process reads all manifests at its
// start, so a manifest has declarations only: what few processes run it loads by `import()`.
import type { Registry } from 'prom-client';
import type { RetentionDays } from '../../platform/config/retention-settings.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { PartitionedTable } from '../../platform/db/partitions.ts';
import type { SecretKind } from '../../platform/db/stored-secrets.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { CachedReading } from '../../platform/metrics/cached-reading.ts';
import type { RemovedRows } from '../../platform/removal/removed-rows.ts';
import type { Retention } from '../../platform/retention/retention.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { WorkKind } from '../../platform/work/define-work.ts';
import type { ChangeMark } from './change-mark.ts';
import type { Phases } from './erasing/phase.ts';
import type { FindUse } from './in-use.ts';
import type { SampleData } from './sample-event.ts';

/** What a resource has. Each field is absent where it has nothing of the kind. */
export interface Manifest {
  /** The kinds of work on its rows. */
  work?: readonly WorkKind[];
  /** Its tables that have a partition for each month (docs/architecture/database.md#partitions). */
  partitioned?: readonly PartitionedTable[];
  /** What is removed when it is old enough. @param days as the operator has configured */
  retention?(days: RetentionDays): readonly Retention[];
  /** What the deletion of an account removes. */
  deletion?: AccountRows;
  /** Its tables from which the deletion of an account removes no rows along `deletion` → why. */
  staying?: Readonly<Record<string, string>>;
  /** By which GET /app/changes sees changes that no operation made (docs/architecture/changes.md). */
  changeMarks?: readonly ChangeMark[];
  /** Finds what of this resource uses something that is about to be deleted. */
  findUse?: FindUse;
  /** The first word of event types, or a complete type → loads what builds the data of its sample events. */
  samples?: Readonly<Record<string, () => Promise<SampleData>>>;
  /** Registers gauges of the whole service. @returns the cached reading that they show */
  registerMetrics?(deps: GaugeDeps): CachedReading<unknown>;
  /** Its secrets that are stored encrypted. */
  secrets?: readonly SecretKind[];
  /** Phases of the erasure of a person, by name; flows/erasures/order.ts has their order. */
  erasurePhases?: Phases;
}

/**
 * When rows of an account are removed, in this order: what makes rows of other tables goes before these. Domains go last, because
 * API keys refer to them. Within a stage the order is that of the manifests.
 */
export const DELETION_STAGES = [
  'at once',
  'flows',
  'webhooks',
  'mail',
  'audiences',
  'requests',
  'access',
  'domains',
] as const;

/** The rows of an account. */
export interface AccountRows {
  /** What is at once, access and domains goes when the deletion begins, and once more in its turn. */
  stage: (typeof DELETION_STAGES)[number];
  /** In the order in which they go. */
  rows: readonly RemovedRows[];
  /** Those of the tables whose rows a worker may hold then: the deletion waits for it. */
  claimed?: readonly string[];
}

/** Dependencies of gauges. */
interface GaugeDeps {
  registry: Registry;
  database: Database;
  clock: Clock;
  log: Logger;
}
