// The types of a sample event for POST /webhooks/:id/test (shared/resources/sample-events.ts). Each resource builds the
// sample data of its events in its event-data.ts. All addresses are simulator addresses, so that they cannot be taken
// for real ones.
import type { WEBHOOK_EVENT_TYPES } from '../../contract/webhooks/values.ts';

/** The payload of a sample event. */
export interface SampleEvent {
  id: string;
  type: (typeof WEBHOOK_EVENT_TYPES)[number];
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

/** Builds the data of a sample event. */
export type SampleData = (type: SampleEvent['type'], options: SampleOptions) => object;
