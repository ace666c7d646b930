// Deletes a topic. It is announced to webhooks in the same transaction; a job removes what addresses have chosen for it.
import { notFound } from '../../../contract/domain-error.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { type FindUse, requireUnused } from '../../foundation/in-use.ts';
import { fanOutEvents } from '../../foundation/webhooks/fan-out.ts';
import { CONTACT_LOCK_WAIT_MS, orContactsBusy } from '../contact-writes/refusals.ts';
import { startRemovals } from '../removals/start.ts';
import type { ChangeTopicDeps } from './create.ts';
import { topicEvent } from './event-data.ts';
import { TOPIC_COLUMNS, type Topic } from './topic.ts';

/**
 * Deletes a topic. After the commit, the job that removes its choices is woken.
 * @throws DomainError `not_found`; `validation_error` when the filter of a segment, an enabled automation or an unfinished campaign
 *   uses it; `contacts_busy` when a write that chooses it takes long
 */
export async function deleteTopic(
  { database, queues, inUse }: ChangeTopicDeps & { inUse: readonly FindUse[] },
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<Topic> {
  const work = async (client: Transaction) => {
    await lockAccount(client, accountId);
    await requireUnused(client, inUse, accountId, { kind: 'topic', id });
    const { rows } = await client.query<Topic>({
      name: 'delete-topic',
      text: `DELETE FROM topics WHERE id = $1 AND account_id = $2 RETURNING ${TOPIC_COLUMNS}`,
      values: [id, accountId],
    });
    const [topic] = rows;
    if (!topic) throw notFound('Topic');
    await startRemovals(client, [{ id: topic.id, accountId, kind: 'topic', now }], queues);
    await fanOutEvents(client, [topicEvent('topic.deleted', topic, now)], queues);
    return topic;
  };
  return await orContactsBusy(transaction(database, work, { lockTimeoutMs: CONTACT_LOCK_WAIT_MS }));
}
