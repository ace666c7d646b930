// The type of a sample event for POST /webhooks/:id/test (shared/resources/sample-events.ts). Each resource builds the
// sample data of its events in its event-data.ts. All addresses are simulator addresses, so that they cannot be taken
// for real ones.
import type { WebhookEventType } from './webhook.ts';

/** The payload of a sample event. */
export interface SampleEvent {
  id: string;
  type: WebhookEventType;
  created_at: string;
  data: object;
}

/** The options of the builders of sample data. */
export interface SampleOptions {
  /** Makes an id. */
  nextId(): string;
  now: Date;
  simulatorDomain: string;
}
