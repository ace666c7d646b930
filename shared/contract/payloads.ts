// The data of every event of webhooks. openapi.json is generated from it, and tests check every event against it.
import type { Payload, Payloads } from './payload.ts';
import { CONTRACTS, type Contract } from './resources.ts';
import type { ObjectFields } from './shapes.ts';

/** Type of an event → its data. */
export const PAYLOADS: Payloads<string> = Object.assign(
  {},
  ...Object.values<Contract>(CONTRACTS).map(({ payloads }) => payloads),
);

/** "EmailDeliveryDelayedEvent", the name of `email.delivery_delayed` in openapi.json. */
export function payloadName(type: string): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** Name of a payload → the fields of its data. */
export const PAYLOAD_OBJECTS: Readonly<Record<string, ObjectFields>> = Object.fromEntries(
  Object.entries<Payload>(PAYLOADS).map(([type, { data }]) => [payloadName(type), data]),
);
