// A table of work and the queue that wakes its workers: what tick and sweeper look after.

import type { QueueDefinition } from '../../shared/platform/queues/definition.ts';
import type { WorkTable } from '../../shared/platform/work/work-table.ts';
import type { Metrics } from '../../shared/resources/service-metrics.ts';

/** One kind of work. */
export interface WorkSource {
  readonly table: WorkTable;
  readonly queue: QueueDefinition;
  /** Counts rows of dead workers that may be done although nobody wrote it down. */
  onReclaimed?(metrics: Metrics, count: number): void;
}
