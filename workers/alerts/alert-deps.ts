// What a run of alerts has: the dependencies of its worker, one time for all, and what breaks it off.
import type { WorkerDeps } from '../runtime/job.ts';

export interface AlertDeps extends WorkerDeps {
  /** When it began, by the database's clock: times of several machines are compared, whose clocks may differ. */
  now: Date;
  signal: AbortSignal;
}
