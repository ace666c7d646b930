// Fair queue (round robin over owners): items of different owners are taken in turn, so that an owner with a thousand
// items does not delay an owner with one. The items of one owner are first in, first out. It shares the limited slots
// of a process among accounts (docs/architecture/guarantees.md#fairness).

/** A fair queue of waiting items. */
export class FairQueue<Item> {
  /** The owner whose turn is next comes first. */
  readonly #byOwner = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many items of this owner wait. */
  sizeOf(owner: string): number {
    return this.#byOwner.get(owner)?.length ?? 0;
  }

  push(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner);
    if (items) items.push(item);
    else this.#byOwner.set(owner, [item]);
    this.#size += 1;
  }

  /**
   * Removes and returns the next item, in round-robin order; undefined when there is none.
   * @param mayTake called with the first item of each owner; an owner whose first item may not be taken is skipped
   */
  take(mayTake: (item: Item, owner: string) => boolean = () => true): Item | undefined {
    for (const [owner, items] of this.#byOwner) {
      const [item] = items;
      if (item === undefined || !mayTake(item, owner)) continue;
      items.shift();
      this.#size -= 1;
      this.#byOwner.delete(owner);
      // The owner moves to the end of the round.
      if (items.length > 0) this.#byOwner.set(owner, items);
      return item;
    }
    return undefined;
  }

  /** Removes and returns all items. */
  clear(): Item[] {
    const items = [...this.#byOwner.values()].flat();
    this.#byOwner.clear();
    this.#size = 0;
    return items;
  }
}
