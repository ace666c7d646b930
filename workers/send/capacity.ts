// Bounds the messages that a process holds at one time: waiting for a connection, on the wire, or waiting for their
// outcome to be written. Whoever claims more work reserves places first, so a slow destination fills this and
// nothing else (design rule 10).

/** Places that were reserved and are not all used yet. */
export interface Reservation {
  /** Uses a place until the work settles. */
  use(work: Promise<void>): void;
  /** Gives back the places that were not used. */
  end(): void;
}

/** Places for messages. */
export interface Capacity {
  readonly places: number;
  /** Resolves when `count` places are free, which are then reserved. */
  reserve(count: number): Promise<Reservation>;
  /** Resolves when every place is free: none in use, and none reserved in which work may still begin. */
  empty(): Promise<void>;
}

/** Creates the places of a process. */
export function createCapacity(places: number): Capacity {
  const waiting: { count: number; letIn: () => void }[] = [];
  const onEmpty: (() => void)[] = [];
  let free = places;
  const giveBack = (count: number) => {
    free += count;
    while (waiting[0] && waiting[0].count <= free) {
      free -= waiting[0].count;
      waiting.shift()?.letIn();
    }
    if (free === places) for (const resolve of onEmpty.splice(0)) resolve();
  };
  const createReservation = (count: number): Reservation => {
    let unused = count;
    return {
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
    places,
    async reserve(count) {
      await new Promise<void>((letIn) => {
        waiting.push({ count, letIn });
        giveBack(0);
      });
      return createReservation(count);
    },
    empty: () =>
      new Promise((resolve) => {
        onEmpty.push(resolve);
        giveBack(0);
      }),
  };
}
