// Verbs that suspend and resume one account (docs/architecture/suspension.md).
import { DomainError } from '../../shared/contract/domain-error.ts';
import { type Transaction, transaction } from '../../shared/platform/db/transaction.ts';
import { endSuspension, suspendAccount } from '../../shared/platform/work/suspensions/suspension.ts';
import { requireAccount } from '../../shared/resources/foundation/accounts/account.ts';
import { lockAccount } from '../../shared/resources/foundation/accounts/lock.ts';
import { isOperatorAccount } from '../../shared/resources/foundation/accounts/operator-account.ts';
import { recordAuditEvent } from '../../shared/resources/foundation/audit-events/record.ts';
import { toAccount } from '../account-output.ts';
import { readText } from '../read-words.ts';
import type { OpsDeps, Verb } from '../verb.ts';

export const suspendAccountVerb: Verb = {
  summary: 'Suspends an account: nothing of it leaves, what waits is kept, and it can only be read.',
  parameters: ['account'],
  options: { reason: { value: 'text', summary: 'the reason, which the people of the account see' } },
  audit: 'in transaction',
  run: ({ account = '', reason }, deps) =>
    changeSuspension(account, deps, async (client, accountId) => {
      if (await isOperatorAccount(client, accountId)) throw refuseOperators();
      await suspendAccount(client, {
        accountId,
        cause: 'operator',
        reason: reason === undefined ? null : readText(reason, 'reason'),
        suspendedAt: deps.act.now,
        deletesAt: null,
      });
    }),
};

export const resumeAccountVerb: Verb = {
  summary: 'Ends the suspension of an account: all that has waited goes on, once.',
  parameters: ['account'],
  options: {},
  audit: 'in transaction',
  run: ({ account = '' }, deps) =>
    changeSuspension(account, deps, async (client, accountId) => {
      if (!(await endSuspension(client, { accountId, cause: 'operator', now: deps.act.now })))
        throw refuseOther(accountId);
    }),
};

async function changeSuspension(
  account: string,
  { database, ids, act }: OpsDeps,
  change: (client: Transaction, accountId: string) => Promise<void>,
): Promise<object> {
  const { id: accountId } = await requireAccount(database, account);
  await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    await change(client, accountId);
    await recordAuditEvent(client, ids, { ...act, accountId, targetId: accountId });
  });
  return toAccount(await requireAccount(database, accountId));
}

/** The service sends its notices and sign-in links for it. */
function refuseOperators(): DomainError {
  const text =
    'This is the account of the operator, for which the service itself sends: it cannot be suspended.';
  return new DomainError('validation_error', text);
}

function refuseOther(accountId: string): DomainError {
  return new DomainError('validation_error', `No operator has suspended the account ${accountId}.`);
}
