// Back-pressure with fair shares: bounds how many items, and how many bytes, may wait for a write of a group commit.
// When several owners share the bounds, one owner may fill at most three quarters of them, and an owner that has
// nothing waiting may exceed them, up to twice the bounds. So no owner is refused because of the items of another one.

/** Bounds by count and by bytes. */
export interface WaitingLimits {
  maxCount: number;
  maxBytes: number;
  /** True when several owners share the bounds. */
  isShared: boolean;
}

interface Amount {
  count: number;
  bytes: number;
}

const OWNER_SHARE = 3 / 4;
const NEWCOMER_FACTOR = 2;

export class WaitingBounds {
  readonly #limits: WaitingLimits;
  readonly #all: Amount = { count: 0, bytes: 0 };
  readonly #byOwner = new Map<string, Amount>();

  constructor(limits: WaitingLimits) {
    this.#limits = limits;
  }

  /** The sum of the counts of all waiting items. */
  get count(): number {
    return this.#all.count;
  }

  /** Whether an item of this size may be added. The first item of an owner may be larger than the owner's share. */
  mayAdd(owner: string, bytes: number): boolean {
    const { maxCount, maxBytes, isShared } = this.#limits;
    const isWithin = ({ count, bytes: held }: Amount, part: number) =>
      count < part * maxCount && held + bytes <= part * maxBytes;
    const own = this.#byOwner.get(owner);
    if (!isShared) return isWithin(this.#all, 1);
    return own ? isWithin(this.#all, 1) && isWithin(own, OWNER_SHARE) : isWithin(this.#all, NEWCOMER_FACTOR);
  }

  add(owner: string, { count, bytes }: Amount): void {
    this.#all.count += count;
    this.#all.bytes += bytes;
    if (!this.#limits.isShared) return;
    const own = this.#byOwner.get(owner) ?? { count: 0, bytes: 0 };
    this.#byOwner.set(owner, { count: own.count + count, bytes: own.bytes + bytes });
  }

  remove(owner: string, { count, bytes }: Amount): void {
    this.#all.count -= count;
    this.#all.bytes -= bytes;
    const own = this.#byOwner.get(owner);
    if (!own) return;
    if (own.count > count) this.#byOwner.set(owner, { count: own.count - count, bytes: own.bytes - bytes });
    else this.#byOwner.delete(owner);
  }
}
