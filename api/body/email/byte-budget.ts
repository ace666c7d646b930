// Bounds the bytes of large bodies that a process holds at one time, and shares them between accounts. A request that
// would exceed its share waits, and its socket is not read meanwhile. What an account holds within its share, and its
// oldest body whatever its size, may go beyond the budget where others fill it, up to twice as far; the oldest of all
// never waits, so that it ends and the others go on. So neither one account's bodies nor a client that hardly writes keep
// another account waiting, and what is held is bounded by twice the budget and one body.

/** One request's part of it. */
export interface BudgetPart {
  /** Resolves when so many bytes more may be held. */
  take(bytes: number): Promise<void>;
  /** Gives everything back. */
  release(): void;
}

/** Bytes to share. */
export interface ByteBudget {
  /** @param owner whose bytes they are, an account's id */
  open(owner: string): BudgetPart;
}

/** What an account may hold beside its oldest body. */
const SHARE = 1 / 4;
/** How far the budget may be exceeded. */
const EXCESS_FACTOR = 2;

interface Holder {
  owner: string;
  held: number;
  waiting: { bytes: number; goOn: () => void } | undefined;
}

/** Creates the budget of a process. */
export function createByteBudget(maxBytes: number): ByteBudget {
  /** In the order in which they began. */
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
    open(owner) {
      const holder: Holder = { owner, held: 0, waiting: undefined };
      holders.add(holder);
      return {
        async take(bytes) {
          // A request that has gone may still be reading its last piece.
          if (!holders.has(holder)) return;
          if (mayTake(holder, bytes)) holder.held += bytes;
          else
            await new Promise<void>((goOn) => {
              holder.waiting = { bytes, goOn };
            });
        },
        release() {
          holder.held = 0;
          holders.delete(holder);
          // Whoever still waits there has nothing to wait for any more.
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
