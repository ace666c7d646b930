// What the `data` of a webhook event has, as JSON Schemas: the `payloads.ts` of each resource (docs/reference/webhooks.md#payloads).
import type { ObjectFields } from './shapes.ts';
import type { WEBHOOK_EVENT_TYPES } from './webhooks/values.ts';

type EventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** The data of one type of event. */
export interface Payload {
  /** When the event happens, as a sentence without a final full stop. */
  summary: string;
  data: ObjectFields;
  /** Names of fields that only some of these events have. */
  optional?: readonly string[];
}

/** The events of one resource. */
export type Payloads<Kind extends string> = Readonly<
  Record<Extract<EventType, `${Kind}.${string}`>, Payload>
>;
