// Tells a queue which rows to look at, without ever making the caller wait. A job costs 2 to 3 ms of CPU on
// Postgres, so jobs are few: the first wake-up goes out at once, later ones at most every 25 ms or 100 ids. A
// server that is away or frozen trips a breaker, and wake-ups are dropped while it is open: the rows stay, and
// the sweeper wakes them (design §2, rule 9).

/** Time in which wake-ups gather into one job. */
const GATHER_MS = 25;
/** Most ids in one job. */
const MAX_IDS = 100;
/** Commands on their way at one time; while there are so many, ids go on gathering. */
const MAX_IN_FLIGHT = 8;
/** Ids that may gather behind a slow server; then they are dropped. */
const MAX_GATHERED = 10_000;
/** How long the breaker stays open after a failure. */
const BREAKER_OPEN_MS = 1_000;

/** What became of a wake-up. */
export type WakeOutcome = 'sent' | 'failed' | 'dropped';

/** What a waker is given. */
export interface WakerOptions {
  /** Adds one job for each list of ids, in one command. */
  send(jobs: string[][]): Promise<unknown>;
  /** Hears of every id once; `error` comes with `failed`. */
  onOutcome(outcome: WakeOutcome, ids: number, error?: unknown): void;
}

/** Wakes one queue. */
export interface Waker {
  /** Returns at once. Ids that are told twice within one gathering are told once. */
  wake(ids: readonly string[]): void;
  /** Sends what has gathered and waits for what is on its way. */
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
    if (isFull && !isOpen && gathered.size <= MAX_GATHERED) return;
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
