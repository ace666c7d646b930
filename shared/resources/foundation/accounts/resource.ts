// The manifest of accounts (foundation/manifest.ts).
import { versionOf } from '../change-mark.ts';
import type { Manifest } from '../manifest.ts';
import { ownedRows } from '../owned-rows.ts';

export const accountsManifest = {
  deletion: {
    stage: 'requests',
    rows: [ownedRows('account_access_requests'), ownedRows('confirmed_addresses')],
  },
  staying: {
    accounts: 'the last row that goes, with its suspension',
    account_suspensions: 'goes with the account: until then it keeps the workers away',
    account_resumptions: 'goes with the account',
    plans: 'are of the operator',
  },
  changeMarks: [
    // What changes without the people of the account: reputation, access and plan.
    {
      names: ['account'],
      value: (account) => versionOf(`SELECT xmin FROM accounts WHERE id = ${account}`),
    },
    // Sessions show it too.
    {
      names: ['account', 'auth'],
      value: (account) => versionOf(`SELECT xmin FROM account_suspensions WHERE account_id = ${account}`),
    },
  ],
} satisfies Manifest;
