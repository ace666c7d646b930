// Sample events for POST /webhooks/:id/test. Each resource builds the sample data of its events in the file that also
// builds the real data, so that both have the same shape. This file maps event types to those builders, so it knows all
// resources.

import { sampleContactEventData } from './audience/happenings/event-data.ts';
import { sampleSuppressionEventData } from './audience/suppressions/event-data.ts';
import { sampleTopicEventData } from './audience/topics/event-data.ts';
import { sampleCampaignEventData } from './flows/campaigns/event-data.ts';
import { sampleContactImportEventData } from './flows/contact-imports/event-data.ts';
import type { SampleEvent, SampleOptions } from './foundation/webhooks/sample.ts';
import type { WebhookEventType } from './foundation/webhooks/webhook.ts';
import { sampleDomainEventData } from './messaging/domains/event-data.ts';
import { sampleEmailEventData } from './messaging/emails/events/event-data.ts';
import { sampleReceivedEventData } from './messaging/receiving/event-data.ts';
import { samplePollEventData } from './messaging/voting/event-data.ts';

type MakeUpData = (type: WebhookEventType, options: SampleOptions) => object;

/** First word of an event type, or a complete type that belongs to another resource → builder of its sample data. */
const DATA: Readonly<Record<string, MakeUpData>> = {
  email: sampleEmailEventData,
  'email.received': sampleReceivedEventData,
  contact: sampleContactEventData,
  'contact.import.completed': sampleContactImportEventData,
  domain: sampleDomainEventData,
  suppression: sampleSuppressionEventData,
  topic: sampleTopicEventData,
  campaign: sampleCampaignEventData,
  poll: samplePollEventData,
};

/** Builds a sample event. */
export function createSampleEvent(type: WebhookEventType, options: SampleOptions): SampleEvent {
  const [kind = ''] = type.split('.');
  const makeUpData = DATA[type] ?? DATA[kind];
  const data = makeUpData?.(type, options) ?? {};
  return { id: options.nextId(), type, created_at: options.now.toISOString(), data };
}
