// Creates a topic, up to TOPICS_MAX per account: a preference page shows them all. It is announced to webhooks in the
// same transaction.
import { DomainError } from '../../../contract/domain-error.ts';
import { TOPICS_MAX } from '../../../contract/limits.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { fanOutEvents } from '../../foundation/webhooks/fan-out.ts';
import { topicEvent } from './event-data.ts';
import { requireFreeTopicName } from './free-name.ts';
import { TOPIC_COLUMNS, type Topic } from './topic.ts';

/** Dependencies of changing topics. */
export interface ChangeTopicDeps {
  database: Database;
  queues: QueueProducer;
}

/**
 * Creates a topic.
 * @throws DomainError `validation_error` when the account has TOPICS_MAX, or another one of the name
 */
export async function createTopic(
  { database, queues }: ChangeTopicDeps,
  topic: Omit<Topic, 'updatedAt'>,
): Promise<Topic> {
  const { id, accountId, name, description, defaultSubscription, visibility, createdAt } = topic;
  return await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    await requireFreeTopicName(client, topic);
    const { rows } = await client.query<Topic>({
      name: 'create-topic',
      text: `INSERT INTO topics (id, account_id, name, description, default_subscription, visibility, created_at, updated_at)
             SELECT $1, $2, $3, $4, $5, $6, $7, $7
             WHERE (SELECT count(*) FROM topics WHERE account_id = $2) < ${TOPICS_MAX}
             RETURNING ${TOPIC_COLUMNS}`,
      values: [id, accountId, name, description, defaultSubscription, visibility, createdAt],
    });
    if (!rows[0])
      throw new DomainError('validation_error', `An account can have up to ${TOPICS_MAX} topics.`);
    await fanOutEvents(client, [topicEvent('topic.created', rows[0], createdAt)], queues);
    return rows[0];
  });
}
