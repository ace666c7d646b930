// JSON forms of topics (docs/reference/topics.md#the-topic-record).
import type { Topic } from '../../../shared/resources/audience/topics/topic.ts';

/** An item of GET /topics. */
export function toTopicItem(topic: Topic) {
  return {
    id: topic.id,
    name: topic.name,
    description: topic.description,
    default_subscription: topic.defaultSubscription,
    visibility: topic.visibility,
    created_at: topic.createdAt.toISOString(),
    updated_at: topic.updatedAt.toISOString(),
  };
}

/** The answer of POST /topics, GET and PATCH /topics/:id. */
export function toTopic(topic: Topic) {
  return { object: 'topic', ...toTopicItem(topic) };
}
