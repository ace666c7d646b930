// The rows that a deletion of an account removes (docs/architecture/account-deletion.md). Those of each resource are in its manifest;
// the process hands down all of them, in order (../../account-tables.ts).
import type { RemovedRows } from '../../../platform/removal/removed-rows.ts';
import { ownedRows } from '../../foundation/owned-rows.ts';

/** What the manifests say of the rows of an account. */
export interface AccountTables {
  /** What goes when the deletion begins. */
  atOnce: readonly RemovedRows[];
  /** All rows, in order. */
  inOrder: readonly RemovedRows[];
  /** Tables whose rows workers claim: the deletion begins to remove them when no claim of one is left. */
  claimed: readonly string[];
}

/** Members, after which people who are members of no other account go too. */
export const MEMBERS = ownedRows('members');

/** The rows of a person, found by the person. */
export const OF_PERSON: readonly RemovedRows[] = [
  { table: 'sessions', column: 'person_id', key: [] },
  { table: 'sign_in_challenges', column: 'person_id', key: [] },
  { table: 'invitations', column: 'invited_by', key: [] },
];
