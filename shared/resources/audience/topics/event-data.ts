// The payload data of topic webhook events, in Resend's shape, for real events and for the sample events of POST
// /webhooks/:id/test.

import type { SampleOptions } from '../../foundation/sample-event.ts';
import type { AccountEvent } from '../../foundation/webhooks/fan-out.ts';
import type { WebhookEventType } from '../../foundation/webhooks/webhook.ts';
import type { Topic } from './topic.ts';

/** The event of a topic that was created, changed or deleted at this time. */
export function topicEvent(
  type: Extract<WebhookEventType, `topic.${string}`>,
  topic: Topic,
  at: Date,
): AccountEvent {
  return { accountId: topic.accountId, type, data: buildTopicEventData(type, topic), createdAt: at };
}

type Shown = Pick<Topic, 'id' | 'name' | 'description' | 'defaultSubscription' | 'createdAt' | 'updatedAt'>;

function buildTopicEventData(type: WebhookEventType, topic: Shown): object {
  return {
    id: topic.id,
    name: topic.name,
    description: topic.description,
    default_subscription: topic.defaultSubscription,
    deleted: type === 'topic.deleted',
    created_at: topic.createdAt.toISOString(),
    updated_at: topic.updatedAt.toISOString(),
  };
}

/** Builds sample data of a topic event. */
export function sampleTopicEventData(type: WebhookEventType, { nextId, now }: SampleOptions): object {
  return buildTopicEventData(type, {
    id: nextId(),
    name: 'Test',
    description: null,
    defaultSubscription: 'opt_in',
    createdAt: now,
    updatedAt: now,
  });
}
