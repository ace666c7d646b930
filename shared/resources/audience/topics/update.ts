// Updates a topic: its name, description and visibility. The default subscription never changes, because it decides
// about all addresses that have not chosen. A change is announced to webhooks in the same transaction.
import { cannotBeChanged, notFound } from '../../../contract/domain-error.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { type ChangeCondition, requireUnchanged, timeOfChange } from '../../foundation/if-unchanged.ts';
import { fanOutEvents } from '../../foundation/webhooks/fan-out.ts';
import type { ChangeTopicDeps } from './create.ts';
import { topicEvent } from './event-data.ts';
import { requireFreeTopicName } from './free-name.ts';
import { TOPIC_COLUMNS, type Topic, type TopicSubscription, type TopicVisibility } from './topic.ts';

/** The fields to change; absent fields keep their value. */
export interface TopicChanges extends ChangeCondition {
  name?: string | undefined;
  description?: string | null | undefined;
  visibility?: TopicVisibility | undefined;
  /** Must be the present one. */
  defaultSubscription?: TopicSubscription | undefined;
}

/**
 * Updates a topic. Fields that have the value already are not change.
 * @throws DomainError `not_found`; `validation_error` for another default subscription, the name of another topic,
 *   or another time
 */
export async function updateTopic(
  { database, queues }: ChangeTopicDeps,
  { accountId, id }: { accountId: string; id: string },
  { defaultSubscription, ifUpdatedAt, ...changes }: TopicChanges,
  now: Date,
): Promise<Topic> {
  return await transaction(database, async (client) => {
    if (changes.name !== undefined) await lockAccount(client, accountId);
    const { rows: locked } = await client.query<Topic>(
      `SELECT ${TOPIC_COLUMNS} FROM topics WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE`,
      [id, accountId],
    );
    const [before] = locked;
    if (!before) throw notFound('Topic');
    requireUnchanged('topic', before, ifUpdatedAt);
    if (defaultSubscription !== undefined && defaultSubscription !== before.defaultSubscription)
      throw cannotBeChanged('default_subscription');
    const { name = before.name, description = before.description, visibility = before.visibility } = changes;
    if (name === before.name && description === before.description && visibility === before.visibility)
      return before;
    if (name !== before.name) await requireFreeTopicName(client, { id, accountId, name });
    const topic = { ...before, name, description, visibility, updatedAt: timeOfChange(before, now) };
    await client.query(
      'UPDATE topics SET name = $3, description = $4, visibility = $5, updated_at = $6 WHERE id = $1 AND account_id = $2',
      [id, accountId, name, description, visibility, topic.updatedAt],
    );
    await fanOutEvents(client, [topicEvent('topic.updated', topic, now)], queues);
    return topic;
  });
}
