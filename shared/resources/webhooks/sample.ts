// A made-up event for POST /webhooks/:id/test, and what it is made of (../sample-events.ts). Each resource makes up the
// data of its own, in its event-data.ts; addresses are the simulator's, so that nobody is confused with them.
import type { WebhookEventType } from './webhook.ts';

/** The payload of a made-up event. */
export interface SampleEvent {
  id: string;
  type: WebhookEventType;
  created_at: string;
  data: object;
}

/** What a sample is made of. */
export interface SampleOptions {
  /** Makes ids. */
  nextId(): string;
  now: Date;
  simulatorDomain: string;
}
