// Counts the slots that each owner uses of a shared, limited number of slots, and their sum.

export class OwnerCounts {
  readonly #byOwner = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(owner: string): number {
    return this.#byOwner.get(owner) ?? 0;
  }

  add(owner: string): void {
    this.#total += 1;
    this.#byOwner.set(owner, this.of(owner) + 1);
  }

  /** Releases one slot of an owner. The entry of an owner without slots is deleted, so that the map stays small. */
  remove(owner: string): void {
    this.#total -= 1;
    const left = this.of(owner) - 1;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
  }
}
