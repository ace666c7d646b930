// Verbs that delete an account, and take that back (docs/operations.md#deleting-an-account).
import type { AccountDeletion } from '../../shared/resources/flows/account-deletions/deletion.ts';
import {
  keepAccount,
  requestDeletionAsOperator,
} from '../../shared/resources/flows/account-deletions/request.ts';
import { requireAccount } from '../../shared/resources/foundation/accounts/account.ts';
import { toAccount } from '../account-output.ts';
import { UsageError, type Verb } from '../verb.ts';

export const deleteAccountVerb: Verb = {
  summary:
    'Deletes an account and everything in it after 7 days. Until then it is suspended, and keep-account cancels the deletion.',
  parameters: ['account'],
  options: {
    confirm: {
      value: 'name',
      summary: 'the exact name of the account, as list-accounts shows it',
      isRequired: true,
    },
    now: { summary: 'delete immediately; this cannot be undone' },
  },
  audit: 'in transaction',
  async run({ account = '', confirm, now }, { database, ids, act }) {
    const { id: accountId, name } = await requireAccount(database, account);
    if (confirm !== name)
      throw new UsageError(`--confirm must be the name of the account, "${name}"; it is "${confirm}".`);
    const isNow = now !== undefined;
    const deletion = await requestDeletionAsOperator({ database, ids }, { ...act, accountId }, { isNow });
    return toDeletion(deletion, name);
  },
};

export const keepAccountVerb: Verb = {
  summary: 'Cancels the deletion of an account before it begins. A suspension by an operator remains.',
  parameters: ['account'],
  options: {},
  audit: 'in transaction',
  async run({ account = '' }, { database, ids, act }) {
    const { id: accountId } = await requireAccount(database, account);
    await keepAccount({ database, ids }, { ...act, accountId });
    return toAccount(await requireAccount(database, accountId));
  },
};

function toDeletion({ accountId, requestedAt, startsAt, phase }: AccountDeletion, name: string) {
  return {
    object: 'account_deletion',
    account_id: accountId,
    name,
    phase,
    requested_at: requestedAt,
    deletes_at: startsAt,
  };
}
