// Verbs that change one account and print its new state.
import { type Transaction, transaction } from '../../shared/platform/db/transaction.ts';
import { decideAccessRequest } from '../../shared/resources/foundation/accounts/access-requests/decide.ts';
import { requireAccount } from '../../shared/resources/foundation/accounts/account.ts';
import { confirmAddress } from '../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { lockAccount } from '../../shared/resources/foundation/accounts/lock.ts';
import { setPlan, setProductionAccess } from '../../shared/resources/foundation/accounts/update.ts';
import { recordAuditEvent } from '../../shared/resources/foundation/audit-events/record.ts';
import { toAccount } from '../account-output.ts';
import { readAddress } from '../read-words.ts';
import type { ActOfVerb, Verb, Words } from '../verb.ts';

/** An account to change. */
interface AccountChange {
  client: Transaction;
  accountId: string;
  words: Words;
  act: ActOfVerb;
}

/**
 * A verb that changes an account. Its first parameter is the account.
 * @param change changes an account that exists, and answers what of it was changed, for the audit event
 */
export function changeAccount(
  {
    summary,
    parameters = [],
    options = {},
  }: Pick<Verb, 'summary'> & Partial<Pick<Verb, 'parameters' | 'options'>>,
  change: (order: AccountChange) => Promise<string | null>,
): Verb {
  return {
    summary,
    parameters: ['account', ...parameters],
    options,
    audit: 'in transaction',
    async run(words, { database, ids, act }) {
      const { id: accountId } = await requireAccount(database, words['account'] ?? '');
      await transaction(database, async (client) => {
        await lockAccount(client, accountId);
        const targetId = await change({ client, accountId, words, act });
        await recordAuditEvent(client, ids, { ...act, accountId, targetId });
      });
      return toAccount(await requireAccount(database, accountId));
    },
  };
}

export const setPlanVerb = changeAccount(
  { summary: 'Changes the plan of an account.', parameters: ['plan'] },
  async ({ client, accountId, words: { plan = '' } }) => {
    await setPlan(client, accountId, plan);
    return plan;
  },
);

export const grantProductionAccessVerb = changeAccount(
  {
    summary:
      'Takes an account out of the sandbox, so that it can send to any address. Grants its pending request.',
  },
  async ({ client, accountId, act: { now } }) => {
    await setProductionAccess(client, accountId, true);
    const request = await decideAccessRequest(client, { accountId, status: 'granted', now });
    return request?.id ?? null;
  },
);

export const revokeProductionAccessVerb = changeAccount(
  { summary: 'Puts an account back into the sandbox.' },
  async ({ client, accountId }) => {
    await setProductionAccess(client, accountId, false);
    return null;
  },
);

export const confirmAddressVerb = changeAccount(
  { summary: 'Allows an account in the sandbox to send to an address.', parameters: ['address'] },
  async ({ client, accountId, words: { address = '' } }) => {
    const confirmed = readAddress(address);
    await confirmAddress(client, accountId, confirmed);
    return confirmed;
  },
);
