// Sends wake-ups to one queue, batched (debounced) and with a circuit breaker, without ever making the caller wait. A
// job costs 2 to 3 ms of CPU on Postgres, so there must be few of them: the first wake-up is sent at once, later ones
// at most once per 25 ms or per 100 ids. A server that is unavailable or frozen opens the circuit breaker, and wake-ups are
// dropped while it is open: the rows stay, and the sweeper wakes them (docs/architecture/queues.md#waking).

/** The time in which ids are collected into one job. */
const GATHER_MS = 25;
/** Most ids in one job. */
const MAX_IDS = 100;
/** Most commands that run at the same time; while there are this many, ids are collected further. */
const MAX_IN_FLIGHT = 8;
/** Most ids that are collected while the server is slow; beyond it they are dropped. */
const MAX_WAITING = 10_000;
/** How long the circuit breaker stays open after a failure. */
const BREAKER_OPEN_MS = 1_000;

/** The outcome of a wake-up. */
export type WakeOutcome = 'sent' | 'failed' | 'dropped';

/** Options of a waker. */
export interface WakerOptions {
  /** Adds one job for each list of ids, in one command. */
  send(jobs: string[][]): Promise<unknown>;
  /** Called with the number of ids once their outcome is known; `error` is set when it is `failed`. */
  onOutcome(outcome: WakeOutcome, ids: number, error?: unknown): void;
}

/** Sends the wake-ups of one queue. */
export interface Waker {
  /** Returns at once. An id that is given twice before it is sent is sent once. */
  wake(ids: readonly string[]): void;
  /** Sends the ids that are collected and waits for all commands that run. */
  drain(): Promise<void>;
}

function chunk(ids: string[]): string[][] {
  const jobs = Math.ceil(ids.length / MAX_IDS);
  return Array.from({ length: jobs }, (_, index) => ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS));
}

/** Creates the waker of a queue. */
export function createWaker({ send, onOutcome }: WakerOptions): Waker {
  const gathered = new Set<string>();
  const inFlight = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let openUntil = 0;

  const sendGathered = () => {
    if (gathered.size === 0) return;
    const isOpen = performance.now() < openUntil;
    const isFull = inFlight.size >= MAX_IN_FLIGHT;
    if (isFull && !isOpen && gathered.size <= MAX_WAITING) return;
    const ids = [...gathered];
    gathered.clear();
    if (isOpen || isFull) {
      onOutcome('dropped', ids.length);
      return;
    }
    const sending = send(chunk(ids))
      .then(
        () => onOutcome('sent', ids.length),
        (error: unknown) => {
          openUntil = performance.now() + BREAKER_OPEN_MS;
          onOutcome('failed', ids.length, error);
        },
      )
      .finally(() => {
        inFlight.delete(sending);
        if (inFlight.size === MAX_IN_FLIGHT - 1) sendGathered();
      });
    inFlight.add(sending);
  };

  const gather = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (gathered.size === 0) return;
      sendGathered();
      gather();
    }, GATHER_MS);
  };

  return {
    wake(ids) {
      if (ids.length === 0) return;
      for (const id of ids) gathered.add(id);
      if (timer && gathered.size < MAX_IDS) return;
      clearTimeout(timer);
      sendGathered();
      gather();
    },
    async drain() {
      clearTimeout(timer);
      timer = undefined;
      sendGathered();
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
