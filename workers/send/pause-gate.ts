// Stops this process from sending while operators have paused all sending (shared/resources/foundation/sending/pause.ts). The
// process reads the pause from the database every two seconds; it sends nothing before the first successful read.
import { findSendingPause } from '../../shared/resources/foundation/sending/pause.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { repeat } from '../runtime/repeat.ts';

const LOOK_EVERY_MS = 2_000;

/** Open while mail may be sent. */
export interface PauseGate {
  isOpen(): boolean;
  /** Resolves after the first read, successful or not. */
  looked: Promise<void>;
  stop(): Promise<void>;
}

/** Creates the gate of a process. */
export function createPauseGate({ database, log }: Pick<WorkerDeps, 'database' | 'log'>): PauseGate {
  let state: 'unknown' | 'open' | 'paused' = 'unknown';
  let haveLooked = () => {};
  const looked = new Promise<void>((resolve) => {
    haveLooked = resolve;
  });
  const look = async () => {
    try {
      const pause = await findSendingPause(database);
      if (pause && state !== 'paused') log.warn({ reason: pause.reason }, 'all sending is paused');
      if (!pause && state === 'paused') log.info('sending continues');
      state = pause ? 'paused' : 'open';
    } finally {
      haveLooked();
    }
  };
  const looking = repeat({ name: 'pause gate', everyMs: LOOK_EVERY_MS, log, run: look });
  return { isOpen: () => state === 'open', looked, stop: () => looking.stop() };
}
