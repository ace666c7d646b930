// How many places each owner has of those that owners share, and how many are taken in all.

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

  /** Takes one of an owner's back; who has none left is forgotten. */
  remove(owner: string): void {
    this.#total -= 1;
    const left = this.of(owner) - 1;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
  }
}
