// The entries of a page whose details are read.
import type { KnownAddress } from '../find-person.ts';

/** Entries of one kind. */
export interface WantedEntries extends KnownAddress {
  /** The contacts with the address. */
  contactIds: readonly string[];
  ids: readonly string[];
}
