// Removes a provider for which no mail waits, and by which none is tried again.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { deleteProvider, lockUnusedProvider } from '../../foundation/providers/remove.ts';
import { destinationOfProvider, keyOfDestination } from '../destinations/destination.ts';

/**
 * Mail that a worker gives it in this very moment is not lost: without its provider it takes the next choice.
 * @throws DomainError `not_found`, or `validation_error` while it is in use
 */
export async function removeProvider(database: Database, name: string): Promise<void> {
  await transaction(database, async (client) => {
    await lockUnusedProvider(client, name);
    const { rows } = await client.query<{ waits: boolean; isRetried: boolean }>(
      `SELECT EXISTS (SELECT FROM email_recipients WHERE destination = $2 AND next_attempt_at IS NOT NULL) AS waits,
              EXISTS (SELECT FROM email_recipients WHERE provider = $1 AND next_attempt_at IS NOT NULL) AS "isRetried"`,
      [name, keyOfDestination(destinationOfProvider(name))],
    );
    const { waits, isRetried } = rows[0] ?? {};
    if (waits || isRetried)
      throw new DomainError(
        'validation_error',
        `${name} still has mail ${waits ? 'that waits for it' : 'that it will retry'}. Remove it when that mail has left, or pause it so that other providers take over.`,
      );
    await deleteProvider(client, name);
  });
}
