// The type of an event: the definition of a custom event, which has a name and may have a schema. Events can be sent
// without one.
import type { EVENT_FIELD_TYPES } from '../../../../contract/events/values.ts';

export type EventFieldType = (typeof EVENT_FIELD_TYPES)[number];

/** Field → type. Any name: read it with `Object.entries`, because `__proto__` is a name too. */
export type EventSchema = Readonly<Record<string, EventFieldType>>;

/** The definition of an event. */
export interface EventDefinition {
  id: string;
  accountId: string;
  name: string;
  /** Null: any payload. */
  schema: EventSchema | null;
  createdAt: Date;
  /** Null: never. */
  updatedAt: Date | null;
}

/** The columns of an EventDefinition. */
export const EVENT_COLUMNS =
  'id, account_id AS "accountId", name, schema, created_at AS "createdAt", updated_at AS "updatedAt"';
