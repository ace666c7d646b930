// Every table that has rows of an account, in the order in which a deletion removes them, and every table from which it removes
// none, with the reason: from the manifests. A test compares both with the catalogue of the database.
import type { AccountTables } from './flows/account-deletions/tables.ts';
import { type AccountRows, DELETION_STAGES } from './foundation/manifest.ts';
import { MANIFESTS } from './resources.ts';

const rowsOf = (stage: AccountRows['stage']) =>
  MANIFESTS.flatMap(({ deletion }) => (deletion?.stage === stage ? deletion.rows : []));

export const ACCOUNT_TABLES: AccountTables = {
  atOnce: [...rowsOf('at once'), ...rowsOf('access'), ...rowsOf('domains')],
  inOrder: DELETION_STAGES.flatMap(rowsOf),
  claimed: MANIFESTS.flatMap(({ deletion }) => deletion?.claimed ?? []),
};

export const STAYING_TABLES: Readonly<Record<string, string>> = Object.assign(
  {},
  ...MANIFESTS.map(({ staying }) => staying),
);
