// Sample events for POST /webhooks/:id/test. Each resource builds the sample data of its events in the file that also
// builds the real data, so that both have the same shape. Resources that do not exist yet have their samples in
// shared/resources/webhooks/event-data/. This file maps event types to those builders, so it knows all resources.
import { sampleContactImportEventData } from './contact-imports/event-data.ts';
import { sampleContactEventData } from './contacts/event-data.ts';
import { sampleDomainEventData } from './domains/event-data.ts';
import { sampleEmailEventData } from './emails/events/event-data.ts';
import { sampleSuppressionEventData } from './suppressions/event-data.ts';
import { sampleTopicEventData } from './topics/event-data.ts';
import { sampleReceivedEmailEventData } from './webhooks/event-data/received-emails.ts';
import type { SampleEvent, SampleOptions } from './webhooks/sample.ts';
import type { WebhookEventType } from './webhooks/webhook.ts';

type MakeUpData = (type: WebhookEventType, options: SampleOptions) => object;

/** First word of an event type, or a complete type that belongs to another resource → builder of its sample data. */
const DATA: Readonly<Record<string, MakeUpData>> = {
  email: sampleEmailEventData,
  'email.received': sampleReceivedEmailEventData,
  contact: sampleContactEventData,
  'contact.import.completed': sampleContactImportEventData,
  domain: sampleDomainEventData,
  suppression: sampleSuppressionEventData,
  topic: sampleTopicEventData,
};

/** Builds a sample event. */
export function createSampleEvent(type: WebhookEventType, options: SampleOptions): SampleEvent {
  const [kind = ''] = type.split('.');
  const makeUpData = DATA[type] ?? DATA[kind];
  const data = makeUpData?.(type, options) ?? {};
  return { id: options.nextId(), type, created_at: options.now.toISOString(), data };
}
