// Made-up events for POST /webhooks/:id/test, of the same shape as the real ones: their data comes from the file in
// which the resource builds it. Resources that are not built yet have theirs in event-data/, until they take it over.
import { sampleDomainEventData } from '../domains/event-data.ts';
import { sampleEmailEventData } from '../emails/events/event-data.ts';
import { sampleSuppressionEventData } from '../suppressions/event-data.ts';
import { sampleContactEventData } from './event-data/contacts.ts';
import { sampleReceivedEmailEventData } from './event-data/received-emails.ts';
import { sampleTopicEventData } from './event-data/topics.ts';
import type { SampleOptions } from './sample-options.ts';
import type { WebhookEventType } from './webhook.ts';

/** The payload of a made-up event. */
export interface SampleEvent {
  id: string;
  type: WebhookEventType;
  created_at: string;
  data: object;
}

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
