// Removes a provider that nothing names any more. Its caller makes sure that no mail waits for it
// (shared/resources/messaging/providers/remove.ts).
import { DomainError } from '../../../contract/domain-error.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { requireLocked } from './change.ts';
import { DEFAULT_PROVIDER } from './provider.ts';

/**
 * Locks a provider: from here to the end of the transaction it cannot be named.
 * @throws DomainError `not_found`, or `validation_error` when it is the default one or is named
 */
export async function lockUnusedProvider(client: Transaction, name: string): Promise<void> {
  if (name === DEFAULT_PROVIDER)
    throw new DomainError('validation_error', 'The default provider is SMTP_URL and cannot be removed.');
  await requireLocked(client, name);
  const { rows } = await client.query<{ isChosen: boolean; failoverOf: string | null }>(
    `SELECT EXISTS (SELECT FROM provider_choices WHERE provider = $1) AS "isChosen",
            (SELECT min(name) FROM providers WHERE failover = $1) AS "failoverOf"`,
    [name],
  );
  const { isChosen, failoverOf } = rows[0] ?? {};
  if (isChosen)
    throw new DomainError(
      'validation_error',
      `${name} is chosen for mail (see list-providers). Undo that with set-provider first.`,
    );
  if (failoverOf)
    throw new DomainError(
      'validation_error',
      `${name} is the failover of ${failoverOf}. Run change-provider ${failoverOf} --failover none first.`,
    );
}

export async function deleteProvider(client: Transaction, name: string): Promise<void> {
  await client.query('DELETE FROM providers WHERE name = $1', [name]);
}
