// Bounds the messages that a process holds at one time: waiting for a connection, on the wire, or waiting for their
// outcome to be written. Whoever claims more work reserves places first, so a slow destination fills this and
// nothing else (design rule 10).

/** Places that were reserved and are not all used yet. */
export interface ReservedPlaces {
  /** How many they are. */
  readonly count: number;
  /** Uses a place until the work settles. */
  use(work: Promise<void>): void;
  /** Gives back the places that were not used. */
  end(): void;
}

/** Places for messages. */
export interface Capacity {
  /** Resolves when so many places are free or a fair part of all, and reserves as many of them as are free then. */
  reserve(atMost: number): Promise<ReservedPlaces>;
  /** Resolves when every place is free: none in use, and none reserved in which work may still begin. */
  empty(): Promise<void>;
}

/**
 * Whoever wants more places than this part of all does not wait for more: waiting for a whole batch leaves the
 * connections idle meanwhile (batches are delivered a tenth slower), and what is claimed in smaller parts costs more.
 */
const FAIR_PART = 1 / 4;

/** Creates the places of a process. */
export function createCapacity(places: number): Capacity {
  const waiting: { atMost: number; letIn: (count: number) => void }[] = [];
  const enough = Math.ceil(places * FAIR_PART);
  const onEmpty: (() => void)[] = [];
  let free = places;
  const giveBack = (count: number) => {
    free += count;
    while (waiting[0] && Math.min(waiting[0].atMost, enough) <= free) {
      const count = Math.min(waiting[0].atMost, free);
      free -= count;
      waiting.shift()?.letIn(count);
    }
    if (free === places) for (const resolve of onEmpty.splice(0)) resolve();
  };
  const createReservedPlaces = (count: number): ReservedPlaces => {
    let unused = count;
    return {
      count,
      use(work) {
        unused -= 1;
        void work.finally(() => giveBack(1));
      },
      end() {
        giveBack(unused);
        unused = 0;
      },
    };
  };
  return {
    async reserve(atMost) {
      const count = await new Promise<number>((letIn) => {
        waiting.push({ atMost, letIn });
        giveBack(0);
      });
      return createReservedPlaces(count);
    },
    empty: () =>
      new Promise((resolve) => {
        onEmpty.push(resolve);
        giveBack(0);
      }),
  };
}
