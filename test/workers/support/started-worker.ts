// A worker of some queues in this process, with a configuration that a test may change.
import { expect } from 'chai';
import { type Config, loadConfig } from '../../../shared/platform/config/config.ts';
import type { WorkKind } from '../../../shared/platform/work/define-work.ts';
import type { OpenHandler, RegistryEntry, WorkerDeps } from '../../../workers/runtime/job.ts';
import { startWorkers } from '../../../workers/start.ts';
import { TEST_SECRET_KEY } from '../../support/factories/dkim-key.ts';

/** A running worker. */
export interface StartedWorker {
  readonly deps: WorkerDeps;
  /** Stops it as SIGTERM does. */
  stop(): Promise<void>;
}

/** An entry of the registry, without the others. */
export function entryOf(kind: WorkKind, open: OpenHandler): RegistryEntry {
  return { ...kind, open: (deps) => open(deps, kind) };
}

/** Starts a worker. @param schedules true: it ticks and sweeps in real time */
export function startWorker(
  deps: WorkerDeps,
  entries: readonly RegistryEntry[],
  schedules = false,
): StartedWorker {
  const onStuck = () => expect.fail('The worker is stuck.');
  const workers = startWorkers({ deps, kinds: entries, entries, schedules, onStuck });
  const stop = once(async () => {
    await workers.stop();
    await deps.queues.close();
    await deps.database.end();
  });
  return { deps, stop };
}

/** The configuration of a worker. */
export function workerConfig(databaseUrl: string, environment: Record<string, string> = {}): Config {
  return loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    SECRET_KEY: TEST_SECRET_KEY,
    ...environment,
  });
}

/** Does something at the first call; further calls wait for the same end. */
export function once(work: () => Promise<unknown>): () => Promise<void> {
  let done: Promise<unknown> | undefined;
  return async () => {
    done ??= work();
    await done;
  };
}
