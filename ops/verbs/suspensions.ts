// Verbs that suspend and resume one account (docs/architecture/suspension.md).
import { DomainError } from '../../shared/contract/domain-error.ts';
import { endSuspension, suspendAccount } from '../../shared/platform/work/suspensions/suspension.ts';
import { isOperatorAccount } from '../../shared/resources/foundation/accounts/operator-account.ts';
import { readText } from '../read-words.ts';
import { changeAccount } from './change-account.ts';

export const suspendAccountVerb = changeAccount(
  {
    summary: 'Suspends an account. It can only be read, nothing is sent, and pending work is kept.',
    options: { reason: { value: 'text', summary: 'the reason, shown to the members of the account' } },
  },
  async ({ client, accountId, words: { reason }, act: { now } }) => {
    if (await isOperatorAccount(client, accountId)) throw refuseOperators();
    await suspendAccount(client, {
      accountId,
      cause: 'operator',
      reason: reason === undefined ? null : readText(reason, 'reason'),
      suspendedAt: now,
      deletesAt: null,
    });
    return accountId;
  },
);

export const resumeAccountVerb = changeAccount(
  { summary: 'Ends the suspension of an account. Pending work continues.' },
  async ({ client, accountId, act: { now } }) => {
    if (!(await endSuspension(client, { accountId, cause: 'operator', now }))) throw refuseOther(accountId);
    return accountId;
  },
);

/** The service sends its notices and sign-in links for it. */
function refuseOperators(): DomainError {
  const text =
    'This account belongs to the operator and sends the mail of the service. It cannot be suspended.';
  return new DomainError('validation_error', text);
}

function refuseOther(accountId: string): DomainError {
  return new DomainError('validation_error', `No operator has suspended the account ${accountId}.`);
}
