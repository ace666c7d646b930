// A work source: a table of work and the queue that wakes its workers. Tick and sweeper serve all sources.

import type { QueueDefinition } from '../../shared/platform/queues/definition.ts';
import type { WorkTable } from '../../shared/platform/work/work-table.ts';
import type { Metrics } from '../../shared/resources/service-metrics.ts';

/** One kind of work. */
export interface WorkSource {
  readonly table: WorkTable;
  readonly queue: QueueDefinition;
  /** Most rows that a tick wakes, a multiple of 1,000; 20,000 by default. */
  readonly duePerTick?: number;
  /** Counts reclaimed rows of dead workers whose work may be done without a record of it (possible duplicates). */
  onReclaimed?(metrics: Metrics, count: number): void;
}
