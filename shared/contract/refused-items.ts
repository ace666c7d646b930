// The items of a permissive batch that are left out (docs/reference/batches.md#permissive-batches).
import type { DomainError } from './domain-error.ts';

/** An item of a batch that is refused. */
export interface RefusedItem {
  /** Its position in the request. */
  index: number;
  error: DomainError;
}

/** The refused items as the answer lists them. */
export function describeRefused(refused: readonly RefusedItem[]): { index: number; message: string }[] {
  return refused.map(({ index, error }) => ({ index, message: error.message }));
}
