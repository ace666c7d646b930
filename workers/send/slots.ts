// Semaphore for messages: bounds how many a process holds at a time, waiting for a connection, on the wire or waiting
// for their outcome to be written. A job reserves places before it claims rows (back-pressure), so that a slow
// destination fills only this semaphore (docs/architecture/guarantees.md#fairness). The queues of a sender take turns, so
// that an account's first mails do not wait until all that is in turn has its places.
import { FairQueue } from '../../shared/platform/sharing/fair-queue.ts';

/** Places that are reserved but not all used yet. */
export interface ReservedSlots {
  /** Number of reserved places. */
  readonly count: number;
  /** Uses one place until the promise settles. */
  use(work: Promise<void>): void;
  /** Releases the places that were not used. */
  end(): void;
}

/** The places of a process. */
export interface SendSlots {
  /**
   * Waits until `atMost` places, or a quarter of all, are free; then reserves as many of `atMost` as are free.
   * @param queue jobs of one queue are let in in their order
   */
  reserve(atMost: number, queue?: string): Promise<ReservedSlots>;
  /** Resolves when every place is free: none is in use, and none is reserved. */
  empty(): Promise<void>;
}

/**
 * A job that wants more than this part of all slots does not wait for more: waiting for a whole batch would leave
 * connections idle (batches are delivered a tenth slower), and claiming in smaller parts costs more.
 */
const FAIR_PART = 1 / 4;

/** Creates the semaphore of a process. */
export function createSendSlots(slots: number): SendSlots {
  const waiting = new FairQueue<{ atMost: number; letIn: (count: number) => void }>();
  const enough = Math.ceil(slots * FAIR_PART);
  const onEmpty: (() => void)[] = [];
  let free = slots;
  /** The queue whose turn it is is not passed over: small jobs of another one would keep a large one waiting for ever. */
  const selectNext = () => {
    let isNext = true;
    return waiting.take(({ atMost }) => {
      const mayEnter = isNext && Math.min(atMost, enough) <= free;
      isNext = false;
      return mayEnter;
    });
  };
  const release = (count: number) => {
    free += count;
    for (let next = selectNext(); next; next = selectNext()) {
      const count = Math.min(next.atMost, free);
      free -= count;
      next.letIn(count);
    }
    if (free === slots) for (const resolve of onEmpty.splice(0)) resolve();
  };
  const createReservedSlots = (count: number): ReservedSlots => {
    let unused = count;
    return {
      count,
      use(work) {
        unused -= 1;
        void work.finally(() => release(1));
      },
      end() {
        release(unused);
        unused = 0;
      },
    };
  };
  return {
    async reserve(atMost, queue = '') {
      const count = await new Promise<number>((letIn) => {
        waiting.push(queue, { atMost, letIn });
        release(0);
      });
      return createReservedSlots(count);
    },
    empty: () =>
      new Promise((resolve) => {
        onEmpty.push(resolve);
        release(0);
      }),
  };
}
