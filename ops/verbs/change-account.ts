// Verbs that change one account and print its new state.

import { requireAccount } from '../../shared/resources/accounts/account.ts';
import { confirmAddress } from '../../shared/resources/accounts/confirmed-addresses.ts';
import { setPlan, setProductionAccess } from '../../shared/resources/accounts/update.ts';
import { toAccount } from '../account-output.ts';
import { readAddress } from '../read-words.ts';
import type { OpsDeps, Verb, Words } from '../verb.ts';

/** @param change changes an account that exists */
function changeAccount(
  summary: string,
  parameters: readonly string[],
  change: (accountId: string, words: Words, deps: OpsDeps) => Promise<void>,
): Verb {
  return {
    summary,
    parameters: ['account', ...parameters],
    options: {},
    async run(words, deps) {
      const { id } = await requireAccount(deps.database, words['account'] ?? '');
      await change(id, words, deps);
      return toAccount(await requireAccount(deps.database, id));
    },
  };
}

export const setPlanVerb = changeAccount(
  'Changes the plan of an account.',
  ['plan'],
  (accountId, { plan = '' }, { database }) => setPlan(database, accountId, plan),
);

export const grantProductionAccessVerb = changeAccount(
  'Takes an account out of the sandbox: it may send to any address.',
  [],
  (accountId, _words, { database }) => setProductionAccess(database, accountId, true),
);

export const revokeProductionAccessVerb = changeAccount(
  'Puts an account back into the sandbox.',
  [],
  (accountId, _words, { database }) => setProductionAccess(database, accountId, false),
);

export const confirmAddressVerb = changeAccount(
  'Allows an account in the sandbox to send to an address.',
  ['address'],
  (accountId, { address = '' }, { database }) => confirmAddress(database, accountId, readAddress(address)),
);
