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
  /** Resolves when every place is free. */
  empty(): Promise<void>;
}

/** Creates the places of a process. */
export function createCapacity(places: number): Capacity {
  const works = new Set<Promise<void>>();
  const waiting: { count: number; letIn: () => void }[] = [];
  let free = places;
  const giveBack = (count: number) => {
    free += count;
    while (waiting[0] && waiting[0].count <= free) {
      free -= waiting[0].count;
      waiting.shift()?.letIn();
    }
  };
  const createReservation = (count: number): Reservation => {
    let unused = count;
    return {
      use(work) {
        unused -= 1;
        const settled = work.finally(() => {
          works.delete(settled);
          giveBack(1);
        });
        works.add(settled);
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
    async empty() {
      while (works.size > 0) await Promise.all(works);
    },
  };
}
