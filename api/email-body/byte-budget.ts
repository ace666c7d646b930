// Bounds the bytes of large bodies that a process holds at one time. A request that would exceed it waits, and its
// socket is not read meanwhile. The one that began first never waits, so that it ends and the others go on: the
// bound may be exceeded by one body.

/** One request's part of it. */
export interface BudgetPart {
  /** Resolves when so many bytes more may be held. */
  take(bytes: number): Promise<void>;
  /** Gives everything back. */
  release(): void;
}

/** Bytes to share. */
export interface ByteBudget {
  open(): BudgetPart;
}

interface Holder {
  held: number;
  waiting: { bytes: number; goOn: () => void } | undefined;
}

/** Creates the budget of a process. */
export function createByteBudget(maxBytes: number): ByteBudget {
  /** In the order in which they began. */
  const holders = new Set<Holder>();
  let used = 0;
  const mayTake = (holder: Holder, bytes: number) => {
    const [first] = holders;
    return used + bytes <= maxBytes || holder === first;
  };
  const grant = (holder: Holder, bytes: number) => {
    used += bytes;
    holder.held += bytes;
  };
  const letGoOn = () => {
    for (const holder of holders) {
      const { waiting } = holder;
      if (!waiting || !mayTake(holder, waiting.bytes)) continue;
      holder.waiting = undefined;
      grant(holder, waiting.bytes);
      waiting.goOn();
    }
  };
  return {
    open() {
      const holder: Holder = { held: 0, waiting: undefined };
      holders.add(holder);
      return {
        async take(bytes) {
          // A request that has gone may still be reading its last piece.
          if (!holders.has(holder)) return;
          if (mayTake(holder, bytes)) grant(holder, bytes);
          else
            await new Promise<void>((goOn) => {
              holder.waiting = { bytes, goOn };
            });
        },
        release() {
          used -= holder.held;
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
