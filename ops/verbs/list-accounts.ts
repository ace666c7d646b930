// Lists all accounts.
import { listAccounts } from '../../shared/resources/foundation/accounts/account.ts';
import { toAccount } from '../account-output.ts';
import type { Verb } from '../verb.ts';

export const listAccountsVerb: Verb = {
  summary: 'Lists the accounts, oldest first.',
  parameters: [],
  options: {},
  audit: 'none',
  async run(_words, { database }) {
    const accounts = await listAccounts(database);
    return { object: 'list', data: accounts.map(toAccount) };
  },
};
