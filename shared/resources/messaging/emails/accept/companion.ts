// Rows of another resource that are written in the transaction that stores the emails of a submission, for example the
// step of an automation's run that sends them: either both exist or neither does. A companion may report that its claim
// was lost (its fencing token is no longer that of its row); then nothing of its submission is stored.
import type { DomainError } from '../../../../contract/domain-error.ts';
import type { RefusedItem } from '../../../../contract/refused-items.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** How the companions of one kind are written. */
export interface CompanionKind<Item> {
  /**
   * Writes the companions of a group. All statements must be issued before the first `await`: they are then executed
   * before the emails are inserted, as the lock order demands (docs/architecture/guarantees.md#lock-order), and rows of
   * one table must be locked in the order of their keys. It may run again after a rollback.
   * @param refused for each item, the emails that its submission leaves out, as a permissive batch may
   * @returns one answer per item, in their order. False: its claim was lost; an error: why nothing of its submission is
   *   stored
   */
  write(
    client: Transaction,
    items: readonly Item[],
    refused: readonly (readonly RefusedItem[])[],
  ): Promise<readonly (boolean | DomainError)[]>;
}

/** Rows that are written together with a submission. `companionOf` makes it. */
export interface Companion {
  kind: CompanionKind<unknown>;
  item: unknown;
}

/** The companion of a submission. Companions of one kind must have the same `kind` object. */
export function companionOf<Item>(kind: CompanionKind<Item>, item: Item): Companion {
  return { kind, item };
}

/** A submission fails with it when the claim of its companion was lost: another process has the row, or it was removed. */
export class CompanionLostError extends Error {
  override readonly name = 'CompanionLostError';
}
