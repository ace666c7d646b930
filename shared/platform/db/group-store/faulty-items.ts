// The error by which a write of a group reports which items are at fault, so that the others are stored at once instead of
// one by one (group-store.ts).

/** Thrown by the write of a group that knows which of its items are at fault. The transaction is not committed. */
export class FaultyItemsError<Item = unknown> extends Error {
  override readonly name = 'FaultyItemsError';
  /** Item → its outcome. Items of the group that are not in it are stored together again. */
  readonly faults: ReadonlyMap<Item, unknown>;

  /** @param faults at least one item of the group, as it was given to the write */
  constructor(faults: ReadonlyMap<Item, unknown>) {
    super('Some items of a group are at fault.', { cause: faults.values().next().value });
    this.faults = faults;
  }
}
