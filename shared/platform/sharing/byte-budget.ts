// Back-pressure for large bodies: bounds the bytes of bodies that a process holds in memory at a time, and shares them
// between accounts. A request beyond its share waits, and its socket is not read during that time.
// - The oldest request of all never waits, so that it finishes and makes room.
// - An account's bodies within its share, and its oldest body of any size, may fill up to twice the budget.
// So neither the bodies of one account nor a client that sends slowly can block another account, and memory is bounded
// by twice the budget plus one body.

/** The part of the budget that one request uses. */
export interface BudgetPart {
  /** Resolves when the request may hold this many more bytes. */
  take(bytes: number): Promise<void>;
  /** Takes the bytes if the request may hold them now. @returns false: it may not, and no bytes are taken */
  tryTake(bytes: number): boolean;
  /** Returns all bytes of the request to the budget. */
  release(): void;
}

/** A budget of bytes. */
export interface ByteBudget {
  /** The bytes in use. */
  readonly used: number;
  /** @param owner id of the account whose request it is */
  open(owner: string): BudgetPart;
}

/** The part of the budget that an account may hold in addition to its oldest body. */
const SHARE = 1 / 4;
/** By what factor the budget may be exceeded. */
const EXCESS_FACTOR = 2;

interface Holder {
  owner: string;
  held: number;
  waiting: { bytes: number; goOn: () => void } | undefined;
}

/** Creates the budget of a process. */
export function createByteBudget(maxBytes: number): ByteBudget {
  /** Requests in the order in which they began. */
  const holders = new Set<Holder>();
  const used = () => sumOf(holders);
  const mayTake = (holder: Holder, bytes: number) => {
    const [oldest] = holders;
    if (holder === oldest) return true;
    const own = [...holders].filter(({ owner }) => owner === holder.owner);
    const isWithinShare = (parts: readonly Holder[]) => sumOf(parts) + bytes <= SHARE * maxBytes;
    if (holder === own[0] || isWithinShare(own)) return used() + bytes <= EXCESS_FACTOR * maxBytes;
    return used() + bytes <= maxBytes && isWithinShare(own.slice(1));
  };
  const letGoOn = () => {
    for (const holder of holders) {
      const { waiting } = holder;
      if (!waiting || !mayTake(holder, waiting.bytes)) continue;
      holder.waiting = undefined;
      holder.held += waiting.bytes;
      waiting.goOn();
    }
  };
  return {
    get used() {
      return used();
    },
    open(owner) {
      const holder: Holder = { owner, held: 0, waiting: undefined };
      holders.add(holder);
      return {
        async take(bytes) {
          // A request whose client has disconnected may still be reading its last piece.
          if (!holders.has(holder)) return;
          if (mayTake(holder, bytes)) holder.held += bytes;
          else
            await new Promise<void>((goOn) => {
              holder.waiting = { bytes, goOn };
            });
        },
        tryTake(bytes) {
          const isGranted = holders.has(holder) && mayTake(holder, bytes);
          if (isGranted) holder.held += bytes;
          return isGranted;
        },
        release() {
          holder.held = 0;
          holders.delete(holder);
          // A pending `take` of this request must no longer wait.
          holder.waiting?.goOn();
          letGoOn();
        },
      };
    },
  };
}

function sumOf(holders: Iterable<Holder>): number {
  let sum = 0;
  for (const { held } of holders) sum += held;
  return sum;
}
