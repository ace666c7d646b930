// Cancels an import: no further row is imported, and the rows that are imported stay.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { ContactImport } from './contact-import.ts';
import { requireContactImport } from './find.ts';
import { endImport } from './running/end.ts';

/**
 * Cancels an import. One that is canceled already stays so. A chunk that is being written at this moment is rolled back.
 * @throws DomainError `not_found`; `validation_error` when it has completed or failed
 */
export async function cancelContactImport(
  { database, queues }: { database: Database; queues: QueueProducer },
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<ContactImport> {
  return await transaction(database, async (client) => {
    const canceled = await endImport(client, { id, accountId, status: 'canceled', now }, queues);
    if (canceled) return canceled;
    const ended = await requireContactImport(client, { accountId, id });
    if (ended.status === 'canceled') return ended;
    throw new DomainError('validation_error', `The import has already ended: its status is ${ended.status}.`);
  });
}
