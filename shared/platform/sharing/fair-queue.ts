// A queue in which owners take turns (round-robin): whoever has put a thousand items into it holds nobody up who puts in
// one. Among the items of one owner it is first in, first out. Accounts share a process's scarce places by it.

/** Items that wait. */
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
   * Takes the next item, in the order of turns, that may be taken now.
   * @param mayTake asked about the first item of each owner
   */
  take(mayTake: (item: Item, owner: string) => boolean = () => true): Item | undefined {
    for (const [owner, items] of this.#byOwner) {
      const [item] = items;
      if (item === undefined || !mayTake(item, owner)) continue;
      items.shift();
      this.#size -= 1;
      this.#byOwner.delete(owner);
      // Behind all others.
      if (items.length > 0) this.#byOwner.set(owner, items);
      return item;
    }
    return undefined;
  }

  /** Takes all items. */
  clear(): Item[] {
    const items = [...this.#byOwner.values()].flat();
    this.#byOwner.clear();
    this.#size = 0;
    return items;
  }
}
