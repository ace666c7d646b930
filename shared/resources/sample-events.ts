// Who makes up the data of which events, for POST /webhooks/:id/test: the file in which the resource builds it for real
// ones, so that both have one shape. Resources that are not built yet have theirs in webhooks/event-data/, until they
// take it over. One of the product's lists, which know all resources.
import { sampleDomainEventData } from './domains/event-data.ts';
import { sampleEmailEventData } from './emails/events/event-data.ts';
import { sampleSuppressionEventData } from './suppressions/event-data.ts';
import { sampleContactEventData } from './webhooks/event-data/contacts.ts';
import { sampleReceivedEmailEventData } from './webhooks/event-data/received-emails.ts';
import { sampleTopicEventData } from './webhooks/event-data/topics.ts';
import type { SampleEvent, SampleOptions } from './webhooks/sample.ts';
import type { WebhookEventType } from './webhooks/webhook.ts';

type MakeUpData = (type: WebhookEventType, options: SampleOptions) => object;

/** The first word of a type, or a type that is another resource's → who makes up its data. */
const DATA: Readonly<Record<string, MakeUpData>> = {
  email: sampleEmailEventData,
  'email.received': sampleReceivedEmailEventData,
  contact: sampleContactEventData,
  domain: sampleDomainEventData,
  suppression: sampleSuppressionEventData,
  topic: sampleTopicEventData,
};

/** Makes up an event. */
export function createSampleEvent(type: WebhookEventType, options: SampleOptions): SampleEvent {
  const [kind = ''] = type.split('.');
  const makeUpData = DATA[type] ?? DATA[kind];
  const data = makeUpData?.(type, options) ?? {};
  return { id: options.nextId(), type, created_at: options.now.toISOString(), data };
}
